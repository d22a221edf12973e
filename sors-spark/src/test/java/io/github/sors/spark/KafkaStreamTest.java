package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import example.LearnFromStream;
import io.github.sors.BilinearModel;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Checkpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.java.function.VoidFunction2;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KafkaStreamTest {

  private static final int SEED = 3;
  private static final int IN_BATCH = 20;

  @TempDir static Path storage;
  private static KafkaBroker broker;

  @TempDir Path folder;

  private final LabelledRows rows = new LabelledRows(8, 50);

  @BeforeAll
  static void startBroker() throws IOException {
    SharedSpark.start();
    broker = new KafkaBroker(storage);
  }

  @AfterAll
  static void stopBroker() throws InterruptedException {
    // none where there is no Spark either
    if (broker != null) {
      broker.stop();
    }
  }

  @AfterEach
  void stopQueries() throws Exception {
    for (StreamingQuery query : SharedSpark.session().streams().active()) {
      query.stop();
    }
  }

  @Test
  void learnsEveryRecordOnceWhenKilledBeforeSparkKnowsOfABatch() throws Exception {
    broker.createTopic("clicks");
    broker.send("clicks", triplets(0, 50));
    StreamingLearner learner = new StreamingLearner(settings());
    StreamingQuery first =
        start(
            records("clicks"),
            (batch, number) -> {
              learner.call(batch, number);
              if (number == 1) {
                throw new IllegalStateException("killed");
              }
            });
    assertThatThrownBy(first::awaitTermination).hasMessageContaining("killed");
    // the second batch is begun and learnt, and not ended
    assertThat(folder.resolve("query/offsets/1")).exists();
    assertThat(folder.resolve("query/commits/0")).exists();
    assertThat(folder.resolve("query/commits/1")).doesNotExist();
    assertThat(Checkpoint.read(folder.resolve("query/learner.checkpoint")).context())
        .containsEntry("batch", "1");

    broker.send("clicks", triplets(50, 100));
    StreamingQuery second = start(records("clicks"), new StreamingLearner(settings()));
    second.processAllAvailable();

    Checkpoint reached = Checkpoint.read(folder.resolve("query/learner.checkpoint"));
    assertThat(reached.context()).containsEntry("batch", "4");
    assertThat(reached.learner().progress().rounds()).isEqualTo(100);
    LabelledRows.assertSame(
        reached.bilinearLearner().snapshot(),
        rows.learnt(Algorithm.ADASORS_II, LabelledRows.options(), SEED, 100).snapshot());
    // published after every second batch, so not after the fifth
    LabelledRows.assertSame(
        ModelFile.readMatrix(folder.resolve("published.sors")),
        rows.learnt(Algorithm.ADASORS_II, LabelledRows.options(), SEED, 80).snapshot());
  }

  /** A batch has as much of each partition, so the order by time is that of sending. */
  @Test
  void learnsTheRecordsOfSeveralPartitionsOnceInTheOrderOfTime() throws Exception {
    broker.createTopic("spread", 3);
    broker.send("spread", 3, triplets(0, 90));
    StreamingLearner learner = new StreamingLearner(settings("timestamp"));
    StreamingQuery first =
        start(
            records("spread", 30),
            (batch, number) -> {
              learner.call(batch, number);
              if (number == 1) {
                throw new IllegalStateException("killed");
              }
            });
    assertThatThrownBy(first::awaitTermination).hasMessageContaining("killed");

    start(records("spread", 30), new StreamingLearner(settings("timestamp"))).processAllAvailable();

    Checkpoint reached = Checkpoint.read(folder.resolve("query/learner.checkpoint"));
    assertThat(reached.context()).containsEntry("batch", "2");
    LabelledRows.assertSame(
        reached.bilinearLearner().snapshot(),
        rows.learnt(Algorithm.ADASORS_II, LabelledRows.options(), SEED, 90).snapshot());
  }

  @Test
  void aBadRecordEndsTheQueryAndAFilterLeavesItOut() throws Exception {
    broker.createTopic("mixed");
    broker.send("mixed", triplets(0, 7));
    broker.send("mixed", List.of("{\"anchor\": [1], \"positive\": [1]}"));
    broker.send("mixed", triplets(7, 10));
    StreamingQuery first = start(records("mixed"), new StreamingLearner(settings()));
    assertThatThrownBy(first::awaitTermination)
        .hasMessageContaining(
            "topic mixed, partition 0, offset 7: negative: expected an array of numbers or");
    assertThat(folder.resolve("query/learner.checkpoint")).doesNotExist();

    StreamingQuery second =
        start(
            records("mixed").filter("not (partition = 0 and offset = 7)"),
            new StreamingLearner(settings()));
    second.processAllAvailable();

    LabelledRows.assertSame(
        Checkpoint.read(folder.resolve("query/learner.checkpoint")).bilinearLearner().snapshot(),
        rows.learnt(Algorithm.ADASORS_II, LabelledRows.options(), SEED, 10).snapshot());
  }

  @Test
  void theExampleGoesOnWhenItsProcessIsKilled() throws Exception {
    Path learner = folder.resolve("state/learner.checkpoint");
    Path model = folder.resolve("model.sors");
    broker.createTopic("feedback");
    broker.send("feedback", triplets(0, 60));
    // about when Spark is told that the first batch is done
    runExampleUntil(() -> Files.exists(learner));
    broker.send("feedback", triplets(60, 100));
    runExampleUntil(
        () -> Files.exists(model) && ModelFile.readMatrix(model).provenance().rounds() >= 100);

    LabelledRows.assertSame(
        Checkpoint.read(learner).bilinearLearner().snapshot(), asTheExample(100));
    LabelledRows.assertSame(ModelFile.readMatrix(model), asTheExample(100));
  }

  @Test
  void theExampleLearnsFromFiles() throws Exception {
    Path lines = Files.createDirectories(folder.resolve("lines"));
    Files.write(lines.resolve("first.jsonl"), triplets(0, 30));
    StreamingQuery query =
        LearnFromStream.learn(
            LearnFromStream.files(SharedSpark.session(), lines.toString()),
            "",
            folder.resolve("state").toString(),
            folder.resolve("model.sors").toString());
    query.processAllAvailable();
    Files.write(lines.resolve("second.jsonl"), triplets(30, 50));
    query.processAllAvailable();
    LabelledRows.assertSame(ModelFile.readMatrix(folder.resolve("model.sors")), asTheExample(50));
  }

  @Test
  void theExampleIsTheOneInTheDocumentation() throws IOException {
    assertThat(Files.readString(Path.of("../docs/how-to/spark.md")))
        .contains(Files.readString(Path.of("src/test/java/example/LearnFromStream.java")));
  }

  /** Runs the example as a user does, and kills it. */
  private void runExampleUntil(Callable<Boolean> reached) throws Exception {
    Path log = folder.resolve("example.log");
    Process process =
        ChildJvm.start(
            log,
            List.of(
                "-Xmx512m",
                "-Dspark.master=local[1]",
                "-Dspark.driver.host=localhost",
                "-Dspark.ui.enabled=false",
                "-Dspark.sql.shuffle.partitions=1"),
            LearnFromStream.class,
            folder.resolve("state").toString(),
            folder.resolve("model.sors").toString(),
            broker.servers(),
            "feedback");
    try {
      while (!reached.call()) {
        assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
        Thread.sleep(5);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private BilinearModel asTheExample(long rounds) {
    return rows.learnt(Algorithm.ADASORS_II, Map.of(), SEED, rounds).snapshot();
  }

  private StreamingLearner.Settings settings() {
    return settings("offset");
  }

  private StreamingLearner.Settings settings(String order) {
    return new StreamingLearner.Settings(
        Algorithm.ADASORS_II,
        LabelledRows.options(),
        Normalization.L2,
        folder.resolve("query").toString(),
        folder.resolve("published.sors").toString(),
        2,
        order);
  }

  private static Dataset<Row> records(String topic) {
    return records(topic, IN_BATCH);
  }

  private static Dataset<Row> records(String topic, int inBatch) {
    return LearnFromStream.kafka(SharedSpark.session(), broker.servers(), topic, inBatch);
  }

  private StreamingQuery start(Dataset<Row> records, VoidFunction2<Dataset<Row>, Long> learner)
      throws Exception {
    return JsonTriplets.of(records, "value")
        .writeStream()
        .option("checkpointLocation", folder.resolve("query").toString())
        .foreachBatch(learner)
        .start();
  }

  /** The triplets that are drawn at some positions, as a client writes them. */
  private List<String> triplets(int from, int to) {
    List<String> triplets = new ArrayList<>();
    TripletRows drawn = new TripletRows();
    for (int position = from; position < to; position++) {
      rows.sampler(SEED).read(position, drawn);
      triplets.add(
          "{\"anchor\": %s, \"positive\": %s, \"negative\": %s, \"user\": 7}"
              .formatted(
                  sparse(rows.vectors.get(drawn.query())),
                  sparse(rows.vectors.get(drawn.positive())),
                  dense(rows.vectors.get(drawn.negative()))));
    }
    return triplets;
  }

  private static String sparse(SparseVector vector) {
    return "{\"indices\": %s, \"values\": %s}"
        .formatted(Arrays.toString(vector.indexArray()), Arrays.toString(vector.valueArray()));
  }

  private static String dense(SparseVector vector) {
    float[] values = new float[vector.dimension()];
    for (int k = 0; k < vector.size(); k++) {
      values[vector.index(k)] = vector.value(k);
    }
    return Arrays.toString(values);
  }
}
