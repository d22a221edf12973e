package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.learn.Algorithm;
import io.github.sors.spark.input.SparkVectors;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.Pipeline;
import org.apache.spark.ml.PipelineModel;
import org.apache.spark.ml.PipelineStage;
import org.apache.spark.ml.feature.HashingTF;
import org.apache.spark.ml.feature.IDF;
import org.apache.spark.ml.feature.Tokenizer;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.mllib.linalg.VectorUDT;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.LongAccumulator;
import org.junit.jupiter.api.Test;

/** Data in the forms that tables have it. */
class FeatureColumnsTest {

  private final LabelledRows rows = new LabelledRows(6, 60);
  private final BilinearModel local =
      rows.learnt(Algorithm.SORS_II, LabelledRows.options(), 1, 300).snapshot();

  private static SorsSimilarity estimator() {
    return new SorsSimilarity()
        .setAlgorithm("sors-2")
        .setRegParam(1e-4)
        .setEta("0.2")
        .setRounds(300);
  }

  /** A form of a vector, as the values of a row. */
  private interface Form {
    Object[] of(SparseVector vector);
  }

  private Dataset<Row> frame(Form form, StructType columns) {
    StructType schema = columns.add("label", DataTypes.DoubleType);
    List<Row> made = new java.util.ArrayList<>();
    for (int row = 0; row < rows.labels.length; row++) {
      Object[] features =
          form.of(SparkVectors.toSpark(rows.vectors.get(row), LabelledRows.DIMENSION).toSparse());
      Object[] all = Arrays.copyOf(features, features.length + 1);
      all[features.length] = (double) rows.labels[row];
      made.add(RowFactory.create(all));
    }
    return SharedSpark.session().createDataFrame(made, schema);
  }

  private static StructType features(DataType type) {
    return new StructType().add("features", type);
  }

  private static Object[] indices(SparseVector vector) {
    return Arrays.stream(vector.indices()).boxed().toArray();
  }

  private static Object[] values(SparseVector vector) {
    return Arrays.stream(vector.values()).boxed().toArray();
  }

  @Test
  void everyFormOfTheSameVectorsLearnsTheSameModel() {
    Map<String, Dataset<Row>> forms = new LinkedHashMap<>();
    forms.put(
        "array<double>",
        frame(
            vector -> new Object[] {Arrays.stream(vector.toArray()).boxed().toArray()},
            features(DataTypes.createArrayType(DataTypes.DoubleType))));
    forms.put(
        "array<float>",
        frame(
            vector -> {
              Object[] floats = new Object[vector.size()];
              Arrays.setAll(floats, j -> (float) vector.apply(j));
              return new Object[] {floats};
            },
            features(DataTypes.createArrayType(DataTypes.FloatType))));
    forms.put(
        "map<int,double>",
        frame(
            vector -> {
              Map<Integer, Double> map = new LinkedHashMap<>();
              for (int k = vector.indices().length - 1; k >= 0; k--) {
                map.put(vector.indices()[k], vector.values()[k]);
              }
              return new Object[] {map};
            },
            features(DataTypes.createMapType(DataTypes.IntegerType, DataTypes.DoubleType))));
    forms.put(
        "vector of MLlib",
        frame(
            vector -> new Object[] {org.apache.spark.mllib.linalg.Vectors.fromML(vector)},
            features(new VectorUDT())));
    forms.put(
        "struct<indices,values>",
        frame(
            vector -> new Object[] {RowFactory.create(indices(vector), values(vector))},
            features(
                new StructType()
                    .add("indices", DataTypes.createArrayType(DataTypes.IntegerType))
                    .add("values", DataTypes.createArrayType(DataTypes.DoubleType)))));
    forms.forEach(
        (form, frame) ->
            assertThat(estimator().fit(frame).toBilinear().valueArray())
                .as(form)
                .isEqualTo(local.valueArray()));
    // and is expanded and evaluated
    SorsSimilarityModel model = SorsSimilarityModel.of(SharedSpark.session(), local);
    double expected = new SimilarityEvaluator().evaluate(model.transform(rows.frame(2)));
    Dataset<Row> expanded = model.transform(forms.get("map<int,double>"));
    assertThat(expanded.columns()).containsExactly("features", "label", "similarity");
    assertThat(new SimilarityEvaluator().evaluate(expanded)).isCloseTo(expected, within(1e-12));
  }

  @Test
  void indicesAndValuesMayBeTwoColumns() {
    Dataset<Row> frame =
        frame(
            vector -> new Object[] {indices(vector), values(vector)},
            new StructType()
                .add("at", DataTypes.createArrayType(DataTypes.IntegerType))
                .add("features", DataTypes.createArrayType(DataTypes.DoubleType)));
    SorsSimilarityModel model = estimator().setIndicesCol("at").fit(frame);
    assertThat(model.toBilinear().valueArray()).isEqualTo(local.valueArray());
    assertThat(new SimilarityEvaluator().setIndicesCol("at").evaluate(model.transform(frame)))
        .isGreaterThan(0.4);
    List<Row> nearest =
        model
            .setOutput(SorsSimilarityModel.NEIGHBOURS)
            .setK(2)
            .setItems(frame)
            .transform(frame.limit(3))
            .collectAsList();
    assertThat(nearest).hasSize(3);
    assertThat(nearest.get(0).<Row>getList(nearest.get(0).fieldIndex("similarity"))).hasSize(2);
    assertThatThrownBy(() -> estimator().setIndicesCol("label").fit(frame))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("indices column 'label'")
        .hasMessageContaining("double");
    assertThatThrownBy(() -> estimator().setFeaturesCol("label").setLabelCol("at").fit(frame))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected vectors in column 'label', found double");
  }

