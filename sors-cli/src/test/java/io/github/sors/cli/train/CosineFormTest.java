package io.github.sors.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.SampleRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cosine in the positive part of M, wherever a model goes. */
class CosineFormTest {

  @TempDir Path folder;
  private Path data;
  private Path model;

  @BeforeEach
  void train() throws IOException {
    data = SampleRows.of(5, 120, 30, 3).writeLibsvm(folder.resolve("rows.libsvm"));
    model = folder.resolve("rows.sors");
    Outcome.of("train", data, "--model", model, "--algorithm", "sors-2", "--rounds", 500)
        .succeeded();
  }

  @Test
  void aFileRanksAsTheFlagDoes() {
    Path cosine = folder.resolve("cosine.sors");
    Outcome.of(
            "train",
            data,
            "--model",
            cosine,
            "--algorithm",
            "sors-2",
            "--rounds",
            500,
            "--form",
            "cosine")
        .succeeded();
    assertThat(Outcome.json("info", cosine, "--json").get("form").textValue()).isEqualTo("cosine");

    JsonNode ofFile = Outcome.json("evaluate", data, "--model", cosine, "--json");
    JsonNode ofFlag =
        Outcome.json("evaluate", data, "--model", model, "--form", "cosine", "--json");
    JsonNode plain = Outcome.json("evaluate", data, "--model", model, "--json");
    assertThat(ofFile.get("map")).isEqualTo(ofFlag.get("map")).isNotEqualTo(plain.get("map"));
    assertThat(ofFile.get("queries").intValue()).isEqualTo(36);
  }

  @Test
  void scoresAreCosinesAndExplained() {
    JsonNode hit =
        Outcome.json(
                "search",
                data,
                "--model",
                model,
                "--form",
                "cosine",
                "--item",
                0,
                "--explain",
                "--json")
            .get("hits")
            .get(0);
    assertThat(hit.get("score").doubleValue()).isBetween(-1.0, 1.000001);
    assertThat(Outcome.explained(hit)).isEqualTo(hit.get("score").doubleValue(), within(1e-5));
  }

  @Test
  void thePositivePartIsExported() throws IOException {
    Path matrix = folder.resolve("rows.mtx");
    Outcome.of("export", "model", model, "--form", "cosine", "--output", matrix).succeeded();
    assertThat(Files.readString(matrix)).contains("x'My / sqrt(x'Mx y'My)");
  }

  @Test
  void whatCannotBeIsRefused() throws IOException {
    Path index = folder.resolve("rows.index");
    Outcome.of("index", data, "--model", model, "--output", index).succeeded();
    Outcome.of("search", "--index", index, "--model", model, "--item", 0, "--form", "cosine")
        .refused("--form is for a search of DATA");
    Outcome.of("evaluate", data, "--model", model, "--form", "distance")
        .refused("--form: a distance needs a symmetric matrix");
    Outcome.of("evaluate", data, "--model", model, "--form", "angle")
        .refused("--form: expected similarity, distance or cosine, found 'angle'");
    Outcome.of("train", data, "--model", model, "--form", "distance")
        .refused("--form: expected similarity or cosine, found 'distance'");
    Path wide = SampleRows.of(5, 60, 7000, 3).writeLibsvm(folder.resolve("wide.libsvm"));
    Outcome.of("train", wide, "--model", model, "--form", "cosine")
        .refused("expected at most 6000 features");
  }
}
