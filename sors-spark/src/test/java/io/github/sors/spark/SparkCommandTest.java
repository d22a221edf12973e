package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.console.CommandFrame;
import io.github.sors.io.ModelFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkCommandTest {

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path data;
  private Path model;

  @BeforeEach
  void writeRows() throws IOException {
    // the command takes the session that is there
    SharedSpark.start();
    LabelledRows rows = new LabelledRows(12, 60);
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < rows.labels.length; row++) {
      text.append(rows.labels[row]);
      for (int k = 0; k < rows.vectors.get(row).size(); k++) {
        text.append(
            String.format(
                Locale.ROOT,
                " %d:%s",
                rows.vectors.get(row).index(k) + 1,
                rows.vectors.get(row).value(k)));
      }
      text.append('\n');
    }
    data = folder.resolve("rows.libsvm");
    model = folder.resolve("rows.sors");
    Files.writeString(data, text);
  }

  private int run(String... arguments) {
    out.reset();
    err.reset();
    return SparkCommand.run(
        new CommandFrame(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8)),
        arguments);
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String complaint() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void trainsEvaluatesAndSearches() throws IOException {
    String rows = data.toString();
    String file = model.toString();
    assertThat(run("train", rows, "--model", file, "--set", "rounds=300")).as(complaint()).isZero();
    JsonNode trained = new ObjectMapper().readTree(printed());
    assertThat(trained.fieldNames())
        .toIterable()
        .containsExactly(
            "rounds",
            "activeRounds",
            "cumulativeLoss",
            "touchedEntries",
            "trainSeconds",
            "nonZeros",
            "sparsity");
    assertThat(trained.path("rounds").intValue()).isEqualTo(300);
    assertThat(ModelFile.read(model).provenance().training())
        .containsEntry("holdout", "0.3")
        .containsKey("dataHash");

    assertThat(run("evaluate", rows, "--model", file, "--k", "1,3")).as(complaint()).isZero();
    JsonNode evaluated = new ObjectMapper().readTree(printed());
    assertThat(evaluated.fieldNames())
        .toIterable()
        .containsExactly("map", "precisionAtK", "sparsity", "nonZeros", "queries");
    assertThat(evaluated.path("precisionAtK").fieldNames()).toIterable().containsExactly("1", "3");
    assertThat(evaluated.path("map").doubleValue()).isStrictlyBetween(0.0, 1.0);
    assertThat(run("evaluate", rows, "--model", file, "--all")).as(complaint()).isZero();

    assertThat(run("search", rows, "--model", file, "--item", "3", "--top", "2"))
        .as(complaint())
        .isZero();
    assertThat(printed().lines()).hasSize(2).allMatch(line -> line.startsWith("3\t"));
    assertThat(run("search", rows, "--model", file, "--item", "60")).isEqualTo(2);
    assertThat(complaint()).contains("--item of 0 to 59");
  }

  @Test
  void tablesAreReadBySpark() throws IOException {
    LabelledRows rows = new LabelledRows(12, 60);
    String parquet = folder.resolve("rows.parquet").toString();
    rows.frame(3).withColumnRenamed("label", "topic").write().parquet(parquet);
    String file = model.toString();
    String[] columns = {"--label", "topic", "--id", "id"};
    assertThat(run(with(columns, "train", parquet, "--model", file, "--set", "rounds=300")))
        .as(complaint())
        .isZero();
    assertThat(ModelFile.read(model).provenance().training())
        .containsEntry("data", "rows.parquet")
        .containsEntry("holdout", "0.3");
    assertThat(run(with(columns, "evaluate", parquet, "--model", file))).as(complaint()).isZero();
    assertThat(new ObjectMapper().readTree(printed()).path("queries").intValue()).isBetween(5, 35);
    assertThat(run("evaluate", parquet, "--model", file, "--label", "topic")).isEqualTo(2);
    assertThat(complaint()).contains("not learnt from these rows");
    assertThat(run(with(columns, "search", parquet, "--model", file, "--item", "3", "--top", "2")))
        .as(complaint())
        .isZero();
    assertThat(printed().lines()).hasSize(2).allMatch(line -> line.startsWith("3\t"));
    assertBadInput("--id", List.of("search", parquet, "--model", file));
    assertBadInput(
        "expected column 'label', found id, topic, features",
        List.of("train", parquet, "--model", file));
    assertBadInput(
        "Spark cannot read",
        List.of("train", folder.resolve("none.parquet").toString(), "--model", file));

    assertBadInput("as papyrus", List.of("train", parquet, "--model", file, "--format", "papyrus"));

    Path csv = folder.resolve("rows.csv");
    StringBuilder text = new StringBuilder("topic,width,height,name\n");
    for (int row = 0; row < 40; row++) {
      text.append(row % 2)
          .append(',')
          .append(1 + row % 2)
          .append(",0.5,a")
          .append(row)
          .append('\n');
    }
    Files.writeString(csv, text);
    assertThat(
            run(
                "train",
                csv.toString(),
                "--format",
                "csv",
                "--label",
                "topic",
                "--model",
                file,
                "--set",
                "rounds=50"))
        .as(complaint())
        .isZero();
    assertThat(ModelFile.read(model).queryDimension()).isEqualTo(2);
    assertThat(complaint()).contains("left out the columns that are not numbers: name");
    Path json = folder.resolve("rows.json");
    Files.writeString(
        json,
        "{\"label\": \"a\", \"at\": [0, 7], \"weights\": [1, 2]}\n".repeat(2)
            + "{\"label\": \"b\", \"at\": [3], \"weights\": [1]}\n".repeat(2));
    assertThat(
            run(
                "train",
                json.toString(),
                "--features",
                "weights",
                "--indices",
                "at",
                "--holdout",
                "0",
                "--model",
                file,
                "--set",
                "rounds=50"))
        .as(complaint())
        .isZero();
    assertThat(ModelFile.read(model).queryDimension()).isEqualTo(8);
  }

  @Test
  void doesNotGuessTheClassOfACsvFileThatTheDriverReads() throws IOException {
    Path csv = folder.resolve("driven.csv");
    Files.writeString(csv, "topic,width,height\n" + "0,1,0.5\n1,2,0.5\n".repeat(20));
    String file = model.toString();
    assertBadInput(
        "driven.csv, line 1: expected a column called label, class or target for the classes, found"
            + " 'topic, width, height': use --label 3 if the last column has the classes, or give",
        List.of("train", csv.toString(), "--model", file));
    String[] topic = {"--label", "topic", "--model", file};
    assertThat(run(with(topic, "train", csv.toString(), "--set", "rounds=50")))
        .as(complaint())
        .isZero();
    assertThat(ModelFile.read(model).queryFeatures()).containsExactly("width", "height");
    assertThat(run(with(topic, "evaluate", csv.toString()))).as(complaint()).isZero();
    assertThat(run(with(topic, "search", csv.toString(), "--item", "1"))).as(complaint()).isZero();
    assertBadInput(
        "--features, --indices and --id name columns of tables",
        List.of("train", csv.toString(), "--features", "width", "--model", file));
    assertBadInput(
        "leave out --label",
        List.of("train", data.toString(), "--label", "topic", "--model", file));
    assertBadInput(
        "leave out --label", List.of("train", "place-names", "--label", "topic", "--model", file));
  }

  private static String[] with(String[] more, String... arguments) {
    return java.util.stream.Stream.of(arguments, more)
        .flatMap(java.util.Arrays::stream)
        .toArray(String[]::new);
  }

  @Test
  void tellsOfEverySlice() {
    assertThat(
            run(
                "train",
                data.toString(),
                "--model",
                model.toString(),
                "--curve",
                "--set",
                "rounds=200",
                "--set",
                "slices=2"))
        .as(complaint())
        .isZero();
    assertThat(complaint().lines())
        .filteredOn(line -> line.startsWith("slice "))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("slice 1: 66 rounds, mean loss ").contains("MAP "),
            line -> assertThat(line).startsWith("slice 2: 200 rounds, mean loss ").endsWith("%"));
  }

  @Test
  void measuresAModelOfGeneratedRows() {
    assertThat(
            run(
                "bench",
                "--rows",
                "50",
                "--dimension",
                "400",
                "--features",
                "10",
                "--classes",
                "5",
                "--set",
                "rounds=20",
                "--set",
                "batchSize=10",
                "--set",
                "partitions=2"))
        .as(complaint())
        .isZero();
    assertThat(printed())
        .contains("\"rounds\":20,")
        .containsPattern("\"nonZeros\":[1-9][0-9]{3}")
        .containsPattern("\"driverHeapPeak\":[1-9]");
    assertBadInput("--classes of at least 2", List.of("bench", "--classes", "1"));
  }

  @Test
  void comparesWithTheLocalLearner() throws IOException {
    String rows = data.toString();
    assertThat(run("compare", rows, "--turns", "2", "--set=rounds=200", "--set=normalize=l1"))
        .as(complaint())
        .isZero();
    JsonNode compared = new ObjectMapper().readTree(printed());
    assertThat(compared.get("rounds").intValue()).isEqualTo(200);
    assertThat(compared.get("spark")).hasSize(2);
    assertThat(compared.get("local")).hasSize(2);
    for (int turn = 0; turn < 2; turn++) {
      JsonNode spark = compared.get("spark").get(turn);
      JsonNode local = compared.get("local").get(turn);
      // one partition learns what the local learner does
      assertThat(spark.get("map").doubleValue()).isEqualTo(local.get("map").doubleValue());
      assertThat(spark.get("map").doubleValue()).isBetween(0.3, 1.0);
      assertThat(spark.get("processorSeconds").doubleValue()).isPositive();
    }
    assertThat(compared.get("faster").doubleValue()).isPositive();
    // so short a training may take no processor time that the system counts
    JsonNode processorTime = compared.get("processorTime");
    assertThat(processorTime.isNull() || processorTime.isNumber()).isTrue();
    assertThat(processorTime.isNull() || processorTime.doubleValue() > 0).isTrue();
    assertThat(complaint())
        .contains("turn 1, Spark: ", "turn 2, one local thread: ", "s of processor time, MAP ");
    assertBadInput("--turns of at least 1", List.of("compare", rows, "--turns", "0"));
  }

  @Test
  void saysWhatIsWrongInOneLine() {
    String file = model.toString();
    assertBadInput("train, evaluate, search, compare, bench or bench-clicks", List.of());
    assertBadInput("--model", List.of("train", data.toString()));
    assertBadInput("neither a file", List.of("train", "no-such-rows", "--model", file));
    assertBadInput(
        "no param speed", List.of("train", data.toString(), "--model", file, "--set", "speed=9"));
    assertBadInput(
        "expected a number for slices",
        List.of("train", data.toString(), "--model", file, "--set", "slices=many"));
    assertBadInput(
        "lambda: expected a number of at least 0 and at most 1e9, found '-1.0'",
        List.of("train", data.toString(), "--model", file, "--set", "lambda=-1"));
  }

  private void assertBadInput(String word, List<String> arguments) {
    assertThat(run(arguments.toArray(String[]::new))).isEqualTo(2);
    assertThat(complaint()).startsWith("sors: ").contains(word);
  }

  @Test
  void benchOfClicksReportsWhatItCosts() throws IOException {
    String tables = folder.resolve("tables").toString();
    assertThat(
            run(
                "bench-clicks",
                "--folder",
                tables,
                "--clicks",
                "150",
                "--items",
                "60",
                "--dimension",
                "50",
                "--features",
                "6",
                "--classes",
                "4",
                "--set",
                "encodingLength=8"))
        .as(complaint())
        .isZero();
    JsonNode measured = new ObjectMapper().readTree(printed());
    assertThat(measured.get("rounds").asInt()).isEqualTo(150);
    assertThat(measured.get("map").asDouble()).isBetween(0.3, 1.0);
    assertThat(measured.get("cosineMap").asDouble()).isBetween(0.3, 1.0);
    assertThat(measured.get("triplets").get("shuffledBytes").asLong()).isPositive();
    assertThat(measured.get("triplets").get("inputBytes").asLong()).isPositive();
    assertThat(measured.get("slices").get("1").get("taskCpuSeconds").asDouble()).isPositive();
    assertBadInput(
        "--clicks of 1 to 900",
        List.of("bench-clicks", "--folder=" + tables, "--clicks=901", "--items=60", "--classes=4"));
    assertBadInput(
        "twice as many --items",
        List.of("bench-clicks", "--folder=" + tables, "--items=60", "--classes=40"));
  }
}
