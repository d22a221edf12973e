package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.data.format.ReadOptions;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.LocatedData;
import io.github.sors.data.registry.Registry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Loads data sets of {@code sors} into Spark; the driver reads them. */
final class SparkData {

  private static final int ROWS_A_SLICE = 400;

  /** Rows of numbers, classes and vectors. */
  static final StructType SCHEMA =
      new StructType()
          .add("id", DataTypes.LongType)
          .add("label", DataTypes.IntegerType)
          .add("features", SQLDataTypes.VectorType());

  private SparkData() {}

  /** Reads files, or a data set of the registry, as {@code sors train} does. */
  static Dataset read(List<String> data) throws IOException {
    if (data.size() == 1 && !Files.isRegularFile(Path.of(data.get(0)))) {
      Registry registry = Registry.standard(DataFolders.ofThisProcess());
      if (registry.find(data.get(0)).isEmpty()) {
        throw new InvalidInputException(
            "there is neither a file nor a data set called "
                + data.get(0)
                + ": check the path, or see 'sors data list' for names");
      }
      return read(registry.locate(data.get(0)));
    }
    return DatasetReader.read(data.stream().map(Path::of).toList(), ReadOptions.DEFAULT);
  }

  private static Dataset read(LocatedData located) throws IOException {
    if (located.isBuiltIn()) {
      return located.builtIn().get();
    }
    ReadOptions options =
        ReadOptions.DEFAULT
            .withLabels(located.labels())
            .withFeatureNames(located.featureNames())
            .withRowNames(located.rowNames());
    Dataset read = DatasetReader.read(located.files(), options);
    located.checkShape(read);
    return read.named(located.name());
  }

  /** Some rows of a data set, as the columns id, label and features. */
  static org.apache.spark.sql.Dataset<Row> frame(
      SparkSession session, Dataset dataset, int[] selected) {
    List<Row> rows = new ArrayList<>(selected.length);
    for (int row : selected) {
      rows.add(
          RowFactory.create(
              (long) row,
              dataset.label(row),
              SparkVectors.toSpark(dataset.vector(row), dataset.dimension())));
    }
    JavaSparkContext context = new JavaSparkContext(session.sparkContext());
    // slices small enough for tasks of less than a megabyte
    int slices = Math.max(context.defaultParallelism(), 1 + rows.size() / ROWS_A_SLICE);
    return session.createDataFrame(context.parallelize(rows, slices), SCHEMA);
  }
}
