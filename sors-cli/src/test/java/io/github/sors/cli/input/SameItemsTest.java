package io.github.sors.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.cli.testing.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same 200 items give the same model, whatever file they come from. */
class SameItemsTest {

  private static final int ITEMS = 200;
  private static final int DIMENSION = 6;

  @TempDir Path folder;

  private final float[][] vectors = new float[ITEMS][DIMENSION];

  @BeforeEach
  void draw() {
    Random random = new Random(200);
    for (int item = 0; item < ITEMS; item++) {
      for (int k = 0; k < DIMENSION; k++) {
        vectors[item][k] = (float) random.nextGaussian() + (k == item % 3 ? 2 : 0);
      }
    }
  }

  private static String label(int item) {
    return "c" + item % 3;
  }

  private static String text(int item) {
    return "word" + item % 3 + " noise" + item % 7 + " other" + item % 11;
  }

  private String list(int item) {
    List<String> numbers = new ArrayList<>();
    for (float number : vectors[item]) {
      numbers.add(Float.toString(number));
    }
    return numbers.stream().collect(Collectors.joining(",", "[", "]"));
  }

  private Path write(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }

  private String[] lines(IntFunction<String> line, String... before) {
    List<String> lines = new ArrayList<>(List.of(before));
    for (int item = 0; item < ITEMS; item++) {
      lines.add(line.apply(item));
    }
    return lines.toArray(String[]::new);
  }

  private Path npy() throws IOException {
    String header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }".formatted(ITEMS, DIMENSION);
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header.length() + 4 * ITEMS * DIMENSION)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY\1\0".getBytes(StandardCharsets.US_ASCII));
    bytes.putShort((short) header.length()).put(header.getBytes(StandardCharsets.US_ASCII));
    for (float[] vector : vectors) {
      for (float number : vector) {
        bytes.putFloat(number);
      }
    }
    return Files.write(folder.resolve("vectors.npy"), bytes.array());
  }

  /** What is learnt of some items: M as text. */
  private String learnt(Object... items) throws IOException {
    Path model = folder.resolve("model.sors");
    Path matrix = folder.resolve("model.mtx");
    Outcome.of(
            List.of("train"),
            List.of(items),
            List.of("--model", model),
            List.of("--algorithm", "sors-1", "--rounds", 300, "--holdout", 0))
        .succeeded();
    Outcome.of("export", "model", model, "--output", matrix).succeeded();
    return Files.readString(matrix);
  }

  @Test
  void textsAndVectorsGiveTheSameModelFromEveryFormat() throws IOException {
    String expected =
        learnt(
            write(
                "both.jsonl",
                lines(
                    item ->
                        "{\"id\": \"d%d\", \"label\": \"%s\", \"text\": \"%s\", \"vector\": %s}"
                            .formatted(item, label(item), text(item), list(item)))));
    assertThat(expected.lines().count()).isGreaterThan(20);
    assertThat(
            learnt(
                write(
                    "both.csv",
                    lines(
                        item ->
                            "d%d,%s,%s,\"%s\"".formatted(item, label(item), text(item), list(item)),
                        "id,label,text,embedding"))))
        .isEqualTo(expected);
    assertThat(
            learnt(
                write(
                    "texts.jsonl",
                    lines(
                        item ->
                            "{\"id\": \"d%d\", \"label\": \"%s\", \"text\": \"%s\"}"
                                .formatted(item, label(item), text(item)))),
                "--vectors",
                npy()))
        .isEqualTo(expected);
  }

  @Test
  void vectorsAloneGiveTheModelOfRowsOfNumbers() throws IOException {
    String expected =
        learnt(
            write(
                "rows.libsvm",
                lines(
                    item -> {
                      StringBuilder row = new StringBuilder(Integer.toString(item % 3));
                      for (int k = 0; k < DIMENSION; k++) {
                        row.append(' ').append(k + 1).append(':').append(vectors[item][k]);
                      }
                      return row.toString();
                    })));
    assertThat(
            learnt(
                write(
                    "vectors.jsonl",
                    lines(
                        item ->
                            "{\"id\": \"d%d\", \"label\": \"%d\", \"vector\": %s}"
                                .formatted(item, item % 3, list(item))))))
        .isEqualTo(expected);
  }
}
