package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.InvalidInputException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplitTest {

  @ParameterizedTest
  @CsvSource({
    // ⌊0.7 · 10⌋, ⌊0.7 · 9⌋ = ⌊6.3⌋, ⌊0.7 · 2⌋
    "10, 0.3, 7",
    "9, 0.3, 6",
    "2, 0.3, 1",
    // 0.2 · 10 is 2, though 1 - 0.8 in binary is less than 0.2
    "10, 0.8, 2",
    "100, 0.29, 71",
    // at least one for the test, at least one for training
    "3, 0.01, 2",
    "3, 0.99, 1",
    // a single row is for training; nothing is held out
    "1, 0.99, 1",
    "5, 0, 5",
    "5, -0.0, 5",
    "5, 1e-300, 4"
  })
  void keepsTheShareOfAClassForTraining(int rows, double holdout, int expected) {
    Split split = Split.perClass(new int[rows], holdout, 1);

    assertThat(split.train()).hasSize(expected);
    assertThat(split.test()).hasSize(rows - expected);
  }

  @Test
  void holdsOutFromEveryClass() {
    int[] labels = {4, 8, 4, 8, 4, 8, 4, 8, 4, 8, 6, 6, 5};

    Split split = Split.perClass(labels, 0.4, 3);

    assertThat(countOf(labels, split.test(), 4)).isEqualTo(2);
    assertThat(countOf(labels, split.test(), 8)).isEqualTo(2);
    assertThat(countOf(labels, split.test(), 6)).isEqualTo(1);
    assertThat(countOf(labels, split.test(), 5)).isZero();
  }

  @Test
  void bothPartsAreAscendingAndTogetherHoldEveryRowOnce() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      int[] labels = random.ints(random.nextInt(100), 0, 7).toArray();

      Split split = Split.perClass(labels, random.nextDouble(), seed);

      assertThat(split.train()).as("seed %d", seed).isSorted();
      assertThat(split.test()).as("seed %d", seed).isSorted();
      assertThat(IntStream.concat(Arrays.stream(split.train()), Arrays.stream(split.test())))
          .as("seed %d", seed)
          .containsExactlyInAnyOrder(
              IntStream.range(0, labels.length).boxed().toArray(Integer[]::new));
    }
  }

  @Test
  void isTheSameEverywhereAndForever() {
    Split split = Split.perClass(new int[20], 0.3, 1);

    assertThat(split.test()).containsExactly(2, 6, 8, 10, 15, 18);
  }

  @Test
  void anotherSeedHoldsOutOtherRows() {
    assertThat(Split.perClass(new int[100], 0.3, 1).test())
        .isNotEqualTo(Split.perClass(new int[100], 0.3, 2).test());
  }

  @Test
  void aClassIsSplitTheSameWayWhateverTheOtherClasses() {
    int[] alone = new int[30];
    Arrays.fill(alone, 5);
    int[] withOthers = Arrays.copyOf(alone, 45);
    Arrays.fill(withOthers, 30, 38, 2);
    Arrays.fill(withOthers, 38, 45, 9);

    int[] test = Split.perClass(withOthers, 0.3, 7).test();

    assertThat(Arrays.stream(test).filter(row -> row < 30).toArray())
        .containsExactly(Split.perClass(alone, 0.3, 7).test());
  }

  @Test
  void holdsOutEveryRowEquallyOften() {
    int[] heldOut = new int[10];
    for (int seed = 0; seed < 3000; seed++) {
      for (int row : Split.perClass(new int[10], 0.3, seed).test()) {
        heldOut[row]++;
      }
    }
    // 3,000 · 0.3 = 900, sd √(3,000 · 0.3 · 0.7) = 25.1: within four of them
    for (int count : heldOut) {
      assertThat(count).isCloseTo(900, within(100));
    }
  }

  @Test
  void handsOutCopies() {
    Split split = Split.perClass(new int[4], 0.5, 1);
    split.train()[0] = -1;
    split.test()[0] = -1;

    assertThat(split.train()).doesNotContain(-1);
    assertThat(split.test()).doesNotContain(-1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1, 30, Double.NaN, Double.POSITIVE_INFINITY})
  void refusesAShareThatIsNone(double holdout) {
    assertThatThrownBy(() -> Split.perClass(new int[4], holdout, 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "expected a share to hold out from 0 to below 1, found "
                + holdout
                + "; 0.3 keeps 30 of 100 rows for the test");
  }

  private static long countOf(int[] labels, int[] rows, int label) {
    return Arrays.stream(rows).filter(row -> labels[row] == label).count();
  }
}
