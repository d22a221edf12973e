package io.github.sors.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StratifiedSampleTest {

  @Test
  void everyClassKeepsItsShare() {
    // 60, 30 and 10 of 100 rows, so 12, 6 and 2 of 20
    assertThat(sizes(StratifiedSample.of(withClasses(60, 30, 10), 20, 1)))
        .containsExactly(12, 6, 2);
  }

  @Test
  void rowsLeftOverGoToTheLargestRemaindersAndThenToTheLowerClass() {
    // shares of 7 among 5, 5, 5 and 1 rows: 2.1875 three times and 0.4375
    assertThat(sizes(StratifiedSample.of(withClasses(5, 5, 5, 1), 7, 1)))
        .containsExactly(2, 2, 2, 1);
    // shares of 4 among 3, 3 and 3 rows: 1.33 each, one row left
    assertThat(sizes(StratifiedSample.of(withClasses(3, 3, 3), 4, 1))).containsExactly(2, 1, 1);
  }

  @Test
  void rowsComeOnceInTheOrderOfTheDataWithTheirOwnLabelAndName() {
    Dataset data = withClasses(200, 100);
    for (long seed = 0; seed < 20; seed++) {
      Dataset sample = StratifiedSample.of(data, 30, seed);
      List<Integer> rows = new ArrayList<>();
      for (int k = 0; k < sample.size(); k++) {
        int row = sample.vector(k).index(0);
        rows.add(row);
        assertThat(sample.label(k)).as("seed %d", seed).isEqualTo(data.label(row));
        assertThat(sample.rowName(k)).as("seed %d", seed).isEqualTo("name " + row);
      }
      assertThat(rows).as("seed %d", seed).isSorted().doesNotHaveDuplicates().hasSize(30);
    }
  }

  @Test
  void theSeedDecidesWhichRows() {
    Dataset data = withClasses(200, 100);
    assertThat(StratifiedSample.of(data, 30, 5).hash())
        .isEqualTo(StratifiedSample.of(data, 30, 5).hash())
        .isNotEqualTo(StratifiedSample.of(data, 30, 6).hash());
  }

  @Test
  void everyRowHasTheSameChance() {
    Dataset data = withClasses(20, 5);
    int[] hits = new int[25];
    for (long seed = 0; seed < 2000; seed++) {
      for (SparseVector vector : StratifiedSample.of(data, 10, seed).vectors()) {
        hits[vector.index(0)]++;
      }
    }
    // 2000 · 10 / 25 = 800 expected, standard deviation 22: five of them either way
    assertThat(Arrays.stream(hits).boxed().toList())
        .as("seeds 0 to 1999")
        .allMatch(count -> Math.abs(count - 800) < 110);
  }

  @Test
  void aSizeBeyondTheDataGivesAllOfItAndZeroNothing() {
    Dataset data = withClasses(3, 2);
    assertThat(StratifiedSample.of(data, 5, 1)).isSameAs(data);
    assertThat(StratifiedSample.of(data, 6, 1)).isSameAs(data);
    assertThat(StratifiedSample.of(data, 0, 1).size()).isZero();
    assertThatThrownBy(() -> StratifiedSample.of(data, -1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
  }

  /** Rows of the given classes in turn; row i has feature i and the name "name i". */
  private static Dataset withClasses(int... sizes) {
    List<Integer> labels = new ArrayList<>();
    for (int round = 0; round < Arrays.stream(sizes).max().orElse(0); round++) {
      for (int label = 0; label < sizes.length; label++) {
        if (round < sizes[label]) {
          labels.add(label);
        }
      }
    }
    return new Dataset(
        "test",
        IntStream.range(0, labels.size())
            .mapToObj(row -> SparseVector.of(new int[] {row}, new float[] {1}))
            .toList(),
        labels.stream().mapToInt(Integer::intValue).toArray(),
        IntStream.range(0, sizes.length).mapToObj(label -> "class " + label).toList(),
        List.of(),
        IntStream.range(0, labels.size()).mapToObj(row -> "name " + row).toList());
  }

  private static int[] sizes(Dataset data) {
    int[] sizes = new int[data.classCount()];
    for (int label : data.labels()) {
      sizes[label]++;
    }
    return sizes;
  }
}
