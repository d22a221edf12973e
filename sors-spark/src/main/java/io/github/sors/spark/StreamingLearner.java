package io.github.sors.spark;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.Triplet;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.OnlineBilinearLearner;
import java.io.IOException;
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
 * <p>The learner runs on the driver, which reads the rows of a batch one by one. After each batch,
 * the learner is written atomically to {@code learner.checkpoint} in its folder, with the number of
 * the batch and the id of the query. A restarted query repeats its last batch with the same number,
 * so a batch that is in the file already is skipped, and one that failed half-way starts from the
 * file. Spark stores the id of a query in its checkpoint location. A query with a new location has
 * a new id and counts its batches from 0; it is rejected, since its batches would be mistaken for
 * learnt ones. Batches that do not follow the last one of the file, or come without a file, are
 * also rejected, since the batches in between would be lost.
 *
 * <p>Within a batch, rows are learnt in the order of {@code orderCol}, if set, else in Spark's
 * order.
 */
public final class StreamingLearner implements VoidFunction2<Dataset<Row>, Long> {

  private static final long serialVersionUID = 1;
  private static final String BATCH = "batch";
  private static final String QUERY = "query";
  // the local property with the id of the query
  private static final String QUERY_PROPERTY = "sql.streaming.queryId";
  private static final long NONE = -1;

  /**
   * The settings of a streaming learner.
   *
   * @param algorithm the algorithm
   * @param options its options by name, see {@link Algorithm#create}
   * @param normalization how vectors are normalised; it must not need fitting
   * @param folder the folder of the learner, usually the query's checkpoint location; in any file
   *     system that Spark knows
   * @param snapshot the model file to publish, likewise
   * @param snapshotInterval the number of batches between two snapshots
   * @param orderCol the column that orders the rows of a batch, or empty
   */
  public record Settings(
      Algorithm algorithm,
      Map<String, String> options,
      Normalization normalization,
      String folder,
      String snapshot,
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
            "expected a snapshot every 1 or more batches, found " + snapshotInterval);
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
    SharedFiles files = new SharedFiles(batch.sparkSession());
    String query = batch.sparkSession().sparkContext().getLocalProperty(QUERY_PROPERTY);
    if (learner == null) {
      open(files, query == null ? "" : query, number);
    }
    if (number > lastBatch) {
      learn(files, query == null ? "" : query, batch, number);
    }
    // also for a repeated batch, which may have failed before publishing
    if ((lastBatch + 1) % settings.snapshotInterval() == 0) {
      publish(files);
    }
  }

  private String file() {
    return settings.folder() + "/learner.checkpoint";
  }

  private void open(SharedFiles files, String query, long number) throws IOException {
    if (!files.exists(file())) {
      if (number > 0) {
        throw new InvalidInputException(
            file()
                + " is missing, but the query is at batch "
                + number
                + " already: restore the file with the earlier batches, or start a query with a new"
                + " checkpoint location, which learns them again");
      }
      learner = settings.algorithm().create(settings.options());
      lastBatch = NONE;
      return;
    }
    Checkpoint checkpoint = files.read(file(), Checkpoint::read);
    requireSameLearner(checkpoint);
    long learnt = Long.parseLong(checkpoint.context().get(BATCH));
    // files of earlier versions have no query id
    String before = checkpoint.context().getOrDefault(QUERY, query);
    if (!before.equals(query)) {
      throw new InvalidInputException(
          file()
              + " has learnt from another query up to its batch "
              + learnt
              + " (that one has the id "
              + before
              + ", this one "
              + query
              + "): continue with the checkpoint location of the other query, or use another folder"
              + " for this one");
    }
    if (number > learnt + 1) {
      throw new InvalidInputException(
          file()
              + " has learnt up to batch "
              + learnt
              + ", but the query is at batch "
              + number
              + ": the batches in between would be lost; restore the latest file, or start a query"
              + " with a new checkpoint location and a new folder");
    }
    learner = checkpoint.bilinearLearner();
    lastBatch = learnt;
  }

  private void requireSameLearner(Checkpoint checkpoint) {
    OnlineBilinearLearner expected = settings.algorithm().create(settings.options());
    if (!expected.algorithm().equals(checkpoint.learner().algorithm())
        || !expected.options().equals(checkpoint.learner().options())
        || !settings.normalization().toString().equals(checkpoint.context().get("normalization"))) {
      throw new InvalidInputException(
          file()
              + " belongs to another learner: it was "
              + checkpoint.learner().algorithm()
              + " "
              + checkpoint.learner().options()
              + " and is "
              + expected.algorithm()
              + " "
              + expected.options()
              + " now; remove it, or use another folder");
    }
  }

  private Map<String, String> context(String query, long batch) {
    Map<String, String> context = new TreeMap<>();
    context.put(QUERY, query);
    context.put(BATCH, Long.toString(batch));
    context.put("normalization", settings.normalization().toString());
    return context;
  }

  private void learn(SharedFiles files, String query, Dataset<Row> batch, long number)
      throws IOException {
    OnlineBilinearLearner learning = learner;
    // until the batch is complete: after a failure, the next one starts from the file
    learner = null;
    Dataset<Row> ordered =
        settings.orderCol().isEmpty() ? batch : batch.orderBy(Columns.column(settings.orderCol()));
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
    files.write(file(), new Checkpoint(learning, context(query, number))::write);
    learner = learning;
    lastBatch = number;
  }

  private io.github.sors.SparseVector vector(Row row, int column) {
    if (row.isNullAt(column)) {
      throw new IllegalArgumentException("expected three vectors in every row, found a null");
    }
    return settings.normalization().apply(SparkVectors.toSparse(row.<Vector>getAs(column)));
  }

  private void publish(SharedFiles files) throws IOException {
    BilinearModel model = learner.snapshot().withNormalization(settings.normalization());
    files.write(settings.snapshot(), local -> ModelFile.write(model, local));
  }
}
