package io.github.sors.data.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.Similarities;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.data.triplet.TripletSampler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeldOutTest {

  private static final Dataset ROWS = GeneratedRows.of(300, 5);

  @Test
  void aFifthOfEveryClassIsHeldOut() {
    int[] rows = IntStream.range(0, 300).filter(row -> row % 10 != 0).toArray();
    HeldOutRows heldOut = HeldOutRows.of(ROWS.vectors(), ROWS.labels(), rows, 7, 1).orElseThrow();

    assertThat(heldOut.learning()).hasSize(216).isSorted();
    assertThat(rows).contains(heldOut.learning());
    assertThat(heldOut.description()).isEqualTo("54 validation rows");
    Quality cosine = heldOut.measure(Similarities.cosine());
    assertThat(cosine.queries()).isEqualTo(54);
    assertThat(cosine.mean(Quality.MAP)).isBetween(0.34, 0.7);
    int[] again =
        HeldOutRows.of(ROWS.vectors(), ROWS.labels(), rows, 7, 2).orElseThrow().learning();
    assertThat(again).containsExactly(heldOut.learning());
    int[] other =
        HeldOutRows.of(ROWS.vectors(), ROWS.labels(), rows, 8, 1).orElseThrow().learning();
    assertThat(other).isNotEqualTo(heldOut.learning());
  }

  @Test
  void smallClassesGiveALargerShareAndTinyDataNone() {
    // 4 rows in each of 25 classes: a fifth leaves one of each, which has nothing to find
    int[] labels = IntStream.range(0, 100).map(row -> row / 4).toArray();
    int[] rows = IntStream.range(0, 100).toArray();
    List<SparseVector> vectors = ROWS.vectors().subList(0, 100);
    HeldOutRows heldOut = HeldOutRows.of(vectors, labels, rows, 1, 1).orElseThrow();
    assertThat(heldOut.learning()).hasSize(50);

    assertThat(HeldOutRows.of(vectors, labels, Arrays.copyOf(rows, 12), 1, 1)).isEmpty();
    assertThat(HeldOutRows.of(vectors, labels, new int[0], 1, 1)).isEmpty();
  }

  @Test
  void theNumberOfHeldOutRowsIsBounded() {
    int many = 5 * HeldOutRows.MOST_ROWS + 5000;
    int[] labels = IntStream.range(0, many).map(row -> row % 4).toArray();
    List<SparseVector> vectors =
        new ArrayList<>(IntStream.range(0, many).mapToObj(row -> ROWS.vector(0)).toList());
    HeldOutRows heldOut =
        HeldOutRows.of(vectors, labels, IntStream.range(0, many).toArray(), 1, 1).orElseThrow();
    assertThat(many - heldOut.learning().length)
        .isBetween(HeldOutRows.MOST_ROWS - 4, HeldOutRows.MOST_ROWS + 4);
  }

  private static FixedTriplets triplets(int count) {
    TripletSampler sampler = TripletSampler.of(ROWS.labels(), GeneratedRows.all(ROWS), 3);
    int[] rows = new int[3 * count];
    TripletRows triplet = new TripletRows();
    for (int k = 0; k < count; k++) {
      sampler.read(k, triplet);
      rows[3 * k] = triplet.query();
      rows[3 * k + 1] = triplet.positive();
      rows[3 * k + 2] = triplet.negative();
    }
    return FixedTriplets.of(rows);
  }

  @Test
  void aFifthOfTheTripletsIsHeldOutAndTheOthersKeepTheirOrderAndWeights() {
    FixedTriplets all =
        triplets(1000).withWeights(IntStream.range(0, 1000).mapToDouble(k -> 1 + k).toArray());
    HeldOutTriplets heldOut = HeldOutTriplets.of(ROWS.vectors(), all, 1).orElseThrow();

    FixedTriplets learning = heldOut.learning();
    assertThat(learning.size()).isBetween(750L, 850L);
    assertThat(heldOut.description()).isEqualTo((1000 - learning.size()) + " validation triplets");
    TripletRows before = new TripletRows();
    TripletRows kept = new TripletRows();
    long position = 0;
    for (long k = 0; k < learning.size(); k++) {
      learning.read(k, kept);
      do {
        all.read(position++, before);
      } while (!before.toString().equals(kept.toString()));
    }
    assertThat(position).isLessThanOrEqualTo(1000);
    assertThat(HeldOutTriplets.of(ROWS.vectors(), triplets(40), 1)).isEmpty();
  }

  @Test
  void aTripletIsRightWhereThePositiveScoresHigherAndHalfRightInATie() {
    List<SparseVector> vectors =
        List.of(
            SparseVector.of(new int[] {0, 1}, new float[] {2, 1}),
            SparseVector.of(new int[] {0}, new float[] {1}),
            SparseVector.of(new int[] {1}, new float[] {1}));
    // scores of row 0: 2 for row 1, 1 for row 2
    int[] right = {0, 1, 2};
    int[] wrong = {0, 2, 1};
    int[] tied = {0, 1, 1};
    assertThat(share(vectors, right)).isEqualTo(1);
    assertThat(share(vectors, wrong)).isZero();
    assertThat(share(vectors, tied)).isEqualTo(0.5);
    assertThat(share(vectors, right, right, right, wrong)).isCloseTo(0.75, within(0.15));
  }

  private static double share(List<SparseVector> vectors, int[]... pattern) {
    int[] rows = new int[3 * 400];
    for (int k = 0; k < 400; k++) {
      System.arraycopy(pattern[k % pattern.length], 0, rows, 3 * k, 3);
    }
    return HeldOutTriplets.of(vectors, FixedTriplets.of(rows), 1)
        .orElseThrow()
        .measure(Similarities.dot())
        .mean(Quality.TRIPLETS);
  }
}
