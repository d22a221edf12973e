package io.github.sors.spark.bench;

import io.github.sors.spark.input.SparkData;
import java.io.Serializable;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;

/**
 * Generated labelled rows for benchmarks: half of a row's features are specific to its class, the
 * others are drawn from all. The executors generate them, and a row depends only on its number.
 *
 * @param rows the number of rows
 * @param dimension the number of features
 * @param features the number of features of a row; fewer if one is drawn twice
 * @param classes the number of classes, all of the same size
 */
public record GeneratedRows(long rows, int dimension, int features, int classes)
    implements Serializable {

  public Dataset<Row> frame(SparkSession session, int partitions) {
    GeneratedRows shape = this;
    JavaRDD<Row> generated =
        session.range(0, rows, 1, partitions).javaRDD().map(number -> shape.row(number));
    return session.createDataFrame(generated, SparkData.SCHEMA);
  }

  private Row row(long number) {
    SplittableRandom random = new SplittableRandom(number);
    int label = (int) (number % classes);
    int ofClass = dimension / classes;
    TreeSet<Integer> drawn = new TreeSet<>();
    for (int k = 0; k < features; k++) {
      drawn.add(k % 2 == 0 ? label * ofClass + random.nextInt(ofClass) : random.nextInt(dimension));
    }
    int[] indices = drawn.stream().mapToInt(Integer::intValue).toArray();
    double[] values = random.doubles(indices.length, 0.5, 1.5).toArray();
    return RowFactory.create(number, label, Vectors.sparse(dimension, indices, values));
  }
}
