package io.github.sors.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.cli.testing.SorsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Published data, which are not part of the project: learnt from where they are, if they are. */
class PublishedDataTest {

  private static Path root;

  @TempDir private Path folder;

  @BeforeAll
  static void findData() {
    String given = System.getenv("SORS_DATA");
    root = given == null ? Path.of("..", "..", "shared", "data") : Path.of(given);
  }

  private static Path data(String file) {
    Path path = root.resolve(file).toAbsolutePath();
    assumeTrue(Files.exists(path), "no " + path + ": set SORS_DATA to the folder of data sets");
    return path;
  }

  /**
   * Raw counts and the parameters of the paper. In a process of its own, as a dense matrix of this
   * size does not fit the memory that tests have, and nobody counts what is covered in hot loops.
   */
  @Test
  void ranksNewsArticlesAsWellAsThePaperSays() throws IOException {
    ranksNewsArticles("sors-1", 0.90);
  }

  @Tag("full")
  @Test
  void ranksNewsArticlesWithAdaptiveStepsAsWellAsThePaperSays() throws IOException {
    ranksNewsArticles("adasors-2", 0.92);
  }

  private void ranksNewsArticles(String algorithm, double leastMap) throws IOException {
    List<String> parameters =
        new ArrayList<>(List.of("--normalize", "none", "--lambda", "1e-6", "--eta", "0.1"));
    if (algorithm.startsWith("ada")) {
      parameters.addAll(List.of("--delta", "0.1"));
    }
    Path bbc = data("bbc/bbc.mtx.gz");
    JsonNode training =
        run("train", bbc, List.of("--algorithm", algorithm, "--rounds", "100000"), parameters);
    JsonNode evaluation = run("evaluate", bbc);

    assertThat(training.get("rounds").intValue()).isEqualTo(100_000);
    assertThat(evaluation.get("queries")).isEqualTo(training.get("heldOutRows"));
    assertThat(evaluation.get("map").doubleValue()).isGreaterThanOrEqualTo(leastMap);
    assertThat(evaluation.get("sparsity").doubleValue()).isBetween(0.75, 0.85);
  }

  @SafeVarargs
  private JsonNode run(String command, Path data, List<String>... more) throws IOException {
    List<String> words = new ArrayList<>();
    words.addAll(List.of(command, data.toString()));
    words.addAll(List.of("--model", "model.sors", "--json"));
    for (List<String> some : more) {
      words.addAll(some);
    }
    try (SorsProcess process = SorsProcess.start(folder, List.of(), "3g", words)) {
      assertThat(process.exitCode()).as("exit code; it said: %s", process.err()).isZero();
      return new ObjectMapper().readTree(process.out());
    }
  }
}
