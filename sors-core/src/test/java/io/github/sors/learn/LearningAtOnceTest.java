package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.learn.exactness.LiteralLearner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Learning many triplets at once gives every bit of learning them one by one. */
class LearningAtOnceTest {

  private static final int DIMENSION = 180;
  private static final int ROUNDS = 400;

  /** What the vectors are like. */
  private enum Data {
    /** No value is zero: rows are worked on as they lie. */
    DENSE(1),
    /** Some are, so that the columns of a round have to be gathered. */
    GAPS(0.8),
    /** Hardly dense enough for blocks. */
    THIN(0.4);

    final double density;

    Data(double density) {
      this.density = density;
    }
  }

  record Case(Algorithm algorithm, Data data, double eta, int threads) {

    OnlineBilinearLearner learner() {
      OnlineBilinearLearner learner =
          algorithm.create(
              Map.of(
                  "lambda",
                  "1e-3",
                  "eta",
                  Double.toString(eta),
                  "delta",
                  "0.1",
                  "c",
                  "0.1",
                  "r",
                  "0.1"));
      learner.setThreads(threads);
      return learner;
    }
  }

  static Stream<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Algorithm algorithm : Algorithm.values()) {
      for (Data data : Data.values()) {
        // from nearly no round without a loss to nearly none with one
        for (double eta : new double[] {1e-4, 0.01, 0.3}) {
          cases.add(new Case(algorithm, data, eta, cases.size() % 2 + 1));
        }
      }
    }
    return cases.stream();
  }

  /** A third of them: every algorithm with each kind of data and each step size. */
  static Stream<Case> someCases() {
    List<Case> all = cases().toList();
    return IntStream.range(0, all.size())
        .filter(k -> (k / 9 + k / 3 + k) % 3 == 0)
        .mapToObj(all::get);
  }

  /** Triplets that can be learnt: their classes differ in a few features. */
  private static List<Triplet> triplets(long seed, double density, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Triplet> triplets = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      int classNumber = random.nextInt(2);
      triplets.add(
          new Triplet(
              vector(random, classNumber, density),
              vector(random, classNumber, density),
              vector(random, 1 - classNumber, density)));
    }
    return triplets;
  }

  private static SparseVector vector(SplittableRandom random, int classNumber, double density) {
    float[] values = new float[DIMENSION];
    for (int j = 0; j < DIMENSION; j++) {
      if (random.nextDouble() < density) {
        values[j] = (float) ((random.nextDouble() - 0.5 + (j % 5 == classNumber ? 1 : 0)) / 8);
      }
    }
    return SparseVector.ofDense(values);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("cases")
  void equalsLearningOneByOneInEveryCase(Case testCase) {
    equalsLearningOneByOne(testCase);
  }

  @ParameterizedTest
  @MethodSource("someCases")
  void equalsLearningOneByOne(Case testCase) {
    List<Triplet> triplets = triplets(7, testCase.data.density, ROUNDS);
    OnlineBilinearLearner single = testCase.learner();
    OnlineBilinearLearner several = testCase.learner();
    double[] expected = triplets.stream().mapToDouble(single::learn).toArray();
    double[] losses = new double[0];
    SplittableRandom random = new SplittableRandom(8);
    for (int from = 0; from < ROUNDS; ) {
      int to = Math.min(ROUNDS, from + 1 + random.nextInt(200));
      double[] some = several.learn(triplets.subList(from, to));
      losses = concatenated(losses, some);
      from = to;
      if (random.nextInt(3) == 0) {
        // a look at the model in between changes nothing
        several.score(triplets.get(0).query(), triplets.get(0).positive());
      }
    }
    assertThat(losses).isEqualTo(expected);
    assertThat(several.progress()).isEqualTo(single.progress());
    assertThat(several.snapshot().columnArray()).isEqualTo(single.snapshot().columnArray());
    assertThat(several.snapshot().valueArray()).isEqualTo(single.snapshot().valueArray());
  }

  /** Rounds over sparse vectors, whose rows several threads share from round to round. */
  record SharedCase(Algorithm algorithm, double eta, boolean hashed, int threads) {

    OnlineBilinearLearner learner(int itsThreads) {
      OnlineBilinearLearner learner = new Case(algorithm, Data.THIN, eta, itsThreads).learner();
      if (hashed) {
        learner.setDenseLimit(0);
      }
      return learner;
    }
  }

  static Stream<SharedCase> sharedCases() {
    List<SharedCase> cases = new ArrayList<>();
    for (Algorithm algorithm :
        List.of(Algorithm.SORS_I, Algorithm.SORS_II, Algorithm.ADASORS_I, Algorithm.ADASORS_II)) {
      for (double eta : new double[] {1e-3, 0.3}) {
        for (int threads : new int[] {2, 5}) {
          cases.add(new SharedCase(algorithm, eta, cases.size() % 2 == 0, threads));
        }
      }
    }
    return cases.stream();
  }

  /**
   * A quarter: one of every algorithm, of both step sizes, numbers of threads and kinds of rows.
   */
  static Stream<SharedCase> someSharedCases() {
    List<SharedCase> all = sharedCases().toList();
    return IntStream.range(0, all.size()).filter(k -> k % 4 == 3 * (k / 4 % 2)).mapToObj(all::get);
  }

  /** Sparse vectors; frequent features are in most of them, and new ones come up all the time. */
  private static List<Triplet> sparseTriplets(long seed, int count) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Triplet> triplets = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      triplets.add(
          new Triplet(
              sparseVector(random, k), sparseVector(random, k), sparseVector(random, k + 1)));
    }
    // as large as it gets from the start: a round that makes the matrix larger is played alone
    triplets.set(
        0,
        new Triplet(
            SparseVector.of(new int[] {1_999}, new float[] {1}),
            sparseVector(random, 0),
            sparseVector(random, 1)));
    return triplets;
  }

  private static SparseVector sparseVector(SplittableRandom random, int classNumber) {
    float[] values = new float[2_000];
    for (int k = 0; k < 130; k++) {
      int feature = (int) (values.length * Math.pow(random.nextDouble(), 3));
      values[feature] =
          (float) ((random.nextDouble() + (feature % 2 == classNumber % 2 ? 1 : 0)) / 8);
    }
    return SparseVector.ofDense(values);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("sharedCases")
  void sharedRowsEqualLearningOneByOneInEveryCase(SharedCase testCase) {
    sharedRowsEqualLearningOneByOne(testCase);
  }

  @ParameterizedTest
  @MethodSource("someSharedCases")
  void sharedRowsEqualLearningOneByOne(SharedCase testCase) {
    List<Triplet> triplets = sparseTriplets(17, 200);
    OnlineBilinearLearner single = testCase.learner(1);
    OnlineBilinearLearner several = testCase.learner(testCase.threads);
    double[] expected = triplets.stream().mapToDouble(single::learn).toArray();
    double[] losses = several.learn(triplets.subList(0, 130));
    try (FrozenLearner frozen = several.freeze()) {
      // while somebody reads the matrix of round 130
      losses = concatenated(losses, several.learn(triplets.subList(130, 200)));
      OnlineBilinearLearner half = testCase.learner(1);
      half.learn(triplets.subList(0, 130));
      assertThat(frozen.model().valueArray()).isEqualTo(half.snapshot().valueArray());
    }
    assertThat(losses).isEqualTo(expected);
    assertThat(several.progress()).isEqualTo(single.progress());
    assertThat(several.snapshot().columnArray()).isEqualTo(single.snapshot().columnArray());
    assertThat(several.snapshot().valueArray()).isEqualTo(single.snapshot().valueArray());
  }

  @Test
  void aScoreThatIsNotFiniteStopsSharedRoundsWithAllBeforeLearnt() {
    List<Triplet> triplets = sparseTriplets(18, 100);
    // a step that makes entries large, and later a round that multiplies them with large values:
    // every product with the query is fine, but not the sum of a row
    triplets.set(40, new Triplet(filled(1e3f), triplets.get(40).positive(), filled(1e3f)));
    triplets.set(60, new Triplet(filled(1e-23f), filled(1e37f), triplets.get(60).negative()));
    OnlineBilinearLearner alone = new Case(Algorithm.SORS_I, Data.THIN, 0.1, 1).learner();
    OnlineBilinearLearner shared = new Case(Algorithm.SORS_I, Data.THIN, 0.1, 3).learner();
    Throwable expected = catchThrowable(() -> alone.learn(triplets));
    assertThatThrownBy(() -> shared.learn(triplets)).hasMessage(expected.getMessage());
    assertThat(shared.progress().rounds()).isEqualTo(60);
    assertThat(shared.progress()).isEqualTo(alone.progress());
    assertThat(shared.snapshot().valueArray()).isEqualTo(alone.snapshot().valueArray());
  }

  private static SparseVector filled(float value) {
    float[] values = new float[2_000];
    Arrays.fill(values, 0, 100, value);
    return SparseVector.ofDense(values);
  }

  private static double[] concatenated(double[] left, double[] right) {
    double[] both = Arrays.copyOf(left, left.length + right.length);
    System.arraycopy(right, 0, both, left.length, right.length);
    return both;
  }

  @Test
  void theCasesHaveRoundsWithAndWithoutLoss() {
    List<Triplet> triplets = triplets(7, 1, ROUNDS);
    List<Double> shares =
        someCases()
            .filter(testCase -> testCase.data == Data.DENSE)
            .map(
                testCase -> {
                  OnlineBilinearLearner learner = testCase.learner();
                  learner.learn(triplets);
                  return (double) learner.progress().activeRounds() / ROUNDS;
                })
            .toList();
    assertThat(shares).anyMatch(share -> share > 0.95);
    assertThat(shares).anyMatch(share -> share > 0.2 && share < 0.8);
    assertThat(shares).anyMatch(share -> share < 0.1);
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void equalsTheLiteralAlgorithm(Algorithm algorithm) {
    List<Triplet> triplets = triplets(9, 1, ROUNDS);
    OnlineBilinearLearner learner = new Case(algorithm, Data.DENSE, 0.03, 2).learner();
    LiteralLearner literal = LiteralLearner.of(learner, DIMENSION, DIMENSION);
    learner.learn(triplets);
    triplets.forEach(literal::learn);
    assertThat(literal.relativeError(learner.snapshot())).isLessThan(1e-5);
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void whatIsRefusedStopsItWithAllBeforeLearnt(Algorithm algorithm) {
    List<Triplet> triplets = triplets(10, 1, 40);
    float[] large = new float[DIMENSION];
    Arrays.fill(large, 3e38f);
    Triplet good = triplets.get(30);
    triplets.set(30, new Triplet(SparseVector.ofDense(large), good.positive(), good.negative()));
    OnlineBilinearLearner learner = new Case(algorithm, Data.DENSE, 0.03, 1).learner();
    OnlineBilinearLearner expected = new Case(algorithm, Data.DENSE, 0.03, 1).learner();
    assertThatThrownBy(() -> learner.learn(triplets)).hasMessageContaining("cannot be learnt");
    expected.learn(triplets.subList(0, 30));
    assertThat(learner.progress()).isEqualTo(expected.progress());
    assertThat(learner.snapshot().valueArray()).isEqualTo(expected.snapshot().valueArray());
  }

  @Test
  void tellsListenersOfEveryRoundInOrder() {
    OnlineBilinearLearner learner = new Case(Algorithm.SORS_I, Data.DENSE, 0.03, 1).learner();
    List<Long> rounds = new ArrayList<>();
    List<Double> losses = new ArrayList<>();
    learner.addListener(
        (round, loss) -> {
          rounds.add(round);
          losses.add(loss);
          assertThat(learner.progress().rounds()).isEqualTo(round);
        });
    double[] expected = learner.learn(triplets(11, 1, 100));
    assertThat(losses.stream().mapToDouble(loss -> loss).toArray()).isEqualTo(expected);
    assertThat(rounds).startsWith(1L, 2L, 3L).endsWith(99L, 100L);
  }

  @Test
  void checkpointsBetweenBlocksGoOnBitForBit(@TempDir Path folder) throws IOException {
    List<Triplet> triplets = triplets(12, 1, 300);
    OnlineBilinearLearner learner = new Case(Algorithm.ADASORS_II, Data.DENSE, 0.03, 1).learner();
    OnlineBilinearLearner whole = new Case(Algorithm.ADASORS_II, Data.DENSE, 0.03, 1).learner();
    whole.learn(triplets);
    learner.learn(triplets.subList(0, 117));
    Path file = folder.resolve("some.checkpoint");
    new Checkpoint(learner, Map.of()).write(file);
    OnlineBilinearLearner resumed = Checkpoint.read(file).bilinearLearner();
    resumed.learn(triplets.subList(117, 300));
    assertThat(resumed.snapshot().valueArray()).isEqualTo(whole.snapshot().valueArray());
    assertThat(resumed.progress()).isEqualTo(whole.progress());
  }
}
