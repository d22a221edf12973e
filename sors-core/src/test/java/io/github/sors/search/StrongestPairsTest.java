package io.github.sors.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.EncoderOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StrongestPairsTest {

  /**
   * Rows 0, 2 and 4 are empty.
   *
   * <pre>
   * row 1: (1, 1) 3   (1, 2) -2
   * row 3: (3, 0) 2   (3, 2) -4
   * </pre>
   */
  private static final BilinearModel MODEL =
      BilinearModel.ofRows(
          5, 3, new long[] {0, 0, 2, 2, 4, 4}, new int[] {1, 2, 0, 2}, new float[] {3, -2, 2, -4});

  @Test
  void returnsTheLargestAbsoluteValuesFirstAndTiesByRowAndColumn() {
    assertThat(StrongestPairs.of(MODEL, 3, false))
        .containsExactly(
            new StrongestPairs.Pair(3, 2, -4),
            new StrongestPairs.Pair(1, 1, 3),
            new StrongestPairs.Pair(1, 2, -2));
  }

  @Test
  void theStrongestPairsOfAnEncoderAreThoseOfAllItsRows() {
    EncoderLearner learner =
        new EncoderLearner(EncoderOptions.DEFAULT.withDimensions(16).withEta(0.05));
    for (int round = 0; round < 100; round++) {
      learner.learn(
          new Triplet(
              SparseVector.ofDense(1, round % 2, 0, 1),
              SparseVector.ofDense(1, 0, 0.5f, 0, 1),
              SparseVector.ofDense(0, 1, round % 3)));
    }
    EncoderModel model = learner.snapshot();
    List<StrongestPairs.Pair> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      for (int j = i + 1; j < 5; j++) {
        double sum = 0;
        for (int k = 0; k < 16; k++) {
          sum += (double) model.queryRow(i)[k] * model.queryRow(j)[k];
        }
        all.add(new StrongestPairs.Pair(i, j, (float) sum));
      }
    }
    all.sort(Comparator.comparingDouble(pair -> -Math.abs(pair.weight())));
    List<StrongestPairs.Pair> found = StrongestPairs.of(model, 4, 100);
    assertThat(found).hasSize(4);
    for (int rank = 0; rank < 4; rank++) {
      assertThat(found.get(rank).queryFeature()).isEqualTo(all.get(rank).queryFeature());
      assertThat(found.get(rank).itemFeature()).isEqualTo(all.get(rank).itemFeature());
      assertThat(found.get(rank).weight()).isCloseTo(all.get(rank).weight(), within(1e-5f));
    }
    assertThat(StrongestPairs.of(model, 100, 2)).as("of the two longest rows").hasSize(1);
    assertThatThrownBy(() -> StrongestPairs.of(model, 100, 46_341))
        .as("as many pairs as an int cannot number")
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected 0 to 46340 features to consider, found 46341");
  }

  @Test
  void leavesOutTheDiagonalOnDemand() {
    assertThat(StrongestPairs.of(MODEL, 9, true))
        .containsExactly(
            new StrongestPairs.Pair(3, 2, -4),
            new StrongestPairs.Pair(1, 2, -2),
            new StrongestPairs.Pair(3, 0, 2));
  }

  @Test
  void equalsSortingAllEntries() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      BilinearModel model = RandomModels.model(random, 30, 25, 0.1);
      boolean offDiagonalOnly = random.nextBoolean();
      List<StrongestPairs.Pair> expected = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        for (int j = 0; j < 25; j++) {
          if (model.get(i, j) != 0 && !(offDiagonalOnly && i == j)) {
            expected.add(new StrongestPairs.Pair(i, j, model.get(i, j)));
          }
        }
      }
      expected.sort(Comparator.comparingDouble(pair -> -Math.abs(pair.weight())));
      int n = random.nextInt(expected.size() + 1);

      assertThat(StrongestPairs.of(model, n, offDiagonalOnly))
          .as("seed %d", seed)
          .isEqualTo(expected.subList(0, n));
    }
  }

  @Test
  void refusesANegativeNumberOfPairs() {
    assertThatThrownBy(() -> StrongestPairs.of(MODEL, -1, false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected a number of pairs of 0 or more, found -1");
  }
}
