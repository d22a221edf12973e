package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.Triplet;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.OnlineBilinearLearner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Learns from a stream of triplets, each exactly once, and publishes a model from time to time.
 *
 * <pre>{@code
 * triplets.writeStream()
 *     .option("checkpointLocation", "/data/clicks")
 *     .foreachBatch(new StreamingLearner(settings))
 *     .start();
 * }</pre>
 *
 * <p>The learner runs on the driver, which takes the rows of a batch one by one. After each batch
 * it is written to {@code learner.checkpoint} in its folder together with the batch's number, whole
 * or not at all. Spark repeats a batch under the same number when a query is started again, so a
 * batch that the file already has is left out, and one that failed half-way starts from the file.
 * Within a batch rows are learnt in the order of {@code orderCol} where there is one, else as Spark
 * has them.
 */
public final class StreamingLearner implements VoidFunction2<Dataset<Row>, Long> {

  private static final long serialVersionUID = 1;
  private static final String BATCH = "batch";
  private static final long NONE = -1;

  /**
   * What a streaming learner is made of.
   *
   * @param algorithm which learner
   * @param options its options by name, see {@link Algorithm#create}
   * @param normalization how vectors are normalised; it must not need fitting
   * @param folder where the learner is kept, by habit the query's checkpoint location; on the
   *     driver's file system
   * @param snapshot the model file that is published
   * @param snapshotInterval after how many batches each
   * @param orderCol the order of the rows of a batch, or empty
   */
  public record Settings(
      Algorithm algorithm,
      Map<String, String> options,
      Normalization normalization,
      Path folder,
      Path snapshot,
      int snapshotInterval,
      String orderCol) {

    public Settings {
      Objects.requireNonNull(algorithm, "algorithm");
      Objects.requireNonNull(folder, "folder");
      Objects.requireNonNull(snapshot, "snapshot");
      Objects.requireNonNull(orderCol, "orderCol");
      options = Map.copyOf(options);
      if (normalization.needsFitting()) {
        throw new IllegalArgumentException("normalisation " + normalization + " is not fitted");
      }
      if (snapshotInterval < 1) {
        throw new IllegalArgumentException(
            "a snapshot every 1 or more batches expected, found " + snapshotInterval);
      }
    }
  }

  // runs on the driver and is never sent
  private final transient Settings settings;
  private transient OnlineBilinearLearner learner;
  private transient long lastBatch = NONE;

  public StreamingLearner(Settings settings) {
    this.settings = settings;
  }

  @Override
  public void call(Dataset<Row> batch, Long number) throws IOException {
    if (learner == null) {
      open();
    }
    if (number > lastBatch) {
      learn(batch, number);
    }
    // also where a batch is repeated, as it may have ended before it was published
    if ((lastBatch + 1) % settings.snapshotInterval() == 0) {
      publish();
    }
  }

  private Path file() {
    return settings.folder().resolve("learner.checkpoint");
  }

  private void open() throws IOException {
    if (!Files.exists(file())) {
      learner = settings.algorithm().create(settings.options());
      lastBatch = NONE;
      return;
    }
    Checkpoint checkpoint = Checkpoint.read(file());
    OnlineBilinearLearner expected = settings.algorithm().create(settings.options());
    if (!expected.algorithm().equals(checkpoint.learner().algorithm())
        || !expected.options().equals(checkpoint.learner().options())
        || !context(0).get("normalization").equals(checkpoint.context().get("normalization"))) {
      throw new InvalidInputException(
          file()
              + " is of another learner: it was "
              + checkpoint.learner().algorithm()
              + " "
              + checkpoint.learner().options()
              + " and is "
              + expected.algorithm()
              + " "
              + expected.options()
              + " now; remove it, or take another folder");
    }
    learner = checkpoint.bilinearLearner();
    lastBatch = Long.parseLong(checkpoint.context().get(BATCH));
  }

  private Map<String, String> context(long batch) {
    Map<String, String> context = new TreeMap<>();
    context.put(BATCH, Long.toString(batch));
    context.put("normalization", settings.normalization().toString());
    return context;
  }

  private void learn(Dataset<Row> batch, long number) throws IOException {
    OnlineBilinearLearner learning = learner;
    // until the batch is whole: whatever happens, the next one starts from the file
    learner = null;
    Dataset<Row> ordered =
        settings.orderCol().isEmpty() ? batch : batch.orderBy(settings.orderCol());
    Columns.requireVector(batch.schema(), "anchor");
    Columns.requireVector(batch.schema(), "positive");
    Columns.requireVector(batch.schema(), "negative");
    Iterator<Row> rows = ordered.select("anchor", "positive", "negative").toLocalIterator();
    while (rows.hasNext()) {
      Row row = rows.next();
      try {
        learning.learn(new Triplet(vector(row, 0), vector(row, 1), vector(row, 2)));
      } catch (IllegalArgumentException e) {
        throw new InvalidInputException("batch " + number + ": " + e.getMessage(), e);
      }
    }
    Files.createDirectories(settings.folder());
    new Checkpoint(learning, context(number)).write(file());
    learner = learning;
    lastBatch = number;
  }

  private io.github.sors.SparseVector vector(Row row, int column) {
    if (row.isNullAt(column)) {
      throw new IllegalArgumentException("three vectors in every row expected, found a null");
    }
    return settings.normalization().apply(SparkVectors.toSparse(row.<Vector>getAs(column)));
  }

  private void publish() throws IOException {
    ModelFile.write(
        learner.snapshot().withNormalization(settings.normalization()), settings.snapshot());
  }
}
