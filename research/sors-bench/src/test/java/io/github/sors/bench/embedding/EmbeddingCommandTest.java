package io.github.sors.bench.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.bench.BenchCommand;
import io.github.sors.console.CommandFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The measures run on a small collection, in which judgements help. */
class EmbeddingCommandTest {

  private static final int DIMENSION = 16;
  private static final int ITEMS = 120;
  private static final int QUERIES = 25;

  @TempDir private Path folder;

  private final SplittableRandom random = new SplittableRandom(2);

  /** Items of five topics; the first number of a query points the wrong way. */
  private void write() throws IOException {
    Path vectors = Files.createDirectories(folder.resolve("embeddings"));
    Path collection = Files.createDirectories(folder.resolve("ir/small"));
    float[][] topics = new float[5][];
    for (int topic = 0; topic < topics.length; topic++) {
      topics[topic] = near(new float[DIMENSION], 1);
    }
    float[][] items = new float[ITEMS][];
    for (int item = 0; item < ITEMS; item++) {
      items[item] = near(topics[item % 5], 0.7);
    }
    float[][] queries = new float[QUERIES][];
    StringBuilder texts = new StringBuilder();
    StringBuilder judgements = new StringBuilder();
    for (int query = 0; query < QUERIES; query++) {
      queries[query] = near(topics[query % 5], 0.5);
      queries[query][0] = 2;
      queries[query][1] = -2;
      texts.append(query + 1).append("\ta text\n");
      for (int item = query % 5; item < ITEMS; item += 5) {
        judgements.append(query + 1).append(" 0 ").append(item + 1).append(" 1\n");
      }
    }
    write(vectors.resolve("small-docs.npy"), items);
    write(vectors.resolve("small-queries.npy"), queries);
    Files.writeString(collection.resolve("queries.tsv"), texts);
    Files.writeString(collection.resolve("qrels.txt"), judgements);
  }

  private float[] near(float[] middle, double spread) {
    float[] vector = middle.clone();
    for (int k = 0; k < DIMENSION; k++) {
      vector[k] += (float) random.nextDouble(-spread, spread);
    }
    return vector;
  }

  private static void write(Path file, float[][] rows) throws IOException {
    String header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (" + rows.length + ", 16), }\n";
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header.length() + rows.length * DIMENSION * Float.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    bytes.put((byte) 1).put((byte) 0).putShort((short) header.length());
    bytes.put(header.getBytes(StandardCharsets.US_ASCII));
    for (float[] row : rows) {
      for (float value : row) {
        bytes.putFloat(value);
      }
    }
    Files.write(file, bytes.array());
  }

  private String run(int expected, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> all =
        new ArrayList<>(
            List.of("embeddings", "--data=" + folder, "--collection=small", "--seeds=1"));
    all.addAll(List.of(arguments));
    int code =
        BenchCommand.run(
            new CommandFrame(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8)),
            all.toArray(String[]::new));
    String errors = err.toString(StandardCharsets.UTF_8);
    assertThat(code).as(errors).isEqualTo(expected);
    return out.toString(StandardCharsets.UTF_8) + errors;
  }

  @Test
  void judgementsHelpAndAgreeingChoicesAreNoReasonToChange() throws IOException {
    write();

    String batch = run(0, "--measure=batch");
    double gain = Double.parseDouble(batch.replaceAll("(?s).*small.*?\\+([0-9.]+)%.*", "$1"));
    assertThat(gain).as(batch).isGreaterThan(5);

    String gate = run(0, "--measure=gate", "--people=AGREEING,RANDOM", "--choices=60");
    assertThat(gate).containsPattern("small +agreeing +0/1 +never +\\+0.0%");
    assertThat(gate).containsPattern("small +random +0/1 +never +\\+0.0%");
    assertThat(gate.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void speedNeedsNoData() {
    assertThat(run(0, "--measure=speed", "--dimension=8", "--threads=2"))
        .containsPattern("8 numbers +[0-9.]+ +[0-9.]+");
  }

  @Test
  void badArgumentsAreRefused() {
    assertThat(run(2, "--measure=fame"))
        .contains("expected agreeing, batch, online, gate or speed");
    assertThat(run(2, "--measure=batch", "--threads=0")).contains("at least 1");
    assertThat(run(2, "--measure=batch")).contains("small-docs.npy");
  }
}
