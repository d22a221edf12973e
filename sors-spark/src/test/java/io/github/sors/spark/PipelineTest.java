package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.eval.RankingEvaluation;
import io.github.sors.eval.RankingEvaluator;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Learners;
import io.github.sors.option.ListedOption;
import io.github.sors.spark.input.SparkVectors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.tuning.CrossValidator;
import org.apache.spark.ml.tuning.CrossValidatorModel;
import org.apache.spark.ml.tuning.ParamGridBuilder;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PipelineTest {

  @TempDir Path folder;

  private final LabelledRows rows = new LabelledRows(6, 60);
  private final BilinearModel local =
      rows.learnt(Algorithm.SORS_II, LabelledRows.options(), 1, 300)
          .snapshot()
          .withNormalization(Normalization.L2);
  private final List<SparseVector> normalized = Normalization.L2.applyAll(rows.vectors);
  private Dataset<Row> frame;
  private SorsSimilarityModel model;

  @BeforeEach
  void spreadTheModel() {
    model = SorsSimilarityModel.of(SharedSpark.session(), local);
    frame = rows.frame(2);
  }

  @Test
  void expandsQueriesWhetherTheModelIsSentOrJoined() {
    for (long sent : new long[] {1 << 20, 0}) {
      List<Row> expanded =
          model.setBroadcastEntries(sent).transform(frame).orderBy("id").collectAsList();
      for (int row = 0; row < expanded.size(); row++) {
        Vector actual = expanded.get(row).getAs("similarity");
        assertThat(SparkVectors.toSparse(actual))
            .as("row %d, sent up to %d", row, sent)
            .isEqualTo(local.expand(normalized.get(row)));
      }
    }
  }

  @Test
  void scoresPairsWhetherTheModelIsSentOrJoined() {
    StructType schema =
        new StructType()
            .add("features", SQLDataTypes.VectorType())
            .add("item", SQLDataTypes.VectorType());
    List<Row> pairs = new ArrayList<>();
    for (int row = 1; row < 20; row++) {
      pairs.add(
          RowFactory.create(
              SparkVectors.toSpark(rows.vectors.get(row), LabelledRows.DIMENSION),
              SparkVectors.toSpark(rows.vectors.get(row - 1), LabelledRows.DIMENSION)));
    }
    Dataset<Row> frameOfPairs = SharedSpark.session().createDataFrame(pairs, schema);
    for (long sent : new long[] {1 << 20, 0}) {
      List<Row> scored =
          model
              .setOutput(SorsSimilarityModel.SCORE)
              .setOutputCol("score")
              .setBroadcastEntries(sent)
              .transform(frameOfPairs)
              .collectAsList();
      assertThat(scored).hasSize(19);
      for (Row row : scored) {
        SparseVector query = Normalization.L2.apply(SparkVectors.toSparse(row.getAs("features")));
        SparseVector item = Normalization.L2.apply(SparkVectors.toSparse(row.getAs("item")));
        assertThat(row.<Double>getAs("score"))
            .isCloseTo(local.score(query, item), org.assertj.core.data.Offset.offset(1e-12));
      }
    }
  }

  @Test
  void findsTheNearestItemsOfAnotherFrame() {
    List<Row> found =
        model
            .setOutput(SorsSimilarityModel.NEIGHBOURS)
            .setOutputCol("nearest")
            .setIdCol("id")
            .setK(4)
            .setItems(frame.filter("id >= 20"))
            .transform(frame.filter("id < 20"))
            .orderBy("id")
            .collectAsList();

    assertThat(found).hasSize(20);
    for (Row row : found) {
      int query = (int) (long) row.<Long>getAs("id");
      List<String> expected =
          java.util.stream.IntStream.range(20, 60)
              .boxed()
              .sorted(
                  Comparator.comparingDouble(
                          (Integer item) ->
                              -local.scorerFor(normalized.get(query)).score(normalized.get(item)))
                      .thenComparing(Comparator.naturalOrder()))
              .limit(4)
              .map(String::valueOf)
              .toList();
      assertThat(row.<Row>getList(row.fieldIndex("nearest")))
          .as("query %d", query)
          .extracting(neighbour -> neighbour.getString(0))
          .isEqualTo(expected);
    }
    assertThatThrownBy(() -> model.setItems(null).transform(frame))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("setItems");
  }

  @Test
  void equalItemsAreFoundInTheirOrder() {
    List<Row> equal = new ArrayList<>();
    for (long id = 0; id < 10; id++) {
      equal.add(
          RowFactory.create(
              id, 1.0, SparkVectors.toSpark(rows.vectors.get(0), LabelledRows.DIMENSION)));
    }
    Row found =
        model
            .setOutput(SorsSimilarityModel.NEIGHBOURS)
            .setOutputCol("nearest")
            .setIdCol("id")
            .setK(4)
            .setItems(SharedSpark.session().createDataFrame(equal, frame.schema()))
            .transform(frame.filter("id = 20"))
            .first();

    assertThat(found.<Row>getList(found.fieldIndex("nearest")))
        .extracting(neighbour -> neighbour.getString(0))
        .containsExactly("0", "1", "2", "3");
  }

  @Test
  void evaluatesAsTheLocalEvaluatorDoes() {
    RankingEvaluation expected =
        new RankingEvaluator().withCutoffs(1, 5).evaluateWithin(local, normalized, rows.labels);

    Dataset<Row> expanded = model.transform(frame);
    SimilarityEvaluator evaluator = new SimilarityEvaluator();
    BulkEvaluation actual = evaluator.measure(expanded, 5, 1);

    assertThat(actual.map()).isCloseTo(expected.map(), org.assertj.core.data.Offset.offset(1e-12));
    assertThat(actual.precisionAt().keySet()).containsExactly(1, 5);
    assertThat(actual.precisionAt().get(5))
        .isCloseTo(expected.precisionAt(5), org.assertj.core.data.Offset.offset(1e-12));
    assertThat(actual.queries()).isEqualTo(expected.queries());
    assertThat(actual.skippedQueries()).isEqualTo(expected.skippedQueries());
    assertThat(evaluator.setMetric("precision@1").evaluate(expanded))
        .isEqualTo(actual.precisionAt().get(1));
    assertThatThrownBy(() -> evaluator.setMetric("recall").evaluate(expanded))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("precision@k");
    assertThatThrownBy(
            () -> evaluator.setExpansionCol("features").setMetric("map").evaluate(expanded))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("SorsSimilarityModel");
  }

  @Test
  void movesThroughModelFiles() throws IOException {
    Path first = folder.resolve("local.sors");
    Path second = folder.resolve("spark.sors");
    BilinearModel written = local.withFeatureNames(List.of("one", "two"));
    ModelFile.write(written, first);
    SorsSimilarityModel.readSors(SharedSpark.session(), first.toString())
        .writeSors(second.toUri().toString());
    assertThat(second).hasSameBinaryContentAs(first);
  }

  @Test
  void isPartOfAPipelineThatIsSavedAndLoaded() throws IOException {
    SorsSimilarity estimator =
        new SorsSimilarity()
            .setAlgorithm("sors-2")
            .setLambda(1e-4)
            .setEta("0.2")
            .setRounds(300)
            .setOutputCol("expanded");
    Pipeline pipeline = new Pipeline().setStages(new PipelineStage[] {estimator});
    String unfitted = folder.resolve("pipeline").toString();
    pipeline.write().save(unfitted);
    PipelineModel fitted = Pipeline.load(unfitted).fit(frame);
    String saved = folder.resolve("fitted").toString();
    fitted.write().save(saved);
    PipelineModel loaded = PipelineModel.load(saved);

    SorsSimilarityModel stage = (SorsSimilarityModel) loaded.stages()[0];
    LabelledRows.assertSame(stage.toBilinear(), local);
    assertThat(stage.getOutputCol()).isEqualTo("expanded");
    assertThat(stage.toBilinear().provenance())
        .isEqualTo(((SorsSimilarityModel) fitted.stages()[0]).toBilinear().provenance());
    assertThat(loaded.transform(frame).columns()).contains("expanded");
    SorsSimilarity copy = estimator.copy(new ParamMap().put(estimator.slices(), 7));
    assertThat(copy.getSlices()).isEqualTo(7);
    assertThat(copy.getLambda()).isEqualTo(1e-4);
    assertThat(copy.getEta()).isEqualTo("0.2");
    assertThat(estimator.getSlices()).isEqualTo(1);
  }

  @Test
  void hasAParamForEveryOptionOfTheAlgorithms() throws IOException {
    SorsSimilarity estimator = new SorsSimilarity();
    assertThat(estimator.params()).extracting(Param::name).doesNotHaveDuplicates();
    for (ListedOption option : Learners.options().options()) {
      String name = LearnerParams.paramName(option.name());
      Param<Object> param = estimator.getParam(name);
      if (!name.equals("seed")) {
        // that of the estimator is also that of the drawn triplets
        assertThat(param.doc()).isEqualTo(option.help());
      }
      assertThat(String.valueOf(estimator.getOrDefault(param)))
          .satisfies(option::requireValidForSome);
      if (!name.equals("seed")) {
        assertThatThrownBy(() -> estimator.setByName(name, "-1"))
            .isInstanceOf(InvalidInputException.class)
            .hasMessageContaining(option.name() + ": expected")
            .hasMessageContaining("-1");
      }
    }
    assertThatThrownBy(() -> estimator.setLambda(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("lambda: expected a number of at least 0 and at most 1e9, found '-1.0'");
    assertThatThrownBy(() -> estimator.setByName("lamda", "1")).hasMessageContaining("lamda");

    String saved = folder.resolve("estimator").toString();
    estimator.setByName("c", "0.25").setAlgorithm("oasis").setRounds(100).write().save(saved);
    SorsSimilarityModel learnt = SorsSimilarity.load(saved).fit(frame);
    assertThat(learnt.header().getAlgorithm()).isEqualTo("oasis");
    assertThat(learnt.header().getOptions()).containsEntry("c", "0.25").doesNotContainKey("lambda");
  }

  @Test
  void isTunedByACrossValidator() {
    SorsSimilarity estimator = new SorsSimilarity().setAlgorithm("sors-1").setRounds(400);
    CrossValidator validator =
        new CrossValidator()
            .setEstimator(estimator)
            .setEvaluator(new SimilarityEvaluator())
            .setEstimatorParamMaps(
                new ParamGridBuilder()
                    // so much shrinkage leaves nothing to rank by
                    .addGrid(estimator.lambda(), new double[] {1e-5, 10})
                    .build())
            .setNumFolds(2)
            .setSeed(3);
    CrossValidatorModel tuned = validator.fit(frame);
    assertThat(tuned.avgMetrics()[0]).isGreaterThan(tuned.avgMetrics()[1] + 0.05);
    assertThat(((SorsSimilarityModel) tuned.bestModel()).header().getOptions())
        .containsEntry("lambda", "1.0E-5");
  }

  @Test
  void valuesThatNoParamCanHaveAreRefusedWhenTheyAreSet() {
    SorsSimilarity estimator = new SorsSimilarity();
    assertThatThrownBy(() -> estimator.setPartitions(-3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("partitions: expected a whole number of at least 1, found '-3'");
    assertThatThrownBy(() -> estimator.setRounds(-5)).hasMessageContaining("rounds");
    assertThatThrownBy(() -> estimator.setSlices(0)).hasMessageContaining("slices");
    assertThatThrownBy(() -> estimator.setAlgorithm("sors"))
        .hasMessageContaining("unknown algorithm 'sors'");
    assertThatThrownBy(() -> estimator.setStrategy("parallel"))
        .hasMessage("strategy: expected auto or data-parallel or model-parallel, found 'parallel'");
    assertThatThrownBy(() -> estimator.setMixing("max"))
        .hasMessageContaining("scaled or sum or mean");
    assertThatThrownBy(() -> estimator.setNormalize("l3")).hasMessageContaining("l3");
    assertThatThrownBy(() -> estimator.setByName("batchSize", "0"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("batchSize");
    assertThatThrownBy(() -> model.setK(0)).hasMessageContaining("k: expected");
    assertThatThrownBy(() -> model.setOutput("rank"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("neighbours");
  }

  @Test
  void nullsAreRefusedInWords() {
    StructType schema =
        new StructType().add("features", SQLDataTypes.VectorType()).add("label", "string");
    Dataset<Row> holes =
        SharedSpark.session()
            .createDataFrame(
                List.of(
                    RowFactory.create(SparkVectors.toSpark(rows.vectors.get(0), 40), "a"),
                    RowFactory.create(null, "a"),
                    RowFactory.create(SparkVectors.toSpark(rows.vectors.get(1), 40), null)),
                schema);
    assertThatThrownBy(() -> new SorsSimilarity().fit(holes))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "expected a label and a vector to learn from for each of 3 items, found 2 without:"
                + " expected a label, found null, expected a vector, found null; correct them,"
                + " leave them out, or set handleInvalid to skip");
    assertThatThrownBy(() -> model.transform(holes).collectAsList())
        .hasStackTraceContaining("expected a vector, found null");
  }

  @Test
  void namesOfColumnsMayHaveDots() {
    Dataset<Row> dotted = frame.toDF("row.id", "row.label", "row.features");
    SorsSimilarityModel learnt =
        new SorsSimilarity()
            .setAlgorithm("sors-2")
            .setLambda(1e-4)
            .setEta("0.2")
            .setRounds(300)
            .setIdCol("row.id")
            .setLabelCol("row.label")
            .setFeaturesCol("row.features")
            .setOutputCol("row.expansion")
            .fit(dotted);
    LabelledRows.assertSame(learnt.toBilinear(), local);
    for (long sent : new long[] {1 << 20, 0}) {
      double map =
          new SimilarityEvaluator()
              .setFeaturesCol("row.features")
              .setLabelCol("row.label")
              .setExpansionCol("row.expansion")
              .evaluate(learnt.setBroadcastEntries(sent).transform(dotted));
      assertThat(map)
          .isCloseTo(
              new SimilarityEvaluator().evaluate(model.transform(frame)),
              org.assertj.core.data.Offset.offset(1e-12));
    }
    assertThat(
            learnt
                .setOutput(SorsSimilarityModel.NEIGHBOURS)
                .setOutputCol("row.nearest")
                .setIdCol("row.id")
                .setItems(dotted)
                .transform(dotted)
                .count())
        .isEqualTo(frame.count());
  }

  @Test
  void itemsAreSavedWithTheModel() throws IOException {
    model
        .setOutput(SorsSimilarityModel.NEIGHBOURS)
        .setOutputCol("nearest")
        .setIdCol("id")
        .setItems(frame.filter("id >= 20"));
    String saved = folder.resolve("model").toString();
    model.write().save(saved);
    assertThat(SorsSimilarityModel.load(saved).transform(frame).orderBy("id").collectAsList())
        .isEqualTo(model.transform(frame).orderBy("id").collectAsList());
  }

  @Test
  void foldsThatShareACheckpointFolderLearnWhatTheyLearnWithoutOne() {
    SorsSimilarity estimator =
        new SorsSimilarity().setAlgorithm("sors-1").setRounds(200).setSlices(2);
    CrossValidator validator =
        new CrossValidator()
            .setEstimator(estimator)
            .setEvaluator(new SimilarityEvaluator())
            .setEstimatorParamMaps(new ParamGridBuilder().build())
            .setNumFolds(2)
            .setSeed(3);
    double[] without = validator.fit(frame).avgMetrics();
    estimator.setCheckpointDir(folder.resolve("shared").toString());
    CrossValidatorModel with = validator.fit(frame);
    assertThat(with.avgMetrics()).isEqualTo(without);
    // the folders of the trainings are gone, and the models are still there
    assertThat(folder.resolve("shared").toFile().list())
        .isNotEmpty()
        .allMatch(name -> name.startsWith("model-"));
    assertThat(((SorsSimilarityModel) with.bestModel()).toBilinear().nonZeros()).isPositive();
  }

  @Test
  void schemasThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> model.setOutput("expansion").setOutputCol("label").transform(frame))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("outputCol");
    assertThatThrownBy(() -> model.setOutput("score").setOutputCol("score").transform(frame))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("'item'");
  }
}
