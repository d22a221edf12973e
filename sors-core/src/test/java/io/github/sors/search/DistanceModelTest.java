package io.github.sors.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.eval.RankingEvaluation;
import io.github.sors.eval.RankingEvaluator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DistanceModelTest {

  /** -(x - y)ᵀM(x - y), word by word. */
  private static double literal(BilinearModel model, SparseVector x, SparseVector y) {
    double sum = 0;
    for (int i = 0; i < model.queryDimension(); i++) {
      for (int j = 0; j < model.itemDimension(); j++) {
        sum -= ((double) x.get(i) - y.get(i)) * model.get(i, j) * ((double) x.get(j) - y.get(j));
      }
    }
    return sum;
  }

  @Test
  void scoresAreNegativeDistancesHoweverTheyAreAskedFor() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      BilinearModel distance =
          RandomModels.symmetric(random, 12, random.nextDouble())
              .withForm(BilinearModel.Form.DISTANCE);
      SparseVector query = RandomModels.vector(random, 14, 0.5);
      List<SparseVector> items =
          Stream.generate(() -> RandomModels.vector(random, 14, 0.5)).limit(5).toList();
      Similarity.NumberedScorer prepared = distance.prepare(items).scorerFor(query);
      for (int k = 0; k < items.size(); k++) {
        double expected = literal(distance, query, items.get(k));
        assertThat(distance.score(query, items.get(k)))
            .as("seed %d", seed)
            .isCloseTo(expected, within(1e-9));
        assertThat(distance.scorerFor(query).score(items.get(k)))
            .as("seed %d", seed)
            .isEqualTo(distance.score(query, items.get(k)));
        assertThat(prepared.score(k))
            .as("seed %d", seed)
            .isEqualTo(distance.score(query, items.get(k)));
      }
    }
  }

  @Test
  void theIdentityIsFoundAndMeasuredAsEuclideanDistanceIs() {
    Random random = new Random(3);
    List<SparseVector> items =
        Stream.generate(() -> RandomModels.vector(random, 6, 0.8)).limit(40).toList();
    int[] labels = random.ints(40, 0, 3).toArray();
    BilinearModel identity =
        BilinearModel.ofRows(
                6,
                6,
                new long[] {0, 1, 2, 3, 4, 5, 6},
                new int[] {0, 1, 2, 3, 4, 5},
                new float[] {1, 1, 1, 1, 1, 1})
            .withForm(BilinearModel.Form.DISTANCE);
    Similarity euclidean = (x, y) -> literal(identity, x, y);
    RankingEvaluation expected = new RankingEvaluator().evaluateWithin(euclidean, items, labels);
    RankingEvaluation actual = new RankingEvaluator().evaluateWithin(identity, items, labels);
    assertThat(actual.averagePrecisions()).isEqualTo(expected.averagePrecisions());
    assertThat(new ExactSearch(identity, items).search(items.get(0), 5, 0))
        .isEqualTo(new ExactSearch(euclidean, items).search(items.get(0), 5, 0));
  }

  @Test
  void aMatrixThatIsNotSymmetricIsNoDistance() {
    BilinearModel oneSided =
        BilinearModel.ofRows(2, 2, new long[] {0, 1, 1}, new int[] {1}, new float[] {1});
    BilinearModel unequal =
        BilinearModel.ofRows(2, 2, new long[] {0, 1, 2}, new int[] {1, 0}, new float[] {1, 2});
    BilinearModel wide =
        BilinearModel.ofRows(1, 2, new long[] {0, 1}, new int[] {0}, new float[] {1});
    for (BilinearModel model : List.of(oneSided, unequal)) {
      assertThatThrownBy(() -> model.withForm(BilinearModel.Form.DISTANCE))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("needs a symmetric matrix");
    }
    assertThatThrownBy(() -> wide.withForm(BilinearModel.Form.DISTANCE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needs a square matrix, found 1 x 2");
  }
}
