package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Encoders of dense vectors: from the identity, from given rows, and from what was learnt. */
class EmbeddingEncoderTest {

  private static final int K = 24;

  @TempDir Path folder;

  private static EncoderOptions options(double delta) {
    return EncoderOptions.DEFAULT
        .withDimensions(K)
        .withTau(0.1)
        .withSpaces(FeatureSpaces.shared(K))
        .withDelta(delta)
        .withInit(InitialRows.IDENTITY);
  }

  private static SparseVector vector(SplittableRandom random, int length) {
    float[] values = new float[length];
    for (int k = 0; k < length; k++) {
      values[k] = (float) random.nextGaussian();
    }
    return SparseVector.ofDense(values);
  }

  private static Triplet triplet(SplittableRandom random) {
    return new Triplet(vector(random, K), vector(random, K), vector(random, K));
  }

  private static double cosine(SparseVector left, SparseVector right) {
    return left.dot(right) / Math.sqrt(left.squaredNorm() * right.squaredNorm());
  }

  @Test
  void fromTheIdentityAnEncodingIsTheVectorItself() {
    EncoderModel model = new EncoderLearner(options(1)).snapshot();
    SparseVector query = SparseVector.ofDense(3, 0, 4);
    assertThat(model.encodeQuery(query)).startsWith(0.6f, 0, 0.8f).hasSize(K);
    SplittableRandom random = new SplittableRandom(1);
    SparseVector x = vector(random, K);
    SparseVector y = vector(random, K);
    assertThat(model.score(x, y)).isCloseTo(cosine(x, y), within(1e-6));
    // a feature without a place in an encoding adds nothing
    SparseVector beyond = SparseVector.of(new int[] {0, 2, K}, new float[] {3, 4, 9});
    assertThat(model.encodeQuery(beyond)).isEqualTo(model.encodeQuery(query));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1, 0.5})
  void equalsTheLiteralAlgorithm(double delta) {
    EncoderOptions options = options(delta);
    EncoderLearner learner = new EncoderLearner(options);
    LiteralEncoder literal = new LiteralEncoder(options, K, K);
    SplittableRandom random = new SplittableRandom(2);
    for (int round = 0; round < 500; round++) {
      Triplet triplet = triplet(random);
      assertThat(learner.learn(triplet)).isCloseTo(literal.learn(triplet), within(1e-3));
    }
    requireRows(learner.snapshot(), literal);
  }

  @Test
  void batchesEqualTheLiteralAlgorithm() {
    EncoderOptions options = options(0.5).withBatch(4);
    EncoderLearner learner = new EncoderLearner(options);
    LiteralEncoder literal = new LiteralEncoder(options, K, K);
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < 50; round++) {
      List<Triplet> batch =
          List.of(triplet(random), triplet(random), triplet(random), triplet(random));
      learner.learnTogether(batch, (query, positive) -> true);
      literal.learnTogether(batch, (query, positive) -> true);
    }
    requireRows(learner.snapshot(), literal);
  }

  private static void requireRows(EncoderModel found, LiteralEncoder expected) {
    for (int i = 0; i < K; i++) {
      float[] row = found.queryRow(i);
      for (int j = 0; j < K; j++) {
        assertThat((double) row[j]).isCloseTo(expected.queryRows[i][j], within(2e-4));
      }
    }
  }

  /** The first step of a row has the length η√k without δ, however clear the triplet is. */
  @Test
  void deltaMakesFirstStepsSmall() {
    SplittableRandom random = new SplittableRandom(4);
    SparseVector query = vector(random, K);
    Triplet clear = new Triplet(query, query, vector(random, K));
    EncoderLearner large = new EncoderLearner(options(1e-6));
    EncoderLearner small = new EncoderLearner(options(10));
    large.learn(clear);
    small.learn(clear);
    assertThat(largestMove(large)).isGreaterThan(0.02);
    assertThat(largestMove(small)).isPositive().isLessThan(0.0005);
  }

  private static double largestMove(EncoderLearner learner) {
    EncoderModel model = learner.snapshot();
    double largest = 0;
    for (int i = 0; i < K; i++) {
      for (int j = 0; j < K; j++) {
        largest = Math.max(largest, Math.abs(model.queryRow(i)[j] - (i == j ? 1 : 0)));
      }
    }
    return largest;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.5})
  void aResumedLearnerGoesOnAsIfItHadNeverStopped(double delta) throws IOException {
    EncoderLearner whole = new EncoderLearner(options(delta));
    EncoderLearner first = new EncoderLearner(options(delta));
    SplittableRandom random = new SplittableRandom(5);
    learn(random, 200, whole, first);
    Path file = folder.resolve("encoder.checkpoint");
    new Checkpoint(first, Map.of()).write(file);
    EncoderLearner second = (EncoderLearner) Checkpoint.read(file).learner();
    assertThat(second.settings()).isEqualTo(first.settings());
    learn(random, 200, whole, second);
    requireSameRows(second, whole);
  }

  private static void learn(SplittableRandom random, int rounds, EncoderLearner... learners) {
    for (int round = 0; round < rounds; round++) {
      Triplet triplet = triplet(random);
      for (EncoderLearner learner : learners) {
        learner.learn(triplet);
      }
    }
  }

  private static void requireSameRows(EncoderLearner found, EncoderLearner expected) {
    EncoderModel one = found.snapshot();
    EncoderModel other = expected.snapshot();
    for (int feature = 0; feature < K; feature++) {
      assertThat(one.queryRow(feature)).isEqualTo(other.queryRow(feature));
      assertThat(one.itemRow(feature)).isEqualTo(other.itemRow(feature));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void startingFromALearnerKeepsItsSquaredGradients(boolean shared) throws IOException {
    EncoderOptions options =
        EncoderOptions.DEFAULT
            .withDimensions(K)
            .withTau(0.1)
            .withSpaces(shared ? FeatureSpaces.UNKNOWN : FeatureSpaces.separate(0, 0));
    EncoderLearner learnt = new EncoderLearner(options);
    SplittableRandom random = new SplittableRandom(6);
    learn(random, 200, learnt);
    Path file = folder.resolve("encoder.checkpoint");
    new Checkpoint(learnt, Map.of()).write(file);
    EncoderLearner started = new EncoderLearner(options);
    started.startFrom((EncoderLearner) Checkpoint.read(file).learner());
    assertThat(started.progress().rounds()).isZero();
    assertThat(started.changedRows(0, 1).size()).isZero();
    requireSameRows(started, learnt);
    learn(random, 50, learnt, started);
    requireSameRows(started, learnt);
  }

  @Test
  void startingFromALearnerGoesOnAsTheLiteralOneDoes() {
    EncoderOptions options = options(0.1);
    EncoderLearner learnt = new EncoderLearner(options);
    LiteralEncoder literal = new LiteralEncoder(options, K, K);
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 300; round++) {
      Triplet triplet = triplet(random);
      learnt.learn(triplet);
      literal.learn(triplet);
    }
    EncoderLearner started = new EncoderLearner(options);
    started.startFrom(learnt);
    for (int round = 0; round < 300; round++) {
      Triplet triplet = triplet(random);
      assertThat(started.learn(triplet)).isCloseTo(literal.learn(triplet), within(1e-3));
    }
    requireRows(started.snapshot(), literal);
  }

  @Test
  void theSquaresThatAModelStartsWithMakeItsFirstStepsSmall() {
    EncoderLearner learnt = new EncoderLearner(options(1e-6));
    SplittableRandom random = new SplittableRandom(8);
    learn(random, 200, learnt);
    EncoderModel model = learnt.snapshot();
    Triplet triplet = triplet(random);
    double withoutSquares = movedBy(model, 0, triplet);
    double withSquares = movedBy(model, 100, triplet);
    // about η√k, and η times a gradient of at most 1 divided by √100
    assertThat(withoutSquares).isGreaterThan(0.01);
    assertThat(withSquares).isPositive().isLessThan(withoutSquares / 10);
    EncoderLearner learner = new EncoderLearner(options(1e-6));
    for (double squares : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> learner.startFrom(model, squares))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at least 0, found " + squares);
    }
  }

  private static double movedBy(EncoderModel model, double squares, Triplet triplet) {
    EncoderLearner learner = new EncoderLearner(options(1e-6));
    learner.startFrom(model, squares);
    learner.learn(triplet);
    EncoderModel moved = learner.snapshot();
    double largest = 0;
    for (int i = 0; i < K; i++) {
      for (int j = 0; j < K; j++) {
        largest = Math.max(largest, Math.abs(moved.queryRow(i)[j] - model.queryRow(i)[j]));
      }
    }
    return largest;
  }

  @Test
  void startsFromGivenRows() {
    SplittableRandom random = new SplittableRandom(9);
    List<float[]> rows = new ArrayList<>();
    for (int feature = 0; feature < 100; feature++) {
      float[] row = new float[K];
      for (int j = 0; j < K; j++) {
        row[j] = (float) random.nextGaussian();
      }
      rows.add(row);
    }
    EncoderModel given = EncoderModel.ofRows(rows, 1);
    rows.get(3)[0] += 1;
    assertThat(given.queryDimension()).isEqualTo(100);
    assertThat(given.queryRow(3)[0]).isEqualTo(rows.get(3)[0] - 1);
    EncoderLearner learner =
        new EncoderLearner(
            EncoderOptions.DEFAULT
                .withDimensions(K)
                .withTau(0.1)
                .withSpaces(FeatureSpaces.shared(100))
                .withDelta(10));
    learner.startFrom(given, 0);
    SparseVector x = vector(random, 100);
    SparseVector y = vector(random, 100);
    assertThat(learner.score(x, y)).isCloseTo(given.score(x, y), within(1e-6));
    assertThat(learner.snapshot().queryRow(64)).isEqualTo(rows.get(64));
    // other features have the rows that they have in every encoder of this seed
    assertThat(given.queryRow(100)).isEqualTo(learner.snapshot().queryRow(100));
  }

  @Test
  void givenRowsHaveOneLengthAndFiniteValues() {
    assertThatThrownBy(() -> EncoderModel.ofRows(List.of(), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("found 0");
    assertThatThrownBy(() -> EncoderModel.ofRows(List.of(new float[2], new float[3]), 1))
        .hasMessageContaining("expected a row of 2 numbers for feature 1, found 3");
    assertThatThrownBy(() -> EncoderModel.ofRows(List.of(new float[] {Float.NaN}), 1))
        .hasMessageContaining("NaN");
  }

  @Test
  void vectorsLongerThanTheIdentityAreRefusedAndChangeNothing() {
    EncoderLearner learner = new EncoderLearner(options(1));
    SplittableRandom random = new SplittableRandom(10);
    SparseVector fits = vector(random, K);
    SparseVector longer = vector(random, K + 1);
    for (Triplet bad :
        List.of(
            new Triplet(longer, fits, fits),
            new Triplet(fits, longer, fits),
            new Triplet(fits, fits, longer))) {
      assertThatThrownBy(() -> learner.learn(bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected k of at least 25, found 24");
      assertThatThrownBy(() -> learner.learnTogether(List.of(bad, bad), (q, p) -> true))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(learner.progress().rounds()).isZero();
    assertThat(learner.snapshot().learntQueryFeatures()).isZero();
    assertThatThrownBy(() -> learner.reserve(FeatureSpaces.shared(K + 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> EncoderOptions.DEFAULT.withInit(InitialRows.IDENTITY).requireRoom(384))
        .hasMessageContaining("found 256");
  }

  @Test
  void theIdentityNeedsSharedFeatures() {
    EncoderOptions separate =
        EncoderOptions.DEFAULT
            .withDimensions(K)
            .withTau(0.1)
            .withSpaces(FeatureSpaces.separate(K, K));
    assertThatThrownBy(() -> separate.withInit(InitialRows.IDENTITY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("share their features: start with random rows");
  }

  @Test
  void onlyAModelOfTheSameStartIsTakenOver() {
    EncoderModel ofIdentity = new EncoderLearner(options(1)).snapshot();
    EncoderLearner random =
        new EncoderLearner(
            EncoderOptions.DEFAULT
                .withDimensions(K)
                .withTau(0.1)
                .withSpaces(FeatureSpaces.shared(K)));
    assertThatThrownBy(() -> random.startFrom(ofIdentity, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("init random and seed 1, found k 24, init identity");
    assertThatThrownBy(() -> new EncoderLearner(options(1)).startFrom(random))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("init identity, found k 24, init random");
  }

  /** Features that were never learnt have their row of the identity after a file, too. */
  @Test
  void modelFilesKeepTheStart() throws IOException {
    EncoderLearner learner = new EncoderLearner(options(1));
    SparseVector first = SparseVector.ofDense(1, 0.5f);
    learner.learn(new Triplet(first, SparseVector.ofDense(1), SparseVector.ofDense(0, 1)));
    Path file = folder.resolve("encoder.sors");
    ModelFile.write(learner.snapshot(), file);
    EncoderModel read = (EncoderModel) ModelFile.read(file);
    assertThat(read.isShared()).isTrue();
    assertThat(InitialRows.of(read.queryTable().start())).isEqualTo(InitialRows.IDENTITY);
    for (int feature : new int[] {0, 1, 2, K - 1, K}) {
      assertThat(read.queryRow(feature)).isEqualTo(learner.snapshot().queryRow(feature));
    }
    EncoderLearner other = new EncoderLearner(options(1));
    other.startFrom(read, 1);
    assertThat(other.score(first, first)).isCloseTo(1, within(1e-6));
  }

  @Test
  void theOptionsHaveTextsAndDefaults() {
    EncoderLearner learner =
        (EncoderLearner)
            Learners.create("encoder", Map.of("init", "identity", "delta", "10", "k", "384"));
    assertThat(learner.settings().init()).isEqualTo(InitialRows.IDENTITY);
    assertThat(learner.settings().delta()).isEqualTo(10);
    assertThat(learner.options()).containsEntry("init", "identity").containsEntry("delta", "10.0");
    assertThat(EncoderOptions.DEFAULT.describe())
        .containsEntry("init", "random")
        .containsEntry("delta", "1.0E-6");
    assertThatThrownBy(() -> InitialRows.parse("zero")).hasMessageContaining("random or identity");
    assertThatThrownBy(() -> EncoderOptions.DEFAULT.withDelta(0)).hasMessageContaining("delta");
  }
}
