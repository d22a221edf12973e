package io.github.sors.server.collection.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Learners;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a collection was before it learnt anything, whatever features come later. */
class CollectionStartTest {

  private static final int FEATURES = 30;

  @TempDir Path folder;

  private static CollectionSettings settings(String algorithm, Map<String, String> options) {
    return new CollectionSettings(algorithm, options, "standard");
  }

  private CollectionSettings startingFrom(Model model, CollectionSettings ifNew)
      throws IOException {
    Path file = folder.resolve("given.sors");
    ModelFile.write(model, file);
    return StartCopy.copy(file, folder, ifNew, CollectionLimits.DEFAULT);
  }

  private static SparseVector vector(SplittableRandom random) {
    int[] features = random.ints(0, FEATURES).distinct().limit(6).sorted().toArray();
    float[] values = new float[features.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = (float) random.nextDouble(-1, 1);
    }
    return SparseVector.of(features, values);
  }

  private void assertScoresAreThoseOfTheStart(CollectionSettings settings) throws IOException {
    CollectionStart start = CollectionStart.open(settings, folder);
    SplittableRandom random = new SplittableRandom(1);
    SparseVector one = vector(random);
    double[] ofOne = start.scores(one, List.of(one));
    for (int k = 0; k < 40; k++) {
      SparseVector query = vector(random);
      List<SparseVector> items = List.of(vector(random), vector(random));
      double[] scores = start.scores(query, items);
      Model model = start.of(FEATURES).model();
      assertThat(scores[0]).isCloseTo(model.score(query, items.get(0)), within(1e-5));
      assertThat(scores[1]).isCloseTo(model.score(query, items.get(1)), within(1e-5));
      // the same bits when more features are known
      assertThat(start.scores(query, items)).isEqualTo(scores);
      assertThat(CollectionStart.open(settings, folder).scores(query, items)).isEqualTo(scores);
    }
    // an encoder has forgotten its encoding by now
    assertThat(start.scores(one, List.of(one))).isEqualTo(ofOne);
  }

  @Test
  void theIdentityAndZero() throws IOException {
    assertScoresAreThoseOfTheStart(CollectionSettings.DEFAULT);
    CollectionSettings zero = settings("adasors-2", Map.of("init", "zero"));
    assertScoresAreThoseOfTheStart(zero);
    SparseVector one = SparseVector.ofDense(1);
    CollectionStart start = CollectionStart.open(zero, folder);
    assertThat(start.scores(one, List.of(one))).containsExactly(0);
  }

  @Test
  void aMatrixThatKnowsThreeOfTheFeatures() throws IOException {
    BilinearModel given =
        BilinearModel.ofRows(
            3, 3, new long[] {0, 2, 4, 4}, new int[] {0, 2, 0, 1}, new float[] {2, -3, 0.5f, 1});
    assertScoresAreThoseOfTheStart(startingFrom(given, CollectionSettings.DEFAULT));
  }

  @Test
  void encoders() throws IOException {
    CollectionSettings fresh = settings("encoder", Map.of("k", "4096"));
    assertScoresAreThoseOfTheStart(fresh);
    OnlineLearner learner = Learners.create("encoder", Map.of("k", "4096"));
    learner.learn(
        new Triplet(
            SparseVector.ofDense(1, 1), SparseVector.ofDense(0, 1), SparseVector.ofDense(1, 0)));
    assertScoresAreThoseOfTheStart(startingFrom(learner.snapshot(), fresh));
  }
}
