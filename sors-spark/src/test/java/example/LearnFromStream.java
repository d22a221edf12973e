package example;

import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.OnlineBilinearLearner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;

/** Learns from files of triplets as they arrive: LearnFromStream TRIPLETS STATE MODEL.sors. */
public final class LearnFromStream {

  private LearnFromStream() {}

  public static void main(String[] arguments) throws Exception {
    SparkSession spark = SparkSession.builder().appName("learn").getOrCreate();
    Dataset<Row> triplets =
        spark
            .readStream()
            .schema("query array<float>, positive array<float>, negative array<float>")
            .option("maxFilesPerTrigger", 1)
            .json(arguments[0]);
    learn(triplets, Path.of(arguments[1]), Path.of(arguments[2])).awaitTermination();
  }

  /** Learns every batch once, on the driver, and replaces the model after it. */
  public static StreamingQuery learn(Dataset<Row> triplets, Path state, Path model)
      throws Exception {
    VoidFunction2<Dataset<Row>, Long> learn =
        (batch, number) -> learn(batch, number, state.resolve("learner.checkpoint"), model);
    return triplets
        .writeStream()
        .option("checkpointLocation", state.toString())
        .foreachBatch(learn)
        .start();
  }

  private static void learn(Dataset<Row> batch, long number, Path file, Path model)
      throws IOException {
    OnlineBilinearLearner learner = Algorithm.ADASORS_II.create(Map.of());
    long learnt = -1;
    if (Files.exists(file)) {
      Checkpoint checkpoint = Checkpoint.read(file);
      learner = checkpoint.bilinearLearner();
      learnt = Long.parseLong(checkpoint.context().get("batch"));
    }
    // after a restart, Spark repeats a batch that it does not know to be done
    if (number > learnt) {
      Iterator<Row> rows = batch.toLocalIterator();
      while (rows.hasNext()) {
        Row row = rows.next();
        learner.learn(new Triplet(vector(row, 0), vector(row, 1), vector(row, 2)));
      }
      new Checkpoint(learner, Map.of("batch", Long.toString(number))).write(file);
    }
    ModelFile.write(learner.snapshot().withNormalization(Normalization.L2), model);
  }

  private static SparseVector vector(Row row, int column) {
    List<Float> list = row.getList(column);
    float[] values = new float[list.size()];
    for (int index = 0; index < values.length; index++) {
      values[index] = list.get(index);
    }
    return Normalization.L2.apply(SparseVector.ofDense(values));
  }
}
