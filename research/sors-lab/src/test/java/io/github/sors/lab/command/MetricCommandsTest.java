package io.github.sors.lab.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.Research;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.SampleRows;
import io.github.sors.lab.LabMethods;
import io.github.sors.metric.MetricAlgorithm;
import io.github.sors.tune.Method;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

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
            "--rounds",
            200,
            "--json");
    assertThat(trained.get("algorithm").textValue()).isEqualTo(algorithm.label());
    assertThat(trained.get("heldOutRows").intValue()).isEqualTo(36);
    assertThat(trained.get("modelBytes").longValue()).isEqualTo(Files.size(model));

    JsonNode evaluated = Outcome.json("evaluate", data, "--model", model, "--json");
    assertThat(evaluated.get("queries").intValue()).isEqualTo(36);
    assertThat(evaluated.get("map").doubleValue()).isBetween(0.35, 1.0);

    JsonNode hit =
        Outcome.json("search", data, "--model", model, "--item", 0, "--explain", "--json")
            .get("hits")
            .get(0);
    assertThat(Outcome.explained(hit)).isEqualTo(hit.get("score").doubleValue(), within(1e-5));

    JsonNode info = Outcome.json("info", model, "--json");
    boolean distance =
        algorithm != MetricAlgorithm.COSINE && algorithm != MetricAlgorithm.FACTORED_AROMA;
    assertThat(info.get("form").textValue()).isEqualTo(distance ? "distance" : "similarity");
    assertThat(info.get("normalization").textValue()).isEqualTo("l2");

    Path matrix = folder.resolve("rows.mtx");
    Outcome.of("export", "model", model, "--output", matrix).succeeded();
    assertThat(Files.readString(matrix))
        .contains(distance ? "S(x, y) = -(x-y)'M(x-y)" : "S(x, y) = x'My");
  }

  @Test
  void theResultForPeopleNamesTheAlgorithm() {
    Outcome outcome =
        Outcome.of("train", data, "--model", model, "--algorithm", "lego", "--rounds", 100)
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
                    "search", "--index", index, "--model", model, "--item", 0, "--top", 3, "--json")
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
    Outcome.of("train", data, "--model", model, "--rounds", 10, "--mu", 1)
        .refused("--mu is not an option of adasors-2", "has it: lmnn");
  }

  @Test
  void moreRoundsThanTripletsAreToldOf() throws IOException {
    Path rows = Files.writeString(folder.resolve("few.libsvm"), "0 1:1\n0 1:2\n1 2:1\n1 2:2\n");
    Path triplets = Files.writeString(folder.resolve("triplets"), "0 1 2\n2 3 0\n1 0 3\n");
    List<Object> learn = List.of("train", rows, "--triplets", triplets, "--model", model);
    List<Object> with = List.of("--algorithm", "lego", "--rounds");
    assertThat(Outcome.of(learn, with, 7).succeeded().err())
        .isEqualTo(
            "note: learning all 3 triplets of "
                + triplets
                + " once: there are fewer than --rounds 7\n");
    assertThat(Outcome.of(learn, with, 3).succeeded().err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cosine", "euclidean", "lego"})
  void everyModelOfTextsAnswersTexts(String algorithm) throws IOException {
    Path texts = folder.resolve("texts");
    List<String> sport = List.of("goal", "match", "team", "coach");
    List<String> money = List.of("bank", "market", "price", "loan");
    for (int k = 0; k < 40; k++) {
      write(texts.resolve("sport"), k, sport);
      write(texts.resolve("money"), k, money);
    }
    List<Object> features = List.of("--analyzer", "english", "--max-df", 1);
    Outcome.of(
            List.of("train", texts, "--model", model, "--algorithm", algorithm),
            List.of("--rounds", 200),
            features)
        .succeeded();

    JsonNode hits =
        Outcome.json("search", texts, "--model", model, "--query", "Goals!", "--top", 3, "--json")
            .get("hits");
    assertThat(hits).hasSize(3);
    hits.forEach(hit -> assertThat(hit.get("name").textValue()).contains("sport"));
  }

  private static void write(Path target, int k, List<String> words) throws IOException {
    Files.createDirectories(target);
    String text = words.get(k % 4) + " and " + words.get(k / 4 % 4) + " of day" + k % 7;
    Files.writeString(target.resolve(k + ".txt"), text);
  }

  @Test
  void embeddingsStandBesideTheFeaturesOfRows() throws IOException {
    float[][] embeddings = new float[120][4];
    for (int row = 0; row < embeddings.length; row++) {
      embeddings[row][row % 3] = 1;
      embeddings[row][3] = row % 7;
    }
    JsonNode trained =
        Outcome.json(
            "train",
            data,
            "--vectors",
            npy(embeddings),
            "--model",
            model,
            "--algorithm",
            "cosine",
            "--json");

    assertThat(trained.at("/gain/learnt").doubleValue()).isPositive();
  }

  private Path npy(float[]... rows) throws IOException {
    String header =
        String.format(
            "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }",
            rows.length, rows[0].length);
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header.length() + 4 * rows.length * rows[0].length)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY\1\0".getBytes(StandardCharsets.US_ASCII));
    bytes.putShort((short) header.length()).put(header.getBytes(StandardCharsets.US_ASCII));
    for (float[] row : rows) {
      for (float value : row) {
        bytes.putFloat(value);
      }
    }
    return Files.write(folder.resolve("rows.npy"), bytes.array());
  }

  /** The command line without these modules knows their names. */
  @Test
  void theNamesThatTheCommandLineKnowsAreThoseOfResearch() {
    List<String> contributed =
        new ArrayList<>(new LabMethods().methods().stream().map(Method::name).toList());
    for (MetricAlgorithm algorithm : MetricAlgorithm.values()) {
      contributed.add(algorithm.label());
    }
    assertThat(Research.ALGORITHMS).containsExactlyInAnyOrderElementsOf(new TreeSet<>(contributed));
    new LabCommands()
        .commands()
        .forEach(
            (name, command) ->
                assertThat(Research.COMMANDS.get(name))
                    .isEqualTo(
                        new CommandLine(command).getCommandSpec().usageMessage().header()[0]));
    assertThat(Research.COMMANDS).containsOnlyKeys(new LabCommands().commands().keySet());
  }

  /** The launcher of the sources builds these modules when one of these names is used. */
  @Test
  void theLauncherKnowsTheSameNames() throws IOException {
    String launcher = Files.readString(Path.of("..", "..", "sors"));
    Matcher names = Pattern.compile("--algorithm=([a-z-]+)(?= \\||\\))").matcher(launcher);
    assertThat(names.results().map(name -> name.group(1)))
        .containsExactlyInAnyOrderElementsOf(Research.ALGORITHMS);
    for (String command : Research.COMMANDS.keySet()) {
      assertThat(launcher).containsPattern("(?m)^ +[a-z |]*\\b" + command + "\\b[a-z |]*\\)");
    }
  }
}