  @Test
  void rowsWithoutAVectorAreAnErrorOrSkippedOrKept() {
    Dataset<Row> frame =
        SharedSpark.session()
            .createDataFrame(
                List.of(
                    RowFactory.create("a", new Object[] {0, 2}, new Object[] {1.0, 0.5}),
                    RowFactory.create("a", new Object[] {0, 1}, new Object[] {1.0, 0.4}),
                    RowFactory.create("b", new Object[] {3, 1}, new Object[] {1.0, 0.3}),
                    RowFactory.create("none", null, new Object[] {1.0}),
                    RowFactory.create("uneven", new Object[] {1, 2}, new Object[] {1.0}),
                    RowFactory.create("negative", new Object[] {-1}, new Object[] {1.0}),
                    RowFactory.create("twice", new Object[] {4, 4}, new Object[] {1.0, 2.0}),
                    RowFactory.create("no number", new Object[] {1}, new Object[] {Double.NaN})),
                new StructType()
                    .add("label", "string")
                    .add("at", DataTypes.createArrayType(DataTypes.IntegerType))
                    .add("features", DataTypes.createArrayType(DataTypes.DoubleType)));
    SorsSimilarity estimator = estimator().setIndicesCol("at");
    assertThatThrownBy(() -> estimator.fit(frame.filter("label <> 'none'")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("for each of 7 items, found 4 without")
        .hasMessageContaining("expected as many values as indices, found 2")
        .hasMessageContaining("expected finite numbers, found NaN");
    SorsSimilarityModel model = estimator.setHandleInvalid("skip").fit(frame);
    assertThat(model.getHandleInvalid()).isEqualTo("skip");
    assertThat(model.header().getQueryDimension()).isEqualTo(4);
    assertThat(model.transform(frame).count()).isEqualTo(3);
    Dataset<Row> kept = model.setHandleInvalid("keep").transform(frame);
    assertThat(kept.columns()).containsExactly("label", "at", "features", "similarity");
    assertThat(kept.filter("similarity is null").count()).isEqualTo(5);
    assertThat(kept.filter("similarity is not null").count()).isEqualTo(3);
    assertThat(new SimilarityEvaluator().setIndicesCol("at").measure(kept, 1).queries())
        .isEqualTo(2);
    SorsSimilarityModel encoder =
        new SorsSimilarity().setRounds(20).setIndicesCol("at").setHandleInvalid("keep").fit(frame);
    assertThat(encoder.transform(frame).filter("similarity is null").count()).isEqualTo(5);
    assertThatThrownBy(() -> model.setHandleInvalid("error").transform(frame).collectAsList())
        .hasStackTraceContaining("expected");
    assertThatThrownBy(() -> model.setHandleInvalid("drop"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("handleInvalid: expected error or skip or keep, found 'drop'");
  }

  @Test
  void textIsLearntThroughAPipeline() {
    List<Row> texts = new java.util.ArrayList<>();
    for (int row = 0; row < 24; row++) {
      texts.add(
          RowFactory.create(
              row % 2 == 0 ? "sport" : "law",
              row % 2 == 0 ? "the goal of match " + row : "the vote of court " + row));
    }
    Dataset<Row> frame =
        SharedSpark.session()
            .createDataFrame(texts, new StructType().add("label", "string").add("text", "string"));
    PipelineModel fitted =
        new Pipeline()
            .setStages(
                new PipelineStage[] {
                  new Tokenizer().setInputCol("text").setOutputCol("words"),
                  new HashingTF()
                      .setInputCol("words")
                      .setOutputCol("counts")
                      .setNumFeatures(1 << 10),
                  new IDF().setInputCol("counts").setOutputCol("features"),
                  new SorsSimilarity().setRounds(500)
                })
            .fit(frame);
    assertThat(new SimilarityEvaluator().evaluate(fitted.transform(frame))).isGreaterThan(0.99);
  }

  @Test
  void theInputIsReadOnce() {
    LongAccumulator read = SharedSpark.session().sparkContext().longAccumulator();
    Dataset<Row> source = rows.frame(3);
    Dataset<Row> counted =
        SharedSpark.session()
            .createDataFrame(
                source
                    .javaRDD()
                    .map(
                        row -> {
                          read.add(1);
                          return row;
                        }),
                source.schema());
    // with ids, which are sorted, and without
    LabelledRows.assertSame(estimator().setIdCol("id").fit(counted).toBilinear(), local);
    assertThat(read.value()).isEqualTo(60);
    read.reset();
    estimator().setSlices(2).fit(counted);
    assertThat(read.value()).isEqualTo(60);

    read.reset();
    Dataset<Row> triplet =
        SharedSpark.session().sql("SELECT 1L AS query, 2L AS positive, 3L AS negative");
    estimator().setIdCol("id").setFeedback(triplet).fit(counted);
    assertThat(read.value()).isEqualTo(60);
  }

  @Test
  void parquetKeepsVectorsAndArrays(@org.junit.jupiter.api.io.TempDir java.nio.file.Path folder) {
    String file = folder.resolve("rows.parquet").toString();
    rows.frame(2).write().parquet(file);
    Dataset<Row> read = SharedSpark.session().read().parquet(file);
    assertThat(read.schema().apply("features").dataType()).isEqualTo(SQLDataTypes.VectorType());
    LabelledRows.assertSame(estimator().setIdCol("id").fit(read).toBilinear(), local);
  }
}
