package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a learner scores while it learns is what its model would score. */
class ScoresOfLearnersTest {

  private static final int FEATURES = 30;

  @ParameterizedTest
  @CsvSource({
    "sors-1, 1e-3, 0.2", "sors-2, 1e-3, 0.2", "adasors-1, 1e-3, 0.2", "adasors-2, 1e-3, 0.2",
    "adasors-2, 1e-3, 1", "oasis, 0, 0.2", "encoder, 0, 0.2", "encoder, 1e-3, 0.2"
  })
  void severalItemsAtOnceScoreAsEachAlone(String algorithm, String lambda, double density) {
    Random random = new Random(11);
    Map<String, String> options = algorithm.equals("oasis") ? Map.of() : Map.of("lambda", lambda);
    OnlineLearner learner = Learners.descriptor(algorithm).create(options);
    // beyond what the learner meets there are features that it knows nothing of
    learner.reserve(FeatureSpaces.shared(FEATURES));
    for (int round = 0; round < 300; round++) {
      if (round % 20 == 0) {
        assertScores(learner, random, density);
      }
      learner.learn(
          new Triplet(
              vector(random, density, FEATURES - 5),
              vector(random, density, FEATURES - 5),
              vector(random, density, FEATURES - 5)));
    }
    assertScores(learner, random, density);
  }

  @ParameterizedTest
  @CsvSource({"sors-1", "sors-2", "adasors-1", "adasors-2", "oasis", "aroma"})
  void rowsThatAreHashedScoreAsDenseOnes(String algorithm) {
    OnlineBilinearLearner dense = Algorithm.parse(algorithm).create(Map.of());
    OnlineBilinearLearner hashed = Algorithm.parse(algorithm).create(Map.of());
    hashed.setDenseLimit(0);
    Random random = new Random(12);
    for (int round = 0; round < 300; round++) {
      List<SparseVector> three =
          Stream.generate(() -> vector(random, 0.5, FEATURES)).limit(3).toList();
      dense.learn(new Triplet(three.get(0), three.get(1), three.get(2)));
      hashed.learn(new Triplet(three.get(0), three.get(1), three.get(2)));
      SparseVector query = vector(random, 0.5, FEATURES + 5);
      assertThat(hashed.score(query, three.get(1))).isEqualTo(dense.score(query, three.get(1)));
      assertThat(hashed.scores(query, three)).isEqualTo(dense.scores(query, three));
    }
    assertThat(dense.storage()).isEqualTo("dense rows");
    assertThat(hashed.storage()).isEqualTo("hashed rows");
  }

  private static void assertScores(OnlineLearner learner, Random random, double density) {
    SparseVector query = vector(random, density, FEATURES + 5);
    List<SparseVector> items = new ArrayList<>();
    items.add(SparseVector.ofDense());
    for (int item = 0; item < 10; item++) {
      items.add(vector(random, density, FEATURES + 5));
    }
    items.add(items.get(1));
    double[] scores = learner.scores(query, items);
    assertThat(scores).hasSize(items.size());
    for (int item = 0; item < scores.length; item++) {
      assertThat(scores[item])
          .isCloseTo(learner.score(query, items.get(item)), within(1e-5))
          .isCloseTo(learner.snapshot().score(query, items.get(item)), within(1e-5));
    }
    assertThat(scores[scores.length - 1]).isEqualTo(scores[1]);
    assertThat(learner.scores(query, List.of())).isEmpty();
  }

  private static SparseVector vector(Random random, double density, int features) {
    float[] values = new float[features];
    for (int k = 0; k < features; k++) {
      values[k] = random.nextDouble() < density ? random.nextFloat() : 0;
    }
    return SparseVector.ofDense(values);
  }
}
