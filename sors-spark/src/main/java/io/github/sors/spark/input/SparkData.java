package io.github.sors.spark.input;

import io.github.sors.InvalidInputException;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.data.format.ReadOptions;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.LocatedData;
import io.github.sors.data.registry.Registry;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Loads data sets of {@code sors} into Spark; the driver reads them. */
public final class SparkData {

  private static final int ROWS_PER_CHUNK = 400;

  /** Rows of numbers, classes and vectors. */
  public static final StructType SCHEMA =
      new StructType()
          .add("id", DataTypes.LongType)
          .add("label", DataTypes.IntegerType)
          .add("features", SQLDataTypes.VectorType());

  private SparkData() {}

  /**
   * Reads files, or a data set of the registry, as {@code sors train} does.
   *
   * @param labelColumn of CSV files, or null, see {@link ReadOptions}
   */
  public static Dataset read(List<String> data, String labelColumn) throws IOException {
    if (data.size() == 1 && !Files.isRegularFile(Path.of(data.get(0)))) {
      Registry registry = Registry.standard(DataFolders.ofThisProcess());
      if (registry.find(data.get(0)).isEmpty()) {
        throw new InvalidInputException(
            "there is neither a file nor a data set called "
                + data.get(0)
                + ": check the path, or see 'sors data list' for names");
      }
      if (labelColumn != null) {
        throw new InvalidInputException(
            "the data set " + data.get(0) + " has labels: leave out --label");
      }
      return read(registry.locate(data.get(0)));
    }
    return DatasetReader.read(
        data.stream().map(Path::of).toList(), ReadOptions.DEFAULT.withLabelColumn(labelColumn));
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
  public static org.apache.spark.sql.Dataset<Row> frame(
      SparkSession session, Dataset dataset, int[] selected) {
    JavaSparkContext context = new JavaSparkContext(session.sparkContext());
    List<Chunk> chunks = new ArrayList<>();
    for (int from = 0; from < selected.length; from += ROWS_PER_CHUNK) {
      int to = Math.min(selected.length, from + ROWS_PER_CHUNK);
      chunks.add(new Chunk(dataset, Arrays.copyOfRange(selected, from, to)));
    }
    int dimension = dataset.dimension();
    return session.createDataFrame(
        context
            .parallelize(chunks, Math.max(1, chunks.size()))
            .flatMap(chunk -> chunk.rows(dimension)),
        SCHEMA);
  }

  /**
   * Rows in plain arrays. Spark sends them anew with every task that reads them, so they have to be
   * quick to write, and less than a megabyte.
   */
  private static final class Chunk implements Serializable {

    private static final long serialVersionUID = 1;

    private final int[] numbers;
    private final int[] labels;
    private final PackedVectors vectors;

    Chunk(Dataset dataset, int[] rows) {
      numbers = rows;
      labels = Arrays.stream(rows).map(dataset::label).toArray();
      vectors = PackedVectors.of(Arrays.stream(rows).mapToObj(dataset::vector).iterator());
    }

    Iterator<Row> rows(int dimension) {
      return IntStream.range(0, numbers.length)
          .mapToObj(
              k ->
                  RowFactory.create(
                      (long) numbers[k],
                      labels[k],
                      SparkVectors.toSpark(vectors.vector(k), dimension)))
          .iterator();
    }
  }
}
