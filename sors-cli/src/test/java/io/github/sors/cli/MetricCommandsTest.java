package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.metric.MetricAlgorithm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Learners of distances on the command line: trained, evaluated, searched, shown and exported. */
class MetricCommandsTest {

  @TempDir Path folder;
  private Path data;
  private Path model;

  @BeforeEach
  void write() throws IOException {
    data = SampleRows.of(5, 120, 30, 3).writeLibsvm(folder.resolve("rows.libsvm"));
    model = folder.resolve("rows.sors");
  }

  @ParameterizedTest
  @EnumSource(MetricAlgorithm.class)
  void everyLearnerOfDistancesGoesAllTheWay(MetricAlgorithm algorithm) throws IOException {
    JsonNode trained =
        Outcome.json(
            "train",
            data,
            "--model",
            model,
            "--algorithm",
            algorithm.label(),
            "--iterations",
            200,
            "--json");
    assertThat(trained.get("algorithm").textValue()).isEqualTo(algorithm.label());
    assertThat(trained.get("heldOutRows").intValue()).isEqualTo(36);
    assertThat(trained.get("modelBytes").longValue()).isEqualTo(Files.size(model));

    JsonNode evaluated = Outcome.json("evaluate", data, "--model", model, "--json");
    assertThat(evaluated.get("queries").intValue()).isEqualTo(36);
    assertThat(evaluated.get("map").doubleValue()).isBetween(0.35, 1.0);

    JsonNode hit =
        Outcome.json("search", data, "--model", model, "--query", 0, "--explain", "--json")
            .get("hits")
            .get(0);
    assertThat(Outcome.explained(hit)).isEqualTo(hit.get("score").doubleValue(), within(1e-5));

    JsonNode info = Outcome.json("info", model, "--json");
    boolean distance =
        algorithm != MetricAlgorithm.COSINE && algorithm != MetricAlgorithm.FACTORED_AROMA;
    assertThat(info.get("form").textValue()).isEqualTo(distance ? "distance" : "similarity");
    assertThat(info.get("normalization").textValue()).isEqualTo("l2");

    Path matrix = folder.resolve("rows.mtx");
    Outcome.of("export", model, "--format", "mtx", "--output", matrix).succeeded();
    assertThat(Files.readString(matrix))
        .contains(distance ? "S(x, y) = -(x-y)'M(x-y)" : "S(x, y) = x'My");
  }

  @Test
  void theResultForPeopleNamesTheAlgorithm() {
    Outcome outcome =
        Outcome.of("train", data, "--model", model, "--algorithm", "lego", "--iterations", 100)
            .succeeded();

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains("100 steps of LEGO", "30 x 30", "rows.sors", "36 rows", "sors evaluate " + data);
  }

  @Test
  void learningImprovesOnEuclideanDistance() {
    Outcome.of("train", data, "--model", model, "--algorithm", "euclidean").succeeded();
    double before =
        Outcome.json("evaluate", data, "--model", model, "--json").get("map").doubleValue();
    Outcome.of("train", data, "--model", model, "--algorithm", "lmnn", "--k", 5).succeeded();
    double after =
        Outcome.json("evaluate", data, "--model", model, "--json").get("map").doubleValue();
    assertThat(after).isGreaterThan(before);
  }

  @Test
  void aLearntDistanceReadAsASimilaritySearchesAnIndex() {
    Path index = folder.resolve("rows.index");
    Outcome.of("train", data, "--model", model, "--algorithm", "rdml", "--form", "similarity")
        .succeeded();
    assertThat(Outcome.json("info", model, "--json").get("form").textValue())
        .isEqualTo("similarity");
    Outcome.of("index", data, "--model", model, "--output", index).succeeded();
    assertThat(
            Outcome.json(
                    "search", "--index", index, "--model", model, "--query", 0, "--top", 3,
                    "--json")
                .get("hits"))
        .hasSize(3);
    Outcome.of("train", data, "--model", model, "--algorithm", "rdml", "--form", "product")
        .refused("--form: expected similarity, distance or cosine, found 'product'");
  }

  @Test
  void theCosineDividesByTheLengthAlsoOfRawRows() {
    Outcome.of("train", data, "--model", model, "--algorithm", "cosine", "--normalize", "none")
        .succeeded();
    assertThat(Outcome.json("info", model, "--json").get("normalization").textValue())
        .isEqualTo("l2");
  }

  @Test
  void takesPairsFromGivenTriplets() throws IOException {
    Path triplets = folder.resolve("triplets.txt");
    Files.writeString(triplets, "0 3 1\n1 4 2\n");
    JsonNode trained =
        Outcome.json(
            "train",
            data,
            "--model",
            model,
            "--algorithm",
            "rdml",
            "--triplets",
            triplets,
            "--json");
    assertThat(trained.get("rounds").intValue()).isEqualTo(2);
    assertThat(trained.get("heldOutRows").intValue()).isZero();
  }

  @Test
  void saysWhatDoesNotGoWithALearnerOfDistances() throws IOException {
    Path triplets = folder.resolve("triplets.txt");
    Files.writeString(triplets, "0 3 1\n");
    Outcome.of("train", data, "--model", model, "--algorithm", "lmnn", "--triplets", triplets)
        .refused("lmnn does not learn from triplets");
    Outcome.of("train", data, "--model", model, "--algorithm", "lmnn", "--sampling", "local")
        .refused("lmnn does not learn from triplets: leave out --sampling");
    Outcome.of("train", data, "--model", model, "--algorithm", "itml", "--groups", triplets)
        .refused("itml learns from labels or --triplets: leave out --groups");
    Path weighted = Files.writeString(folder.resolve("weighted.txt"), "0 3 1 2\n");
    Outcome.of("train", data, "--model", model, "--algorithm", "itml", "--triplets", weighted)
        .refused("itml does not weigh its triplets: leave out the weights in " + weighted);
    Object[] byModel = {"--sampling", "local", "--neighbours", "model"};
    Outcome.of("train", data, "--model", model, "--algorithm", "itml", List.of(byModel))
        .refused("itml has no model during training");
    Outcome.of("train", data, "--model", model, "--algorithm", "itml", "--sampling", "mixed")
        .succeeded();
    Outcome.of("train", data, "--model", model, "--algorithm", "itml", "--hardest-of", 3)
        .refused("itml has no checkpoints", "--hardest-of");
    Outcome.of("train", data, "--model", model, "--algorithm", "lmnn", "--mu", 2)
        .refused("--mu: expected a number above 0 and below 1, found '2'");
    Outcome.of("train", data, "--model", model, "--algorithm", "lnmm")
        .refused("unknown algorithm 'lnmm'", "sors-1", "lmnn", "cosine");
    Outcome.of("train", data, "--model", model, "--algorithm", "pola", "--gamma", 1)
        .refused("--gamma is not an option of pola: leave it out", "has it: itml");
    Outcome.of("train", data, "--model", model, "--iterations", 10, "--mu", 1)
        .refused("--mu is not an option of adasors-2", "has it: lmnn");
  }
}
