package io.github.sors.cli.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.cli.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A model of items is the model of the rows that were made of them before. */
class ItemModelsTest {

  @TempDir Path folder;

  static Stream<List<Object>> features() {
    return Stream.of(
        List.of("--max-df", 1),
        List.of("--analyzer", "english", "--max-df", 0.9, "--min-df", 3),
        List.of("--weights", "bm25", "--text-columns", "text"),
        List.of("--hash-bits", 8, "--category-columns", "colour"),
        List.of("--text-columns", "text", "--number-columns", "price", "--max-df", 1));
  }

  @ParameterizedTest
  @MethodSource("features")
  void itIsTheSameAsOverAFile(List<Object> features) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int k = 0; k < 60; k++) {
      lines.append(
          ("{\"id\": \"d%d\", \"label\": \"%s\", \"text\": \"%s flow x%d y%d\", \"colour\": \"c%d\","
                  + " \"price\": %d}%n")
              .formatted(
                  k,
                  k % 2 == 0 ? "hot" : "wing",
                  k % 2 == 0 ? "heat" : "wing",
                  k % 7,
                  k % 5,
                  k % 4,
                  k));
    }
    Path items = Files.writeString(folder.resolve("items.jsonl"), lines);
    Path rows = folder.resolve("items");
    Path before = folder.resolve("before.sors");
    Path now = folder.resolve("now.sors");
    for (List<Object> algorithm :
        List.<List<Object>>of(
            List.of("--algorithm", "adasors-2", "--iterations", 200),
            List.of("--algorithm", "encoder", "--iterations", 100, "--k", 8))) {
      Outcome.of("vectorize", items, "--output", rows, features).succeeded();
      Outcome.of("train", rows, "--model", before, algorithm).succeeded();
      Outcome.of("train", items, "--model", now, algorithm, features).succeeded();
      assertThat(Files.mismatch(now, before)).as("the first byte that differs").isEqualTo(-1);
      assertThat(Outcome.json("evaluate", items, "--model", now, "--json").get("map"))
          .isEqualTo(Outcome.json("evaluate", rows, "--model", now, "--json").get("map"));
    }
  }
}
