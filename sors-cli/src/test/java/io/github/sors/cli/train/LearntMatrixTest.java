package io.github.sors.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.SampleRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * From a file of rows and one of triplets to the exported M: the paper's algorithms, to the digit.
 */
class LearntMatrixTest {

  private static final long SEED = 20150814;
  private static final int TRIPLETS = 2_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "sors-1, none", "sors-2, none", "adasors-1, none", "adasors-2, none", "oasis, none",
        "ogd, none",
    "sors-1, l2", "sors-2, l2", "adasors-1, l2", "adasors-2, l2", "oasis, l2", "ogd, l2"
  })
  void theExportedMatrixIsThatOfTheLiteralAlgorithm(String algorithm, String normalization)
      throws IOException {
    SampleRows rows = SampleRows.of(SEED, 60, 24, 3);
    int[][] triplets = rows.triplets(SEED + 1, TRIPLETS);
    Path model = folder.resolve("m.sors");
    Path exported = folder.resolve("m.mtx");

    Outcome.of(
            List.of("train", rows.writeLibsvm(folder.resolve("rows.libsvm")), "--model", model),
            List.of("--triplets", SampleRows.writeTriplets(triplets, folder.resolve("triplets"))),
            List.of("--algorithm", algorithm, "--normalize", normalization),
            options(algorithm))
        .succeeded();
    Outcome.of("export", "model", model, "--output", exported).succeeded();

    double[][] expected =
        new LiteralAlgorithms(2e-3, 0.1, 0.2, 0.05)
            .learn(algorithm, normalized(rows.values(), normalization), triplets);
    double[][] actual = readMatrixMarket(exported);
    String description = algorithm + " on " + normalization + ", seed " + SEED;
    assertThat(actual.length).isEqualTo(rows.features());
    assertThat(relativeError(expected, actual)).as(description).isLessThan(1e-4);
    assertThat(largestZeroInOneOnly(expected, actual)).as(description).isLessThan(1e-6);
    assertThat(changes(expected)).as("entries that are not the identity's").isGreaterThan(100);
  }

  private static List<Object> options(String algorithm) {
    return switch (algorithm) {
      case "oasis" -> List.of("--c", "0.05");
      case "ogd" -> List.of("--eta", "0.1");
      case "sors-1", "sors-2" -> List.of("--lambda", "2e-3", "--eta", "0.1");
      default -> List.of("--lambda", "2e-3", "--eta", "0.1", "--delta", "0.2");
    };
  }

  private static double[][] normalized(double[][] rows, String normalization) {
    if (normalization.equals("none")) {
      return rows;
    }
    return Arrays.stream(rows)
        .map(
            row -> {
              double norm = Math.sqrt(Arrays.stream(row).map(value -> value * value).sum());
              return Arrays.stream(row).map(value -> value / norm).toArray();
            })
        .toArray(double[][]::new);
  }

  private static double[][] readMatrixMarket(Path file) throws IOException {
    List<String> lines =
        Files.readAllLines(file).stream().filter(line -> !line.startsWith("%")).toList();
    String[] shape = lines.get(0).split(" ", -1);
    double[][] matrix = new double[Integer.parseInt(shape[0])][Integer.parseInt(shape[1])];
    assertThat(lines).hasSize(1 + Integer.parseInt(shape[2]));
    for (String line : lines.subList(1, lines.size())) {
      String[] entry = line.split(" ", -1);
      matrix[Integer.parseInt(entry[0]) - 1][Integer.parseInt(entry[1]) - 1] =
          Float.parseFloat(entry[2]);
    }
    return matrix;
  }

  /** The Frobenius norm of the difference, relative to that of the expected matrix. */
  private static double relativeError(double[][] expected, double[][] actual) {
    double difference = 0;
    double norm = 0;
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected.length; j++) {
        difference += Math.pow(expected[i][j] - actual[i][j], 2);
        norm += Math.pow(expected[i][j], 2);
      }
    }
    return Math.sqrt(difference / norm);
  }

  private static double largestZeroInOneOnly(double[][] expected, double[][] actual) {
    double largest = 0;
    for (int i = 0; i < expected.length; i++) {
      for (int j = 0; j < expected.length; j++) {
        if ((expected[i][j] == 0) != (actual[i][j] == 0)) {
          largest = Math.max(largest, Math.abs(expected[i][j]) + Math.abs(actual[i][j]));
        }
      }
    }
    return largest;
  }

  private static int changes(double[][] matrix) {
    int changes = 0;
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < matrix.length; j++) {
        changes += matrix[i][j] != (i == j ? 1 : 0) ? 1 : 0;
      }
    }
    return changes;
  }
}
