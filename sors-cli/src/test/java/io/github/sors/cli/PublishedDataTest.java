package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The paper's BBC data, which is not part of the project: learnt from where it is, if it is. */
class PublishedDataTest {

  private static Path data;

  @TempDir private Path folder;

  @BeforeAll
  static void findData() {
    String given = System.getenv("SORS_DATA");
    Path root = given == null ? Path.of("..", "..", "shared", "data") : Path.of(given);
    data = root.resolve("bbc").resolve("bbc.mtx.gz");
    assumeTrue(Files.exists(data), "no " + data + ": set SORS_DATA to the folder of data sets");
  }

  /** Raw counts and the parameters of the paper, 100,000 rounds; well below what one run gives. */
  @ParameterizedTest
  @CsvSource({"sors-1, 0.90", "adasors-2, 0.92"})
  void ranksNewsArticlesAsWellAsThePaperSays(String algorithm, double leastMap) {
    Path model = folder.resolve("bbc.sors");
    JsonNode training =
        Outcome.json(
            List.of("train", data, "--model", model, "--json", "--normalize", "none"),
            List.of("--algorithm", algorithm, "--iterations", 100_000),
            List.of("--lambda", "1e-6", "--eta", "0.1"),
            algorithm.startsWith("ada") ? List.of("--delta", "0.1") : List.of());
    JsonNode evaluation = Outcome.json("evaluate", data, "--model", model, "--json");

    assertThat(training.get("rounds").intValue()).isEqualTo(100_000);
    assertThat(evaluation.get("queries").intValue())
        .isEqualTo(training.get("heldOutRows").intValue());
    assertThat(evaluation.get("map").doubleValue()).isGreaterThanOrEqualTo(leastMap);
    assertThat(evaluation.get("sparsity").doubleValue()).isBetween(0.75, 0.85);
  }
}
