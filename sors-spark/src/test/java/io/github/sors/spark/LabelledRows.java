package io.github.sors.spark;

import io.github.sors.BilinearModel;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.spark.input.SparkVectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Random rows with classes in them, for Spark and for the local learners. */
final class LabelledRows {

  static final int DIMENSION = 40;
  private static final int CLASSES = 4;
  private static final StructType SCHEMA =
      new StructType()
          .add("id", DataTypes.LongType)
          .add("label", DataTypes.DoubleType)
          .add("features", SQLDataTypes.VectorType());

  final List<SparseVector> vectors = new ArrayList<>();
  final int[] labels;

  LabelledRows(long seed, int rows) {
    SplittableRandom random = new SplittableRandom(seed);
    labels = new int[rows];
    for (int row = 0; row < rows; row++) {
      // the last class has one row only
      labels[row] = row == rows / 2 ? CLASSES - 1 : random.nextInt(CLASSES - 1);
      float[] values = new float[DIMENSION];
      for (int j = 0; j < DIMENSION; j++) {
        boolean typical = j % CLASSES == labels[row];
        if (random.nextDouble() < (typical ? 0.3 : 0.12)) {
          values[j] = (float) (typical ? 0.2 + random.nextDouble() : random.nextDouble() - 0.4);
        }
      }
      vectors.add(SparseVector.ofDense(values));
    }
  }

  Dataset<Row> frame(int partitions) {
    List<Row> rows = new ArrayList<>();
    for (int row = 0; row < labels.length; row++) {
      rows.add(
          RowFactory.create(
              (long) row, (double) labels[row], SparkVectors.toSpark(vectors.get(row), DIMENSION)));
    }
    return SharedSpark.session()
        .createDataFrame(
            new org.apache.spark.api.java.JavaSparkContext(SharedSpark.session().sparkContext())
                .parallelize(rows, partitions),
            SCHEMA);
  }

  TripletSampler sampler(long seed) {
    return TripletSampler.of(labels, IntStream.range(0, labels.length).toArray(), seed);
  }

  /** What the local learner makes of the first triplets that are drawn. */
  OnlineBilinearLearner learnt(
      Algorithm algorithm, Map<String, String> options, long seed, long rounds) {
    OnlineBilinearLearner learner = algorithm.create(options);
    List<SparseVector> normalized = Normalization.L2.applyAll(vectors);
    TripletSampler sampler = sampler(seed);
    TripletRows rows = new TripletRows();
    for (long position = 0; position < rounds; position++) {
      sampler.read(position, rows);
      learner.learn(rows.of(normalized));
    }
    return learner;
  }

  static Map<String, String> options() {
    return Map.of(
        "lambda",
        "1e-4",
        "eta",
        "0.2",
        "queryDimension",
        Integer.toString(DIMENSION),
        "itemDimension",
        Integer.toString(DIMENSION));
  }

  static void assertSame(BilinearModel actual, BilinearModel expected) {
    org.assertj.core.api.Assertions.assertThat(actual.queryDimension())
        .isEqualTo(expected.queryDimension());
    org.assertj.core.api.Assertions.assertThat(actual.columnArray())
        .isEqualTo(expected.columnArray());
    org.assertj.core.api.Assertions.assertThat(actual.valueArray())
        .isEqualTo(expected.valueArray());
  }
}
