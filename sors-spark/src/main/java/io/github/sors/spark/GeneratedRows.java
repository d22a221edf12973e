package io.github.sors.spark;

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
 * Labelled rows that nobody has to store, for measuring: half of a row's features are of its class,
 * half are from everywhere. The executors make them, and a row depends on its number alone.
 *
 * @param rows how many
 * @param dimension how many features there are
 * @param features how many of them a row has, or a few less where the same is drawn twice
 * @param classes how many classes, all of the same size
 */
record GeneratedRows(long rows, int dimension, int features, int classes) implements Serializable {

  Dataset<Row> frame(SparkSession session, int partitions) {
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
