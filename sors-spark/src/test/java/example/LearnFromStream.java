package example;

import io.github.sors.Normalization;
import io.github.sors.learn.Algorithm;
import io.github.sors.spark.JsonTriplets;
import io.github.sors.spark.StreamingLearner;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;

/**
 * Learns from a stream: LearnFromStream STATE MODEL.sors FILES, or STATE MODEL.sors SERVERS TOPIC.
 */
public final class LearnFromStream {

  private LearnFromStream() {}

  public static void main(String[] arguments) throws Exception {
    SparkSession spark = SparkSession.builder().appName("learn").getOrCreate();
    String state = arguments[0];
    String model = arguments[1];
    StreamingQuery query =
        arguments.length == 3
            ? learn(files(spark, arguments[2]), "", state, model)
            : learn(kafka(spark, arguments[2], arguments[3], 10_000), "offset", state, model);
    query.awaitTermination();
  }

  /** Lines of JSON, a file at a time, the oldest first. */
  public static Dataset<Row> files(SparkSession spark, String folder) {
    return spark.readStream().option("maxFilesPerTrigger", 1).text(folder);
  }

  /** Records of a topic of one partition, from its first one on. */
  public static Dataset<Row> kafka(SparkSession spark, String servers, String topic, int inBatch) {
    // the other reader of Spark 4.1 fails when a query starts again with a batch that was not ended
    spark
        .conf()
        .set(
            "spark.sql.streaming.disabledV2MicroBatchReaders",
            "org.apache.spark.sql.kafka010.KafkaSourceProvider");
    return spark
        .readStream()
        .format("kafka")
        .option("kafka.bootstrap.servers", servers)
        .option("subscribe", topic)
        .option("startingOffsets", "earliest")
        .option("maxOffsetsPerTrigger", inBatch)
        .load();
  }

  /** Learns from the JSON in column value, and publishes the model after every batch. */
  public static StreamingQuery learn(Dataset<Row> records, String order, String state, String model)
      throws Exception {
    StreamingLearner learner =
        new StreamingLearner(
            new StreamingLearner.Settings(
                Algorithm.ADASORS_II, Map.of(), Normalization.L2, state, model, 1, order));
    return JsonTriplets.of(records, "value")
        .writeStream()
        .option("checkpointLocation", state)
        .foreachBatch(learner)
        .start();
  }
}
