package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.InvalidInputException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a stage of Spark is expected to do besides its work. */
class MannersTest {

  @TempDir Path folder;

  private final LabelledRows rows = new LabelledRows(6, 60);
  private final Dataset<Row> frame = rows.frame(2);

  private static SorsSimilarity estimator() {
    return new SorsSimilarity().setAlgorithm("sors-2").setEta("0.2").setRounds(300);
  }

  private static Set<Integer> cached() {
    return new TreeSet<>(
        new JavaSparkContext(SharedSpark.session().sparkContext()).getPersistentRDDs().keySet());
  }

  /** What is cached now and was not before; Spark may free what other tests have left meanwhile. */
  private static Set<Integer> cachedSince(Set<Integer> before) {
    Set<Integer> now = cached();
    now.removeAll(before);
    return now;
  }

  @Test
  void nothingStaysCached() {
    for (String algorithm : new String[] {"encoder", "sors-2"}) {
      Set<Integer> before = cached();
      SorsSimilarityModel model =
          estimator()
              .setAlgorithm(algorithm)
              .setPartitions(2)
              .setSlices(2)
              .setSliceListener((slice, reached) -> reached.transform(frame).count())
              .fit(frame);
      // the rows of the model
      assertThat(cachedSince(before)).as("after fit, %s", algorithm).hasSizeLessThanOrEqualTo(1);

      new SimilarityEvaluator().evaluate(model.transform(frame));
      model.setOutput(SorsSimilarityModel.NEIGHBOURS).setItems(frame).transform(frame).count();
      model.release();
      assertThat(cachedSince(before)).as("after release, %s", algorithm).isEmpty();
    }
  }

  @Test
  void nothingStaysCachedAfterAnError() {
    Set<Integer> before = cached();
    Dataset<Row> oneClass = frame.filter("label = 0");
    assertThatThrownBy(() -> estimator().fit(oneClass)).isInstanceOf(InvalidInputException.class);
    assertThat(cachedSince(before)).isEmpty();
  }

  @Test
  void theSummaryHasTheLossAndTheValidationOfEverySlice() {
    Dataset<Row> marked = frame.withColumn("held out", functions.col("id").geq(40));
    SorsSimilarityModel model =
        estimator().setSlices(3).setValidationIndicatorCol("held out").fit(marked);
    TrainingSummary summary = model.summary();
    assertThat(summary.slices())
        .extracting(TrainingSummary.Slice::rounds)
        .containsExactly(100L, 200L, 300L);
    assertThat(summary.slices())
        .allSatisfy(slice -> assertThat(slice.meanLoss()).isPositive())
        .allSatisfy(slice -> assertThat(slice.validation()).isBetween(0.2, 1.0));
    assertThat(summary.meanLoss()).isCloseTo(model.progress().cumulativeLoss() / 300, within(1e-9));
    double measured = new SimilarityEvaluator().evaluate(model.transform(frame.filter("id >= 40")));
    assertThat(summary.validation()).isCloseTo(measured, within(1e-12));
    assertThat(summary.toString()).contains("slice 2: 200 rounds, mean loss 0.").contains(", MAP ");

    // the rows for validation are not learnt
    SorsSimilarityModel without = estimator().setSlices(3).fit(frame.filter("id < 40"));
    LabelledRows.assertSame(without.toBilinear(), model.toBilinear());
    assertThat(without.summary().validation()).isNaN();
    assertThatThrownBy(
            () ->
                estimator()
                    .setIdCol("id")
                    .setFeedback(marked)
                    .setValidationIndicatorCol("held out")
                    .fit(marked))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("validationIndicatorCol");
  }

  @Test
  void stagesSayWhatTheyAre() throws java.io.IOException {
    SorsSimilarity estimator = estimator();
    assertThat(estimator)
        .hasToString(
            "SorsSimilarity: uid="
                + estimator.uid()
                + ", algorithm=sors-2, strategy="
                + estimator.getStrategy()
                + ", rounds=300, partitions=1, slices=1");
    SorsSimilarityModel model = estimator.setRounds(20).fit(frame);
    assertThat(model)
        .hasToString(
            "SorsSimilarityModel: uid="
                + estimator.uid()
                + ", algorithm=sors-2, rounds=20, dimension=40, nonZeros="
                + model.nonZeros());
    assertThat(model.estimatedSize()).isEqualTo(8 * model.nonZeros());
    SimilarityEvaluator evaluator = new SimilarityEvaluator();
    assertThat(evaluator)
        .hasToString("SimilarityEvaluator: uid=" + evaluator.uid() + ", metric=map");

    String saved = folder.resolve("model").toString();
    model.write().save(saved);
    SorsSimilarityModel loaded = SorsSimilarityModel.load(saved);
    assertThat(model.hasSummary()).isTrue();
    assertThat(loaded.hasSummary()).isFalse();
    assertThatThrownBy(loaded::summary)
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("no summary");
  }

  @Test
  void sparkConnectFindsTheStages() {
    assertThat(java.util.ServiceLoader.load(org.apache.spark.ml.Estimator.class))
        .anyMatch(SorsSimilarity.class::isInstance);
    assertThat(java.util.ServiceLoader.load(org.apache.spark.ml.evaluation.Evaluator.class))
        .anyMatch(SimilarityEvaluator.class::isInstance);
    assertThat(java.util.ServiceLoader.load(org.apache.spark.ml.Transformer.class))
        .anyMatch(ClickTriplets.class::isInstance);
  }

  @Test
  void shrinkageHasTwoNames() throws java.io.IOException {
    SorsSimilarity estimator = new SorsSimilarity().setRegParam(0.25);
    assertThat(estimator.getLambda()).isEqualTo(0.25);
    assertThat(estimator.lambda()).isSameAs(estimator.regParam());
    assertThat(estimator.getParam("lambda")).isSameAs((Object) estimator.getParam("regParam"));
    assertThat(estimator.hasParam("lambda")).isTrue();
    estimator.setByName("lambda", "0.5").setByName("shrink-to", "identity");
    String saved = folder.resolve("estimator").toString();
    estimator.write().save(saved);
    assertThat(SorsSimilarity.load(saved).getRegParam()).isEqualTo(0.5);
    // as estimators were saved before
    Path metadata;
    try (var files = java.nio.file.Files.list(Path.of(saved, "metadata"))) {
      metadata =
          files
              .filter(file -> file.getFileName().toString().matches("part-\\d+.*"))
              .findFirst()
              .orElseThrow();
    }
    java.nio.file.Files.delete(metadata.resolveSibling("." + metadata.getFileName() + ".crc"));
    java.nio.file.Files.writeString(
        metadata,
        java.nio.file.Files.readString(metadata).replace("\"regParam\":0.5", "\"lambda\":0.125"));
    assertThat(SorsSimilarity.load(saved).getRegParam()).isEqualTo(0.125);
  }
}
