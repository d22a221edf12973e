package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Checkpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamingLearnerTest {

  private static final StructType SCHEMA =
      new StructType()
          .add("number", "long")
          .add("anchor", SQLDataTypes.VectorType())
          .add("positive", SQLDataTypes.VectorType())
          .add("negative", SQLDataTypes.VectorType());
  private static final int IN_FILE = 50;

  @TempDir Path folder;

  private final LabelledRows rows = new LabelledRows(8, 50);

  @BeforeEach
  void needsSpark() {
    SharedSpark.start();
  }

  @Test
  void learnsEveryRecordOnceAcrossARestart() throws Exception {
    writeTriplets(0);
    writeTriplets(1);
    // the first query ends after its second batch is learnt, but before Spark knows
    StreamingLearner learner = new StreamingLearner(settings());
    StreamingQuery first =
        triplets()
            .writeStream()
            .option("checkpointLocation", folder.resolve("query").toString())
            .trigger(Trigger.AvailableNow())
            .foreachBatch(
                (Dataset<Row> batch, Long number) -> {
                  learner.call(batch, number);
                  if (number == 1) {
                    throw new IllegalStateException("killed");
                  }
                })
            .start();
    assertThatThrownBy(first::awaitTermination).hasMessageContaining("killed");

    writeTriplets(2);
    StreamingQuery second =
        triplets()
            .writeStream()
            .option("checkpointLocation", folder.resolve("query").toString())
            .trigger(Trigger.AvailableNow())
            .foreachBatch(new StreamingLearner(settings()))
            .start();
    second.awaitTermination();

    Checkpoint reached = Checkpoint.read(folder.resolve("query/learner.checkpoint"));
    assertThat(reached.learner().progress().rounds()).isEqualTo(3 * IN_FILE);
    LabelledRows.assertSame(
        reached.bilinearLearner().snapshot(),
        rows.learnt(Algorithm.ADASORS_II, LabelledRows.options(), 1, 3 * IN_FILE).snapshot());
    // published after every second batch
    LabelledRows.assertSame(
        ModelFile.readMatrix(folder.resolve("published.sors")),
        rows.learnt(Algorithm.ADASORS_II, LabelledRows.options(), 1, 2 * IN_FILE).snapshot());
  }

  @Test
  void aBatchThatFailsHalfWayStartsAgainFromTheFile() throws IOException {
    StreamingLearner learner = new StreamingLearner(settings());
    learner.call(frame(0), 0L);
    List<Row> broken = new ArrayList<>(frame(1).collectAsList());
    broken.add(RowFactory.create(999L, null, null, null));
    assertThatThrownBy(
            () -> learner.call(SharedSpark.session().createDataFrame(broken, SCHEMA), 1L))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("batch 1");

    learner.call(frame(1), 1L);

    LabelledRows.assertSame(
        ModelFile.readMatrix(folder.resolve("published.sors")),
        rows.learnt(Algorithm.ADASORS_II, LabelledRows.options(), 1, 2 * IN_FILE).snapshot());
  }

  @Test
  void anotherLearnerDoesNotGoOnFromTheFile() throws IOException {
    new StreamingLearner(settings()).call(frame(0), 0L);
    StreamingLearner.Settings same = settings();
    assertBelongsToAnother(Algorithm.OASIS, same.options(), same.normalization());
    assertBelongsToAnother(same.algorithm(), Map.of("lambda", "0.5"), same.normalization());
    assertBelongsToAnother(same.algorithm(), same.options(), Normalization.parse("l1"));
    assertThatThrownBy(
            () ->
                new StreamingLearner.Settings(
                    Algorithm.OASIS,
                    same.options(),
                    same.normalization(),
                    same.folder(),
                    same.snapshot(),
                    0,
                    ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("snapshot");
  }

  private void assertBelongsToAnother(
      Algorithm algorithm, Map<String, String> options, Normalization normalization) {
    StreamingLearner.Settings first = settings();
    StreamingLearner other =
        new StreamingLearner(
            new StreamingLearner.Settings(
                algorithm, options, normalization, first.folder(), first.snapshot(), 1, ""));
    assertThatThrownBy(() -> other.call(frame(1), 1L))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("another learner");
  }

  private StreamingQuery start(StreamingLearner learner, String location) throws Exception {
    return triplets()
        .writeStream()
        .option("checkpointLocation", folder.resolve(location).toString())
        .trigger(Trigger.AvailableNow())
        .foreachBatch(learner)
        .start();
  }

  @Test
  void aQueryWithANewCheckpointLocationIsRefused() throws Exception {
    writeTriplets(0);
    writeTriplets(1);
    start(new StreamingLearner(settings()), "query").awaitTermination();
    writeTriplets(2);
    StreamingQuery other = start(new StreamingLearner(settings()), "other");
    assertThatThrownBy(other::awaitTermination).hasMessageContaining("another query");
    // the first one goes on
    start(new StreamingLearner(settings()), "query").awaitTermination();
    assertThat(
            Checkpoint.read(folder.resolve("query/learner.checkpoint"))
                .learner()
                .progress()
                .rounds())
        .isEqualTo(3 * IN_FILE);
  }

  @Test
  void aQueryInTheMiddleNeedsItsLearner() throws Exception {
    writeTriplets(0);
    start(new StreamingLearner(settings()), "query").awaitTermination();
    Path file = folder.resolve("query/learner.checkpoint");
    Path first = folder.resolve("first.checkpoint");
    Files.copy(file, first);
    writeTriplets(1);
    start(new StreamingLearner(settings()), "query").awaitTermination();
    Files.delete(file);
    writeTriplets(2);
    StreamingQuery missing = start(new StreamingLearner(settings()), "query");
    assertThatThrownBy(missing::awaitTermination).hasMessageContaining("is missing");
    assertThat(file).doesNotExist();
    Files.copy(first, file);
    StreamingQuery old = start(new StreamingLearner(settings()), "query");
    assertThatThrownBy(old::awaitTermination).hasMessageContaining("the batches in between");
  }

  @Test
  void foldersMayBeInAnyFileSystem() throws IOException {
    String home = folder.toUri().getPath();
    for (String scheme : List.of("file://", Elsewhere.SCHEME + "://")) {
      StreamingLearner.Settings same = settings();
      StreamingLearner learner =
          new StreamingLearner(
              new StreamingLearner.Settings(
                  same.algorithm(),
                  same.options(),
                  same.normalization(),
                  scheme + home + "state",
                  scheme + home + "model.sors",
                  1,
                  "number"));
      Elsewhere.register(SharedSpark.session());
      learner.call(frame(0), 0L);
      learner.call(frame(1), 1L);
      assertThat(
              Checkpoint.read(folder.resolve("state/learner.checkpoint"))
                  .learner()
                  .progress()
                  .rounds())
          .isEqualTo(2 * IN_FILE);
      LabelledRows.assertSame(
          SorsSimilarityModel.readSors(SharedSpark.session(), scheme + home + "model.sors")
              .toBilinear(),
          rows.learnt(Algorithm.ADASORS_II, LabelledRows.options(), 1, 2 * IN_FILE).snapshot());
      // nothing else is left, such as a half-written file
      assertThat(folder.toFile().list()).containsExactlyInAnyOrder("state", "model.sors");
      assertThat(folder.resolve("state").toFile().list()).containsExactly("learner.checkpoint");
      Files.delete(folder.resolve("state/learner.checkpoint"));
      Files.delete(folder.resolve("model.sors"));
    }
    assertThat(Path.of("file:")).doesNotExist();
  }

  private StreamingLearner.Settings settings() {
    return new StreamingLearner.Settings(
        Algorithm.ADASORS_II,
        LabelledRows.options(),
        Normalization.L2,
        folder.resolve("query").toString(),
        folder.resolve("published.sors").toString(),
        2,
        "number");
  }

  private Dataset<Row> triplets() {
    return SharedSpark.session()
        .readStream()
        .schema(SCHEMA)
        .option("maxFilesPerTrigger", 1)
        .parquet(folder.resolve("triplets").toString());
  }

  /** Writes one file of triplets, whole at once, as a stream wants it. */
  private void writeTriplets(int number) throws IOException {
    Path target = folder.resolve("written-" + number);
    frame(number).coalesce(1).write().parquet(target.toString());
    Files.createDirectories(folder.resolve("triplets"));
    try (var files = Files.list(target)) {
      Path part =
          files.filter(file -> file.toString().endsWith(".parquet")).findFirst().orElseThrow();
      Files.move(part, folder.resolve("triplets/" + number + ".parquet"));
    }
    // streams take files by age
    Files.setLastModifiedTime(
        folder.resolve("triplets/" + number + ".parquet"),
        java.nio.file.attribute.FileTime.fromMillis(1_000_000_000_000L + 10_000L * number));
  }

  private Dataset<Row> frame(int number) {
    List<Row> triplets = new ArrayList<>();
    TripletRows drawn = new TripletRows();
    for (long position = (long) number * IN_FILE; position < (number + 1L) * IN_FILE; position++) {
      rows.sampler(1).read(position, drawn);
      triplets.add(
          RowFactory.create(
              position,
              SparkVectors.toSpark(rows.vectors.get(drawn.query()), LabelledRows.DIMENSION),
              SparkVectors.toSpark(rows.vectors.get(drawn.positive()), LabelledRows.DIMENSION),
              SparkVectors.toSpark(rows.vectors.get(drawn.negative()), LabelledRows.DIMENSION)));
    }
    return SharedSpark.session().createDataFrame(triplets, SCHEMA);
  }
}
