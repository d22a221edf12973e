package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.LearningProgress;
import io.github.sors.Similarities;
import io.github.sors.eval.RankingEvaluator;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.OnlineBilinearLearner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TrainingTest {

  private static final long SEED = 5;

  @TempDir Path folder;

  private final LabelledRows rows = new LabelledRows(3, 80);

  @BeforeEach
  void needsSpark() {
    SharedSpark.start();
  }

  private SorsSimilarity estimator(Algorithm algorithm, long rounds) {
    return new SorsSimilarity()
        .setAlgorithm(algorithm.label())
        .setLambda(1e-4)
        .setEta("0.2")
        .setSeed(SEED)
        .setRounds(rounds);
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void onePartitionAndOneSliceAreTheLocalLearner(Algorithm algorithm) {
    OnlineBilinearLearner local = rows.learnt(algorithm, LabelledRows.options(), SEED, 300);

    SorsSimilarityModel model = estimator(algorithm, 300).fit(rows.frame(3));

    LabelledRows.assertSame(model.toBilinear(), local.snapshot());
    assertThat(model.progress()).isEqualTo(local.progress());
    assertThat(model.nonZeros()).isEqualTo(local.snapshot().nonZeros());
    assertThat(model.sparsity()).isEqualTo(local.snapshot().sparsity());
    assertThat(model.toBilinear().provenance().options())
        .isEqualTo(local.snapshot().provenance().options());
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void batchesOfOneOverBlocksOfRowsAreTheLocalLearner(Algorithm algorithm) {
    OnlineBilinearLearner local = rows.learnt(algorithm, LabelledRows.options(), SEED, 12);

    SorsSimilarityModel model =
        estimator(algorithm, 12)
            .setStrategy(SorsSimilarity.MODEL_PARALLEL)
            .setPartitions(2)
            .setBatchSize(1)
            .fit(rows.frame(2));

    LabelledRows.assertSame(model.toBilinear(), local.snapshot());
    assertThat(model.progress()).isEqualTo(local.progress());
  }

  @Test
  void theCovarianceOfAromaCanBeChosen() {
    Map<String, String> options = new TreeMap<>(LabelledRows.options());
    options.put("covariance", "exact");
    BilinearModel exact = rows.learnt(Algorithm.AROMA, options, SEED, 12).snapshot();
    SorsSimilarity estimator = estimator(Algorithm.AROMA, 12).setCovariance("exact");

    LabelledRows.assertSame(estimator.fit(rows.frame(2)).toBilinear(), exact);
    LabelledRows.assertSame(
        estimator
            .setStrategy(SorsSimilarity.MODEL_PARALLEL)
            .setBatchSize(1)
            .fit(rows.frame(2))
            .toBilinear(),
        exact);
    assertThatThrownBy(() -> estimator.setCovariance("full"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("projected or exact");
  }

  @Test
  void severalPartitionsAndSlicesLearnToo() {
    LabelledRows many = new LabelledRows(4, 200);
    List<Integer> slices = new ArrayList<>();
    List<Long> rounds = new ArrayList<>();
    BilinearModel model =
        estimator(Algorithm.ADASORS_II, 3000)
            .setPartitions(3)
            .setSlices(4)
            .setBatchSize(125)
            .setSliceListener(
                (slice, reached) -> {
                  slices.add(slice);
                  rounds.add(reached.progress().rounds());
                })
            .fit(many.frame(2))
            .toBilinear();

    assertThat(slices).containsExactly(1, 2, 3, 4);
    assertThat(rounds).containsExactly(750L, 1500L, 2250L, 3000L);
    RankingEvaluator evaluator = new RankingEvaluator();
    double start = evaluator.evaluateWithin(Similarities.cosine(), many.vectors, many.labels).map();
    double reached = evaluator.evaluateWithin(model, many.vectors, many.labels).map();
    assertThat(reached).isGreaterThan(start + 0.1);
  }

  @Test
  void batchesOverSeveralBlocksComeCloseToTheLocalLearner() {
    LabelledRows many = new LabelledRows(4, 200);
    RankingEvaluator evaluator = new RankingEvaluator();
    BilinearModel local =
        many.learnt(Algorithm.ADASORS_II, LabelledRows.options(), SEED, 2000).snapshot();
    BilinearModel together =
        estimator(Algorithm.ADASORS_II, 2000)
            .setPartitions(2)
            .setBatchSize(200)
            .fit(many.frame(2))
            .toBilinear();

    double expected = evaluator.evaluateWithin(local, many.vectors, many.labels).map();
    double reached = evaluator.evaluateWithin(together, many.vectors, many.labels).map();
    assertThat(reached).isGreaterThan(expected - 0.03);
  }

  @Test
  void aTaskThatIsRunAgainChangesNothing() {
    for (int batchSize : new int[] {10, 100}) {
      SorsSimilarity estimator =
          estimator(Algorithm.SORS_II, 40).setPartitions(2).setSlices(2).setBatchSize(batchSize);
      BilinearModel undisturbed = estimator.fit(rows.frame(2)).toBilinear();
      List<BilinearModel> disturbed = new ArrayList<>();
      int failures =
          FailingTasks.during(() -> disturbed.add(estimator.fit(rows.frame(2)).toBilinear()));
      assertThat(failures).as("tasks that failed").isGreaterThan(5);
      LabelledRows.assertSame(disturbed.get(0), undisturbed);
    }
  }

  @Test
  void theTripletsDoNotDependOnThePartitionsOfTheRows() {
    SorsSimilarity estimator = estimator(Algorithm.SORS_I, 200).setIdCol("id");
    BilinearModel expected = estimator.fit(rows.frame(1)).toBilinear();
    LabelledRows.assertSame(estimator.fit(rows.frame(3).orderBy("label")).toBilinear(), expected);
  }

  @Tag("full")
  @Test
  void aTrainingOfOnePartitionGoesOnFromItsCheckpoint() throws IOException {
    goesOnFromItsCheckpoint(1);
  }

  @Test
  void aTrainingGoesOnFromItsCheckpoint() throws IOException {
    goesOnFromItsCheckpoint(2);
  }

  private void goesOnFromItsCheckpoint(int partitions) throws IOException {
    String target = folder.toString();
    SorsSimilarity estimator =
        estimator(Algorithm.ADASORS_II, 80).setPartitions(partitions).setSlices(4).setBatchSize(20);
    BilinearModel expected = estimator.fit(rows.frame(2)).toBilinear();
    SorsSimilarity stopped =
        estimator
            .copy(new org.apache.spark.ml.param.ParamMap())
            .setCheckpointDir(target)
            .setSliceListener(
                (slice, model) -> {
                  if (slice == 2) {
                    throw new IllegalStateException("stopped");
                  }
                });
    assertThatThrownBy(() -> stopped.fit(rows.frame(2))).hasMessage("stopped");

    // as a process leaves it that is killed while it writes the next one
    try (Stream<Path> fits = Files.list(Path.of(target))) {
      Files.createDirectories(fits.findFirst().orElseThrow().resolve("slice-000003/rows"));
    }

    List<Integer> slices = new ArrayList<>();
    SorsSimilarityModel resumed =
        stopped.setSliceListener((slice, model) -> slices.add(slice)).fit(rows.frame(2));

    assertThat(slices).containsExactly(3, 4);
    LabelledRows.assertSame(resumed.toBilinear(), expected);
    assertThat(resumed.progress().rounds()).isEqualTo(80);
    // what another training has reached is not gone on from
    slices.clear();
    stopped.setSeed(SEED + 1).fit(rows.frame(2));
    stopped.setSeed(SEED).fit(rows.frame(2).filter("id > 0"));
    assertThat(slices).containsExactly(1, 2, 3, 4, 1, 2, 3, 4);
  }

  @Test
  void aBlockThatWasLostPlaysItsRoundsAgain() {
    SorsSimilarity estimator = estimator(Algorithm.SORS_I, 60).setPartitions(2).setBatchSize(10);
    BilinearModel expected = estimator.fit(rows.frame(2)).toBilinear();
    SorsSimilarityModel model = estimator.fit(rows.frame(2));
    // forgets what is cached, blocks and their learners included
    new org.apache.spark.api.java.JavaSparkContext(SharedSpark.session().sparkContext())
        .getPersistentRDDs()
        .values()
        .forEach(cached -> cached.unpersist(true));
    LabelledRows.assertSame(model.toBilinear(), expected);
  }

  @Test
  void aStrategyThatTheAlgorithmDoesNotHaveIsRefused() {
    assertRefused(
        estimator(Algorithm.SORS_I, 10).setStrategy(SorsSimilarity.DATA_PARALLEL),
        "sors-1 is learnt model-parallel");
    assertRefused(
        new SorsSimilarity().setStrategy(SorsSimilarity.MODEL_PARALLEL),
        "encoder is learnt data-parallel");
    assertRefused(new SorsSimilarity().setByName("batch", "8"), "one triplet at a time");
  }

  @Test
  void whatCanNotBeLearntIsRefusedBeforeAnyTaskRuns() {
    assertThatThrownBy(() -> estimator(Algorithm.SORS_I, 10).setLambda(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lambda: expected a number of at least 0");
    assertRefused(estimator(Algorithm.SORS_I, 10).setNormalize("tf-idf"), "IDF");
    assertRefused(estimator(Algorithm.SORS_I, 10).setLabelCol("class"), "class");
    assertRefused(estimator(Algorithm.SORS_I, 10).setFeaturesCol("label"), "vectors");
    assertThatThrownBy(() -> estimator(Algorithm.SORS_I, 10).fit(rows.frame(1).filter("label = 1")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("two classes");
  }

  private void assertRefused(SorsSimilarity estimator, String word) {
    assertThatThrownBy(() -> estimator.fit(rows.frame(1)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining(word);
  }

  @Test
  void noRoundsLeaveTheIdentity() {
    SorsSimilarityModel model = estimator(Algorithm.SORS_I, 0).fit(rows.frame(1));
    assertThat(model.nonZeros()).isEqualTo(LabelledRows.DIMENSION);
    assertThat(model.progress()).isEqualTo(LearningProgress.NONE);
  }
}
