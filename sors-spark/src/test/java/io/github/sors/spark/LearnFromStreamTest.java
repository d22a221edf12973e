package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;

import example.LearnFromStream;
import io.github.sors.SparseVector;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Checkpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/how-to/spark.md that learns from a stream. */
class LearnFromStreamTest {

  private static final int SEED = 3;
  private static final int IN_FILE = 20;

  @TempDir Path folder;

  private final LabelledRows rows = new LabelledRows(8, 50);

  @BeforeEach
  void needsSpark() {
    SharedSpark.start();
  }

  @Test
  void learnsEveryTripletOnceIfSparkRepeatsABatch() throws Exception {
    writeTriplets(0);
    writeTriplets(1);
    learn();
    assertLearnt(2 * IN_FILE, 1);

    // as if the process had been killed before Spark wrote that the second batch is done
    Files.delete(folder.resolve("state/commits/1"));
    Files.delete(folder.resolve("state/commits/.1.crc"));
    Files.delete(folder.resolve("model.sors"));
    learn();
    assertLearnt(2 * IN_FILE, 1);

    writeTriplets(2);
    learn();
    assertLearnt(3 * IN_FILE, 2);
  }

  @Test
  void isTheOneInTheDocumentation() throws IOException {
    assertThat(Files.readString(Path.of("..", "docs", "how-to", "spark.md")))
        .contains(Files.readString(Path.of("src/test/java/example/LearnFromStream.java")));
  }

  /** Learns all files that are there. */
  private void learn() throws Exception {
    Dataset<Row> triplets =
        SharedSpark.session()
            .readStream()
            .schema("query array<float>, positive array<float>, negative array<float>")
            .option("maxFilesPerTrigger", 1)
            .json(Files.createDirectories(folder.resolve("triplets")).toString());
    StreamingQuery query =
        LearnFromStream.learn(triplets, folder.resolve("state"), folder.resolve("model.sors"));
    try {
      query.processAllAvailable();
    } finally {
      query.stop();
    }
  }

  private void assertLearnt(int rounds, int batch) throws IOException {
    Checkpoint reached = Checkpoint.read(folder.resolve("state/learner.checkpoint"));
    assertThat(reached.context()).containsEntry("batch", Integer.toString(batch));
    assertThat(reached.learner().progress().rounds()).isEqualTo(rounds);
    LabelledRows.assertSame(
        ModelFile.readMatrix(folder.resolve("model.sors")),
        rows.learnt(Algorithm.ADASORS_II, Map.of(), SEED, rounds).snapshot());
  }

  /** Writes one file of triplets, whole at once, as a stream wants it. */
  private void writeTriplets(int number) throws IOException {
    List<String> lines = new ArrayList<>();
    TripletRows drawn = new TripletRows();
    for (int position = number * IN_FILE; position < (number + 1) * IN_FILE; position++) {
      rows.sampler(SEED).read(position, drawn);
      lines.add(
          "{\"query\": %s, \"positive\": %s, \"negative\": %s, \"user\": 7}"
              .formatted(
                  dense(rows.vectors.get(drawn.query())),
                  dense(rows.vectors.get(drawn.positive())),
                  dense(rows.vectors.get(drawn.negative()))));
    }
    Path written = Files.write(folder.resolve(number + ".written"), lines);
    // streams take files by age
    Files.setLastModifiedTime(written, FileTime.fromMillis(1_000_000_000_000L + 10_000L * number));
    Path triplets = Files.createDirectories(folder.resolve("triplets"));
    Files.move(written, triplets.resolve(number + ".json"));
  }

  private static String dense(SparseVector vector) {
    float[] values = new float[vector.dimension()];
    for (int k = 0; k < vector.size(); k++) {
      values[vector.index(k)] = vector.value(k);
    }
    return Arrays.toString(values);
  }
}
