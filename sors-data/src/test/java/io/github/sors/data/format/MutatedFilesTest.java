package io.github.sors.data.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.InvalidInputException;
import io.github.sors.data.Dataset;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever happens to a file, it is read or refused in one line, and nothing else happens. */
class MutatedFilesTest {

  private static final int ROUNDS = 600;

  private static final String CSV =
      """
      length,width,"a ""b""\",label
      5.1,3.5,1e-3,iris
      0,-2,"4",rose
      6,0,7,"iris"
      """;
  private static final String MATRIX =
      """
      %%MatrixMarket matrix coordinate real general
      % comment
      4 3 5
      1 1 2.5
      3 1 -1
      2 2 4
      3 2 1e1
      4 3 7
      """;
  private static final String LABELS =
      """
      %%Clustering hard
      %Clusters 2 sport,tech
      0 0
      1 1
      2 0
      """;

  @TempDir Path folder;
  private Path labels;

  @BeforeEach
  void writeLabels() throws IOException {
    labels = Files.writeString(folder.resolve("labels"), LABELS);
  }

  @FunctionalInterface
  private interface Reading {
    Dataset read(byte[] bytes) throws IOException;
  }

  private static byte[] libsvm() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.writeBytes("# start\n+1 qid:7 1:0.5 # end\r\n".getBytes(StandardCharsets.UTF_8));
    Dataset random = Texts.random(new Random(8));
    LibsvmWriter.write(random.select(new int[] {0, random.size() - 1}), text);
    return text.toByteArray();
  }

  private static byte[] mutated(byte[] original, Random random) {
    byte[] bytes = original.clone();
    int mutations = 1 + random.nextInt(4);
    for (int k = 0; k < mutations && bytes.length > 0; k++) {
      int position = random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> bytes[position] = (byte) random.nextInt(256);
        case 1 -> bytes[position] ^= (byte) (1 << random.nextInt(8));
        case 2 ->
            bytes[position] = (byte) "0123456789:.,-+eE \t\r\n#%\"".charAt(random.nextInt(24));
        case 3 -> bytes = Arrays.copyOf(bytes, position);
        default -> {
          // a piece of the text once more, in the middle of it
          int length = random.nextInt(Math.min(20, bytes.length - position) + 1);
          byte[] longer = new byte[bytes.length + length];
          System.arraycopy(bytes, 0, longer, 0, position + length);
          System.arraycopy(bytes, position, longer, position + length, bytes.length - position);
          bytes = longer;
        }
      }
    }
    return bytes;
  }

  private static void assertReadOrRefused(byte[] original, long seed, Reading reading)
      throws IOException {
    assertThat(reading.read(original).size()).as("rows of the original").isPositive();
    Random random = new Random(seed);
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] bytes = mutated(original, random);
      try {
        Dataset dataset = reading.read(bytes);
        assertThat(dataset.size()).as("rows").isPositive();
      } catch (InvalidInputException e) {
        assertThat(e.getMessage()).as("seed %d, round %d", seed, round).hasLineCount(1);
        refused++;
      } catch (RuntimeException | Error e) {
        throw new AssertionError(
            "seed "
                + seed
                + ", round "
                + round
                + ": "
                + new String(bytes, StandardCharsets.ISO_8859_1),
            e);
      }
    }
    assertThat(refused).as("mutations that were noticed").isBetween(ROUNDS / 10, ROUNDS);
  }

  @Test
  void readsOrRefusesMutatedLibsvm() throws IOException {
    ReadOptions options = ReadOptions.DEFAULT.withFormat(Format.LIBSVM);
    assertReadOrRefused(libsvm(), 1, bytes -> Texts.read(bytes, "a", options));
  }

  @Test
  void readsOrRefusesMutatedCsv() throws IOException {
    ReadOptions options = ReadOptions.DEFAULT.withFormat(Format.CSV);
    assertReadOrRefused(
        CSV.getBytes(StandardCharsets.UTF_8), 2, bytes -> Texts.read(bytes, "a", options));
  }

  @Test
  void readsOrRefusesMutatedMatrices() throws IOException {
    ReadOptions options = ReadOptions.DEFAULT.withLabels(labels).withFormat(Format.MATRIX_MARKET);
    assertReadOrRefused(
        MATRIX.getBytes(StandardCharsets.UTF_8), 3, bytes -> Texts.read(bytes, "a", options));
  }

  @Test
  void readsOrRefusesMutatedLabels() throws IOException {
    assertReadOrRefused(
        LABELS.getBytes(StandardCharsets.UTF_8),
        4,
        bytes -> {
          Files.write(labels, bytes);
          return Texts.read(MATRIX, "a", ReadOptions.DEFAULT.withLabels(labels));
        });
  }

  @ParameterizedTest
  @EnumSource
  void readsOrRefusesMutatedFilesOfAnyFormatAndCompression(Compressions compression)
      throws IOException {
    for (byte[] text : List.of(libsvm(), CSV.getBytes(StandardCharsets.UTF_8))) {
      assertReadOrRefused(
          compression.compress(text), 5, bytes -> Texts.read(bytes, "a", ReadOptions.DEFAULT));
    }
  }
}
