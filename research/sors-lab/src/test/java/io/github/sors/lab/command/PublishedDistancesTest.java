package io.github.sors.lab.command;

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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Distances on published data, which are not part of the project: learnt if they are there. */
class PublishedDistancesTest {

  private static Path root;

  @TempDir private Path folder;

  @BeforeAll
  static void findData() {
    String given = System.getenv("SORS_DATA");
    root = given == null ? Path.of("..", "..", "..", "shared", "data") : Path.of(given);
  }

  private static Path data(String file) {
    Path path = root.resolve(file).toAbsolutePath();
    assumeTrue(Files.exists(path), "no " + path + ": set SORS_DATA to the folder of data sets");
    return path;
  }

  /** Raw values; Euclidean has 49% on dna and 55% on usps. */
  @ParameterizedTest
  @CsvSource({"lego, dna/dna.scale, 0.70", "itml, usps/usps.libsvm.gz, 0.62"})
  void distancesRankRealRowsFarBetterThanTheEuclidean(
      String algorithm, String file, double leastMap) throws IOException {
    Path rows = data(file);
    run("train", rows, List.of("--algorithm", algorithm, "--normalize", "none"));
    JsonNode evaluation = run("evaluate", rows);

    assertThat(evaluation.get("map").doubleValue()).isGreaterThanOrEqualTo(leastMap);
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
