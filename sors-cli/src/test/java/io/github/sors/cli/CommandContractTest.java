package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.BilinearModel;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.PastedCommand;
import io.github.sors.cli.testing.SampleRows;
import io.github.sors.data.triplet.Split;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** What other programs and people's scripts rely on. */
class CommandContractTest {

  private static final long SEED = 1977;

  private final SampleRows rows = SampleRows.of(SEED, 120, 30, 3);

  @TempDir private Path folder;
  private Path data;
  private Path model;

  @BeforeEach
  void learn() throws IOException {
    data = rows.writeLibsvm(folder.resolve("rows.libsvm"));
    model = folder.resolve("rows.sors");
    train(data).succeeded();
  }

  private Outcome train(Object... more) {
    return Outcome.of(
        "train", List.of(more), "--model", model, "--rounds", 3000, "--lambda", "1e-3");
  }

  @Test
  void trainingPrintsItsResultAndNothingElse() {
    Outcome outcome = train(data).succeeded();

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains("3,000 rounds of AdaSORS-II", "30 x 30", "rows.sors", "36 rows")
        .contains("sors evaluate " + data);
  }

  @Test
  void trainingPrintsJson() throws IOException {
    Outcome outcome = train(data, "--json").succeeded();

    assertThat(outcome.lines()).hasSize(1);
    JsonNode json = outcome.json();
    assertThat(json.get("algorithm").textValue()).isEqualTo("adasors-2");
    assertThat(json.get("rounds").isIntegralNumber()).isTrue();
    assertThat(json.get("rounds").longValue()).isEqualTo(3000);
    assertThat(json.get("activeRounds").isIntegralNumber()).isTrue();
    assertThat(json.get("activeRounds").longValue()).isBetween(1L, 3000L);
    assertThat(json.get("cumulativeLoss").isFloatingPointNumber()).isTrue();
    assertThat(json.get("cumulativeLoss").doubleValue()).isPositive();
    assertThat(json.get("touchedEntries").isIntegralNumber()).isTrue();
    assertThat(json.get("touchedEntries").longValue()).isPositive();
    assertThat(json.get("trainSeconds").isFloatingPointNumber()).isTrue();
    assertThat(json.get("trainSeconds").doubleValue()).isBetween(0.0, 60.0);
    int nonZeros = json.get("nonZeros").intValue();
    assertThat(nonZeros).isBetween(1, 900);
    assertThat(json.get("sparsity").doubleValue()).isEqualTo(1 - nonZeros / 900.0, within(1e-12));
    assertThat(json.get("heldOutRows").intValue()).isEqualTo(36);
    assertThat(json.get("modelBytes").longValue()).isEqualTo(Files.size(model));
  }

  @Test
  void evaluationPrintsFractionsAsJson() {
    Outcome outcome =
        Outcome.of("evaluate", data, "--model", model, "--json", "--top", "1,10").succeeded();

    assertThat(outcome.err()).isEmpty();
    JsonNode json = outcome.json();
    assertThat(json.get("map").doubleValue()).isBetween(0.4, 1.0);
    assertThat(json.get("precisionAtK").isObject()).isTrue();
    assertThat(json.get("precisionAtK").size()).isEqualTo(2);
    assertThat(json.get("precisionAtK").get("1").doubleValue()).isBetween(0.3, 1.0);
    assertThat(json.get("precisionAtK").get("10").doubleValue()).isBetween(0.3, 1.0);
    assertThat(json.get("sparsity").doubleValue()).isBetween(0.0, 1.0);
    assertThat(json.get("nonZeros").isIntegralNumber()).isTrue();
    assertThat(json.get("queries").intValue()).isEqualTo(36);
    assertThat(json.get("candidates").intValue()).isEqualTo(35);
    assertThat(json.get("seconds").isFloatingPointNumber()).isTrue();
  }

  @Test
  void evaluationPrintsPercentForPeople() {
    Outcome outcome = Outcome.of("evaluate", data, "--model", model).succeeded();
    double map =
        Outcome.json("evaluate", data, "--model", model, "--json").get("map").doubleValue();

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .contains("36 queries against 35 rows each")
        .contains("MAP " + Formatting.percent(map) + "%");
    assertThat(outcome.lines()).filteredOn(line -> line.matches(" *(1|5|10|20|50) .*")).hasSize(5);
  }

  @Test
  void evaluationIsOfTheRowsThatTrainingHeldOut() throws IOException {
    int[] heldOut = Split.perClass(rows.labels(), 0.3, 1).test();
    Path only = rows.select(heldOut).writeLibsvm(folder.resolve("held-out.libsvm"));

    JsonNode recorded = Outcome.json("evaluate", data, "--model", model, "--json");
    Outcome separate = Outcome.of("evaluate", only, "--model", model, "--json").succeeded();

    assertThat(separate.json().get("queries")).isEqualTo(recorded.get("queries"));
    assertThat(separate.json().get("map")).isEqualTo(recorded.get("map"));
    assertThat(separate.err())
        .isEqualTo("note: the model was learnt from other data (rows), so all rows are used\n");
  }

  @Test
  void aSampleIsEvaluatedOnItsHeldOutRowsOnly() throws IOException {
    int[] heldOut = Split.perClass(rows.labels(), 0.3, 1).test();
    Outcome sample =
        Outcome.of("evaluate", data, "--sample", 60, "--model", model, "--json").succeeded();
    assertThat(sample.err()).isEmpty();
    assertThat(sample.json().get("queries").intValue()).isBetween(5, 35).isLessThan(heldOut.length);
    JsonNode against =
        Outcome.json(
            "evaluate", data, "--sample", 60, "--model", model, "--against", "train", "--json");
    assertThat(against.get("queries")).isEqualTo(sample.json().get("queries"));
    assertThat(against.get("queries").intValue() + against.get("candidates").intValue())
        .isEqualTo(60);
    Outcome.of("evaluate", data, "--sample", 2, "--model", model)
        .refused("expected at least 2 rows that ", " was not learnt from");
  }

  @Test
  void rowsThatMayHaveBeenLearntFromAreRefused() {
    Path ofSample = folder.resolve("sample.sors");
    Outcome.of(
            "train",
            data,
            "--sample",
            60,
            "--model",
            ofSample,
            "--algorithm",
            "adasors-2",
            "--rounds",
            0)
        .succeeded();

    for (List<?> other : List.of(List.of(), List.of("--sample", 90))) {
      Outcome.of("evaluate", data, other, "--model", ofSample)
          .refused("was learnt from other rows of rows", "--sample", "--all");
      Outcome.of("evaluate", data, other, "--model", ofSample, "--all").succeeded();
    }
  }

  @Test
  void heldOutRowsAreFoundWhateverTheFileIsCalledAndHowItIsPacked() throws IOException {
    JsonNode plain = Outcome.json("evaluate", data, "--model", model, "--json");

    for (String compression : List.of("gz", "bz2", "xz")) {
      Path packed = compress(compression);
      Outcome outcome = Outcome.of("evaluate", packed, "--model", model, "--json").succeeded();
      assertThat(outcome.err()).isEmpty();
      assertThat(outcome.json().get("map")).as(compression).isEqualTo(plain.get("map"));
    }
  }

  private Path compress(String compression) throws IOException {
    Path packed = folder.resolve("packed." + compression);
    try (OutputStream file = Files.newOutputStream(packed);
        OutputStream out =
            switch (compression) {
              case "gz" -> new GZIPOutputStream(file);
              case "bz2" -> new BZip2CompressorOutputStream(file);
              default -> new XZOutputStream(file, new LZMA2Options());
            }) {
      Files.copy(data, out);
    }
    return packed;
  }

  @Test
  void allRowsAreEvaluatedWhereThatIsAskedFor() {
    Outcome outcome = Outcome.of("evaluate", data, "--model", model, "--all", "--json").succeeded();

    assertThat(outcome.json().get("queries").intValue()).isEqualTo(120);
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void heldOutRowsAreEvaluatedAgainstTheTrainingRowsWhereThatIsAskedFor() {
    JsonNode json =
        Outcome.json("evaluate", data, "--model", model, "--against", "train", "--json");

    assertThat(json.get("queries").intValue()).isEqualTo(36);
    assertThat(json.get("candidates").intValue()).isEqualTo(84);
    Outcome.of("evaluate", data, "--model", model, "--against", "train", "--all")
        .refused("--against train needs held-out rows");
  }

  @Test
  void aModelOfTripletsHoldsNothingOutAndSaysSo() throws IOException {
    Path triplets =
        SampleRows.writeTriplets(rows.triplets(SEED, 500), folder.resolve("triplets.txt"));
    JsonNode json =
        Outcome.json(
            List.of("train", data, "--model", model, "--triplets", triplets, "--json"),
            List.of("--algorithm", "adasors-2"));

    assertThat(json.get("rounds").intValue()).isEqualTo(500);
    assertThat(json.get("heldOutRows").intValue()).isZero();
    assertThat(json.has("gain")).as("nothing was held out").isFalse();
    Outcome evaluation = Outcome.of("evaluate", data, "--model", model, "--json").succeeded();
    assertThat(evaluation.json().get("measure").textValue())
        .isEqualTo("share of triplets ranked right");
    assertThat(evaluation.err()).isEqualTo("note: the model was learnt from these triplets\n");
  }

  @Test
  void theNumberOfThreadsDoesNotChangeAnEvaluation() {
    JsonNode one = Outcome.json("evaluate", data, "--model", model, "--json", "--threads", 1);
    JsonNode four = Outcome.json("evaluate", data, "--model", model, "--json", "--threads", 4);

    assertThat(four.get("map")).isEqualTo(one.get("map"));
    assertThat(four.get("precisionAtK")).isEqualTo(one.get("precisionAtK"));
  }

  @Test
  void featuresThatTheModelDoesNotKnowAddNothing() throws IOException {
    Path wider = SampleRows.of(SEED, 120, 45, 3).writeLibsvm(folder.resolve("wider.libsvm"));
    Path cut = Files.writeString(folder.resolve("cut.libsvm"), withoutFeaturesAbove(30, wider));
    train(data, "--normalize", "none").succeeded();

    JsonNode ofWider = Outcome.json("evaluate", wider, "--model", model, "--all", "--json");
    JsonNode ofCut = Outcome.json("evaluate", cut, "--model", model, "--all", "--json");

    assertThat(ofWider.get("map")).isEqualTo(ofCut.get("map"));
    assertThat(ofWider.get("queries").intValue()).isEqualTo(120);
  }

  private static String withoutFeaturesAbove(int last, Path file) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : Files.readAllLines(file)) {
      for (String token : line.split(" ", -1)) {
        int colon = token.indexOf(':');
        if (colon < 0 || Integer.parseInt(token.substring(0, colon)) <= last) {
          text.append(token).append(' ');
        }
      }
      text.append('\n');
    }
    return text.toString();
  }

  @Test
  void saysWhereTheModelKnowsNoneOfTheFeatures() throws IOException {
    Path foreign =
        Files.writeString(folder.resolve("foreign.libsvm"), "1 90:1\n1 91:1\n2 92:1\n2 93:1\n");

    Outcome outcome = Outcome.of("evaluate", foreign, "--model", model, "--json").succeeded();

    assertThat(outcome.err())
        .contains("note: " + model + " has none of the features of foreign, so all scores");
    // all scores are equal, and equal scores count as random order: the mean over 3 places of 1/k
    assertThat(outcome.json().get("map").doubleValue())
        .isEqualTo((1 + 1 / 2.0 + 1 / 3.0) / 3, within(1e-12));
  }

  @Test
  void refusesRowsWhoseFeaturesHaveOtherNamesThanWhenTheyWereLearnt() throws IOException {
    Path names = writeNames("feature", 30);
    train(data, "--feature-names", names).succeeded();
    List<String> swapped = new ArrayList<>(Files.readAllLines(names));
    swapped.set(4, "another");
    Path renamed = Files.write(folder.resolve("renamed.txt"), swapped);

    Outcome same =
        Outcome.of("evaluate", data, "--model", model, "--feature-names", names).succeeded();
    String difference =
        " has other features than "
            + model
            + " was learnt on: feature 4 is 'another' in rows and 'feature4' in "
            + model
            + "; give the items themselves, of which it makes rows, or rows with its features";

    assertThat(same.err()).isEmpty();
    for (List<Object> command :
        List.<List<Object>>of(
            List.of("evaluate"),
            List.of("search", "--item", 3),
            List.of("index", "--output", folder.resolve("out.index")))) {
      Outcome.of(command, data, "--model", model, "--feature-names", renamed).refused(difference);
    }
  }

  private Path writeNames(String prefix, int count) throws IOException {
    return Files.write(
        folder.resolve(prefix + "-names.txt"),
        IntStream.range(0, count).mapToObj(k -> prefix + k).toList());
  }

  @Test
  void searchFindsRowsByNumberAndByName() throws IOException {
    Path names = writeNames("document", 120);
    JsonNode byNumber =
        Outcome.json("search", data, "--model", model, "--item", 7, "--top", 5, "--json");
    JsonNode byName =
        Outcome.json(
            List.of("search", data, "--model", model, "--item", "document7", "--top", 5, "--json"),
            List.of("--row-names", names));

    assertThat(byNumber.get("hits").size()).isEqualTo(5);
    assertThat(byNumber.get("query").get("name").textValue()).isEqualTo("row 7");
    assertThat(byName.get("query").get("name").textValue()).isEqualTo("document7");
    assertThat(byName.get("query").get("row").intValue()).isEqualTo(7);
    assertThat(byName.get("query").get("class").textValue()).isEqualTo("2");
    for (int rank = 0; rank < 5; rank++) {
      JsonNode hit = byName.get("hits").get(rank);
      assertThat(hit.get("row")).isEqualTo(byNumber.get("hits").get(rank).get("row"));
      assertThat(hit.get("row").intValue()).as("the query itself").isNotEqualTo(7);
      assertThat(hit.get("name").textValue()).isEqualTo("document" + hit.get("row").intValue());
      assertThat(hit.get("class").textValue()).matches("[123]");
    }
    assertThat(scores(byName)).isSortedAccordingTo((a, b) -> Double.compare(b, a));
  }

  private static List<Double> scores(JsonNode search) {
    List<Double> scores = new ArrayList<>();
    search.get("hits").forEach(hit -> scores.add(hit.get("score").doubleValue()));
    return scores;
  }

  @Test
  void contributionsOfAnExplanationSumToTheScore() throws IOException {
    train(data, "--feature-names", writeNames("feature", 30)).succeeded();
    JsonNode json =
        Outcome.json("search", data, "--model", model, "--item", 0, "--explain", "--json");

    assertThat(json.get("hits").size()).isEqualTo(10);
    for (JsonNode hit : json.get("hits")) {
      for (JsonNode pair : hit.get("explanation")) {
        assertThat(pair.get("query").textValue()).startsWith("feature");
        assertThat(pair.get("item").textValue()).startsWith("feature");
        assertThat(pair.get("weight").doubleValue()).isNotZero();
      }
      assertThat(hit.get("explanation").size()).isEqualTo(20);
      assertThat(hit.at("/others/pairs").intValue()).isPositive();
      assertThat(hit.has("vector")).isFalse();
      assertThat(Outcome.explained(hit)).isEqualTo(hit.get("score").doubleValue(), within(1e-9));
    }
  }

  @Test
  void pairsOfFeaturesWithoutNamesAreOneLine() {
    JsonNode json =
        Outcome.json("search", data, "--model", model, "--item", 0, "--explain", "--json");
    for (JsonNode hit : json.get("hits")) {
      assertThat(hit.get("explanation")).isEmpty();
      assertThat(hit.has("others")).isFalse();
      assertThat(hit.at("/vector/contribution")).isEqualTo(hit.get("score"));
    }
    Outcome outcome =
        Outcome.of("search", data, "--model", model, "--item", 0, "--top", 1, "--explain")
            .succeeded();
    assertThat(outcome.lines()).hasSize(5);
    assertThat(outcome.lines().get(4)).matches(" {5}[+-][0-9]+\\.[0-9]{4} {2}vector");
  }

  /** Every pair of 2,000 named features of 50 hits, which fit no heap as a list. */
  @Test
  @Timeout(120)
  void theHitsOfADenseMatrixAreExplainedInLittleTimeAndMemory() throws IOException {
    int d = 2000;
    Random random = new Random(1);
    float[] entries = new float[d * d];
    int[] columns = new int[d * d];
    long[] starts = new long[d + 1];
    for (int k = 0; k < entries.length; k++) {
      entries[k] = 1 + random.nextFloat();
      columns[k] = k % d;
      starts[k / d + 1] = k + 1L;
    }
    Path dense = folder.resolve("dense.sors");
    ModelFile.write(
        BilinearModel.ofRows(d, d, starts, columns, entries)
            .withFeatureNames(IntStream.range(0, d).mapToObj(j -> "word" + j).toList()),
        dense);
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 51; row++) {
      rows.append(row % 2);
      for (int j = 1; j <= d; j++) {
        rows.append(' ').append(j).append(':').append(random.nextInt(9) + 1);
      }
      rows.append('\n');
    }
    Path file = Files.writeString(folder.resolve("dense.libsvm"), rows);
    Outcome outcome =
        Outcome.of("search", file, "--model", dense, "--item", 0, "--top", 50, "--explain")
            .succeeded();
    assertThat(outcome.lines())
        .filteredOn(line -> line.endsWith("  3,999,995 other pairs"))
        .hasSize(50);
    assertThat(outcome.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void searchShowsNamesAndReasonsToPeople() throws IOException {
    Path features = writeNames("feature", 30);
    Path documents = writeNames("document", 120);
    train(data, "--feature-names", features).succeeded();

    Outcome outcome =
        Outcome.of(
                List.of("search", data, "--model", model, "--item", "document3", "--top", 2),
                List.of("--explain", "--row-names", documents))
            .succeeded();

    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.lines().get(0)).isEqualTo("document3 (row 3, class 1)");
    assertThat(outcome.lines())
        .filteredOn(line -> line.matches(" +[12] .*document\\d+"))
        .hasSize(2);
    assertThat(outcome.lines())
        .filteredOn(line -> line.matches(" +[+-][0-9.]+ +feature\\d+ +-> +feature\\d+ +weight.*"))
        .hasSize(10);
    assertThat(outcome.out()).contains(" other pairs");
  }

  @Test
  void searchOfUnnamedRowsShowsTheirNumbersOnce() {
    Outcome outcome = Outcome.of("search", data, "--model", model, "--item", 3).succeeded();

    assertThat(outcome.lines().get(0)).isEqualTo("row 3 (class 1)");
    assertThat(outcome.lines().get(2)).isEqualTo("rank   score  row  class");
    assertThat(outcome.lines()).hasSize(13);
  }

  @Test
  void infoTellsWhereAModelComesFrom() {
    JsonNode json = Outcome.json("info", model, "--json");

    assertThat(json.get("kind").textValue()).isEqualTo("model");
    assertThat(json.get("algorithm").textValue()).isEqualTo("adasors-2");
    assertThat(json.get("rounds").intValue()).isEqualTo(3000);
    assertThat(json.get("queryDimension").intValue()).isEqualTo(30);
    assertThat(json.get("itemDimension").intValue()).isEqualTo(30);
    assertThat(json.get("sparsity").doubleValue()).isBetween(0.0, 1.0);
    assertThat(json.get("normalization").textValue()).isEqualTo("l2");
    assertThat(json.get("options").get("lambda").textValue()).isEqualTo("0.001");
    assertThat(json.get("training").get("data").textValue()).isEqualTo("rows");
    assertThat(json.get("training").get("seed").textValue()).isEqualTo("1");
    assertThat(json.get("training").get("holdout").textValue()).isEqualTo("0.3");
    assertThat(json.get("training").get("dataHash"))
        .isEqualTo(Outcome.json("data", "info", data, "--json").get("hash"));

    Outcome forPeople = Outcome.of("info", model).succeeded();
    assertThat(forPeople.out()).contains("options.lambda           0.001", "rounds");
    assertThat(forPeople.err()).isEmpty();
  }

  @Test
  void infoTellsWhatACheckpointHolds() {
    Path checkpoint = folder.resolve("kept.checkpoint");
    train(data, "--checkpoint", checkpoint).succeeded();

    JsonNode json = Outcome.json("info", checkpoint, "--json");

    assertThat(json.get("kind").textValue()).isEqualTo("checkpoint");
    assertThat(json.get("rounds").intValue()).isEqualTo(3000);
    assertThat(json.get("training").get("sampling").textValue()).isEqualTo("uniform");
    assertThat(Outcome.of("info", checkpoint).succeeded().out()).contains("cumulativeLoss");
    List<String> options = new ArrayList<>();
    json.get("options").fieldNames().forEachRemaining(options::add);
    assertThat(options)
        .as("options, in an order that stays")
        .isSorted()
        .contains("eta", "lambda", "loss");
  }

  @Test
  void exportsMatrixMarketThatReadsBackToTheSameFloats() throws IOException {
    Path exported = folder.resolve("m.mtx");
    Outcome outcome = Outcome.of("export", "model", model, "--output", exported);
    int nonZeros = Outcome.json("info", model, "--json").get("nonZeros").intValue();

    assertThat(outcome.succeeded().out()).isEmpty();
    assertThat(outcome.err()).startsWith("wrote " + exported);
    List<String> lines = Files.readAllLines(exported);
    assertThat(lines.get(0)).isEqualTo("%%MatrixMarket matrix coordinate real general");
    assertThat(lines).contains("30 30 " + nonZeros);
    List<String> entries = lines.subList(lines.indexOf("30 30 " + nonZeros) + 1, lines.size());
    assertThat(entries).hasSize(nonZeros);
    List<Float> values = new ArrayList<>();
    for (String entry : entries) {
      String[] parts = entry.split(" ", -1);
      assertThat(Integer.parseInt(parts[0])).isBetween(1, 30);
      assertThat(Integer.parseInt(parts[1])).isBetween(1, 30);
      values.add(Float.parseFloat(parts[2]));
    }
    assertThat(values).isEqualTo(npzValues());
  }

  /** The values of M in compressed sparse rows, as SciPy reads them. */
  private List<Float> npzValues() throws IOException {
    Path exported = folder.resolve("m.npz");
    Outcome.of("export", "model", model, "--output", exported).succeeded();
    Map<String, byte[]> arrays = new HashMap<>();
    try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(exported))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        arrays.put(entry.getName(), zip.readAllBytes());
      }
    }
    assertThat(arrays.keySet())
        .containsExactlyInAnyOrder(
            "indices.npy", "indptr.npy", "format.npy", "shape.npy", "data.npy");
    ByteBuffer array = ByteBuffer.wrap(arrays.get("data.npy")).order(ByteOrder.LITTLE_ENDIAN);
    // six bytes of magic, two of version, two of the header's length
    array.position(10 + array.getShort(8));
    List<Float> values = new ArrayList<>();
    while (array.hasRemaining()) {
      values.add(array.getFloat());
    }
    return values;
  }

  @Test
  void exportsTheStrongestPairsByName() throws IOException {
    train(data, "--feature-names", writeNames("feature", 30)).succeeded();
    Path exported = folder.resolve("pairs.tsv");
    Outcome.of("export", "model", model, "--output", exported, "--top", 7).succeeded();

    List<String> lines = Files.readAllLines(exported);
    assertThat(lines).hasSize(8);
    assertThat(lines.get(0)).isEqualTo("query\titem\tweight");
    List<Float> weights = new ArrayList<>();
    for (String line : lines.subList(1, 8)) {
      assertThat(line).matches("feature\\d+\tfeature\\d+\t[-0-9.E]+");
      weights.add(Math.abs(Float.parseFloat(line.substring(line.lastIndexOf('\t') + 1))));
    }
    assertThat(weights).isSortedAccordingTo((a, b) -> Float.compare(b, a));
  }

  @Test
  void severalFilesAreOneDataSet() throws IOException {
    Path first = rows.select(IntStream.range(0, 50).toArray()).writeLibsvm(folder.resolve("a.txt"));
    Path second =
        rows.select(IntStream.range(50, 120).toArray()).writeLibsvm(folder.resolve("b.txt"));

    JsonNode both = Outcome.json("data", "info", first, second, "--json");
    JsonNode whole = Outcome.json("data", "info", data, "--json");

    assertThat(both.get("hash")).isEqualTo(whole.get("hash"));
    assertThat(both.get("rows").intValue()).isEqualTo(120);
    byte[] learntFromOne = Files.readAllBytes(model);
    train(first, second).succeeded();
    assertThat(Outcome.json("evaluate", data, "--model", model, "--json").get("queries").intValue())
        .isEqualTo(36);
    // but for the name of the data, which is that of the files
    assertThat(Files.size(model)).isCloseTo(learntFromOne.length, within(64L));
  }

  @Test
  void formatsAndTheirOptionsLeadToTheSameRows() throws IOException {
    JsonNode libsvm = Outcome.json("data", "info", data, "--json");
    Path matrix = rows.writeMatrixMarket(folder.resolve("matrix.mtx"));
    Path labels = rows.writeLabels(folder.resolve("classes.txt"));
    Path csv = rows.writeCsv(folder.resolve("table.csv"));
    Path zeroBased = Files.writeString(folder.resolve("zero.libsvm"), zeroBased(rows.libsvm()));

    JsonNode ofMatrix = Outcome.json("data", "info", matrix, "--labels", labels, "--json");
    JsonNode ofCsv =
        Outcome.json("data", "info", csv, "--label-column", "class", "--format", "CSV", "--json");
    JsonNode ofZeroBased = Outcome.json("data", "info", zeroBased, "--zero-based", "--json");

    assertThat(ofMatrix.get("hash")).isEqualTo(libsvm.get("hash"));
    assertThat(ofCsv.get("hash")).isEqualTo(libsvm.get("hash"));
    assertThat(ofZeroBased.get("hash")).isEqualTo(libsvm.get("hash"));
    train(matrix, "--labels", labels).succeeded();
    Outcome evaluation =
        Outcome.of("evaluate", matrix, "--labels", labels, "--model", model, "--json").succeeded();
    assertThat(evaluation.json().get("queries").intValue()).isEqualTo(36);
    train(csv).succeeded();
    assertThat(Outcome.json("info", model, "--json").get("featureNames").intValue()).isEqualTo(30);
  }

  private static String zeroBased(String libsvm) {
    StringBuilder text = new StringBuilder();
    for (String line : libsvm.lines().toList()) {
      for (String token : line.split(" ", -1)) {
        int colon = token.indexOf(':');
        text.append(
                colon < 0
                    ? token
                    : (Integer.parseInt(token.substring(0, colon)) - 1) + token.substring(colon))
            .append(' ');
      }
      text.append('\n');
    }
    return text.toString();
  }

  @Test
  void theCommandThatTrainingSuggestsReadsTheDataInTheSameWay() throws IOException {
    Path spaced = Files.createDirectory(folder.resolve("my data"));
    Path matrix = rows.writeMatrixMarket(spaced.resolve("matrix.mtx"));
    Path labels = rows.writeLabels(spaced.resolve("classes.txt"));

    Outcome training = train(matrix, "--labels", labels, "--sample", 90).succeeded();

    String suggested = training.out().substring(training.out().indexOf("sors evaluate"));
    Outcome evaluation = Outcome.of(PastedCommand.words(suggested)).succeeded();
    assertThat(evaluation.err()).isEmpty();
    assertThat(evaluation.out()).startsWith("27 queries against 26 rows each");
  }

  @Test
  void aSampleKeepsTheSharesOfTheClasses() {
    JsonNode json = Outcome.json("data", "info", data, "--sample", 30, "--json");

    assertThat(json.get("rows").intValue()).isEqualTo(30);
    for (JsonNode ofClass : json.get("classes")) {
      assertThat(ofClass.get("rows").intValue()).isEqualTo(10);
    }
    train(data, "--sample", 60).succeeded();
    assertThat(
            Outcome.json("evaluate", data, "--sample", 60, "--model", model, "--json")
                .get("queries")
                .intValue())
        .isEqualTo(18);
  }

  @Test
  void dataInfoDescribesDataToPeople() throws IOException {
    Outcome outcome = Outcome.of("data", "info", data).succeeded();
    assertThat(outcome.out()).contains("rows       120", "features   30", "classes    3");

    SampleRows many = SampleRows.of(SEED, 60, 30, 25);
    Path manyClasses = many.writeLibsvm(folder.resolve("many.libsvm"));
    assertThat(Outcome.of("data", "info", manyClasses).succeeded().lines())
        .last()
        .isEqualTo("and 5 smaller ones");
  }

  @Test
  void dataListNamesWhatIsBuiltInAndWhatCanBeFetched() {
    JsonNode list = Outcome.json("data", "list", "--json").get("dataSets");

    Map<String, JsonNode> byName = new HashMap<>();
    list.forEach(entry -> byName.put(entry.get("name").textValue(), entry));
    assertThat(byName)
        .containsKeys("emoji", "definitions", "place-names", "bbc", "rcv1", "sector", "news20");
    assertThat(byName.get("place-names").get("here").booleanValue()).isTrue();
    assertThat(byName.get("bbc").get("rows").intValue()).isEqualTo(2225);
    Outcome forPeople = Outcome.of("data", "list").succeeded();
    assertThat(forPeople.lines().get(1)).matches("emoji +built in");
    assertThat(Outcome.json("data", "get", "place-names", "--json").get("here").booleanValue())
        .isTrue();
    assertThat(Outcome.of("data", "get", "place-names").succeeded().err())
        .contains("there is nothing to download");
  }

  @Test
  void optionsOfAnotherAlgorithmAreRefused() {
    train(data, "--algorithm", "oasis")
        .refused("--lambda is not an option of oasis: leave it out", "sors-1", "adasors-2");
    train(data, "--algorithm", "encoder").refused("--lambda is not an option of encoder", "sors-1");
    Outcome.of("serve", "--demo", "--algorithm", "oasis", "--lambda", 1)
        .refused("--lambda is not an option of oasis");
  }

  @Test
  void everyWayOfDrawingTripletsIsLearntFromAndRecorded() {
    for (List<String> drawing :
        List.of(
            List.of("--allow-self"),
            List.of("--hardest-of", "4"),
            List.of("--sampling", "mixed"),
            List.of("--seed", "9"))) {
      train(data, drawing).succeeded();
      JsonNode training = Outcome.json("info", model, "--json").get("training");
      assertThat(training.get("sampling").textValue() + " " + training.get("seed").textValue())
          .isEqualTo(
              switch (drawing.get(0)) {
                case "--allow-self" -> "uniform, the anchor itself included 1";
                case "--hardest-of" -> "hardest of 4 1";
                case "--sampling" ->
                    "mixed, share 0.5, 5 nearest of the class, 20 nearest of others, by the start"
                        + " 1";
                default -> "uniform 9";
              });
    }
  }

  /** Pairs of rows of the same class, listed as groups, by their numbers. */
  private Path pairs() throws IOException {
    List<String> lines = Files.readAllLines(data);
    Map<String, Integer> waiting = new HashMap<>();
    StringBuilder groups = new StringBuilder();
    for (int row = 0; row < lines.size(); row++) {
      String line = lines.get(row);
      String label = line.substring(0, line.indexOf(' '));
      Integer first = waiting.remove(label);
      if (first == null) {
        waiting.put(label, row);
      } else {
        groups.append('[').append(first).append(',').append(row).append("]\n");
      }
    }
    return Files.writeString(folder.resolve("groups.jsonl"), groups);
  }

  @Test
  void groupsOfRowsTeachWhatLabelsWould() throws IOException {
    Path file = pairs();
    JsonNode trained =
        Outcome.json(
            List.of("train", data, "--model", model, "--rounds", 2000, "--groups", file),
            List.of("--algorithm", "adasors-2", "--holdout", 0.5, "--json"));

    assertThat(trained.get("rounds").intValue()).isEqualTo(2000);
    assertThat(trained.get("heldOutRows").intValue()).isZero();
    JsonNode gain = trained.get("gain");
    assertThat(gain.get("measure").textValue()).isEqualTo("MAP of the other members of the group");
    assertThat(gain.get("unit").textValue()).isEqualTo("groups");
    assertThat(gain.get("heldOut").intValue()).isEqualTo(30);
    assertThat(gain.get("low").doubleValue()).isLessThan(gain.get("high").doubleValue());
    assertThat(gain.get("kept").booleanValue()).as("an algorithm that was named").isTrue();
    assertThat(Outcome.json("info", model, "--json").get("training").get("sampling").textValue())
        .startsWith("60 groups, CRC32C ");

    Files.writeString(file, "a\t0\nb\t1\n");
    Outcome.of("train", data, "--model", model, "--groups", file, "--algorithm", "adasors-2")
        .refused("triplets need a group of at least two training rows");
    Files.writeString(file, "a\t0\na\tnobody\n");
    Outcome.of("train", data, "--model", model, "--groups", file)
        .refused(file + ", line 2: ", "found 'nobody'");
  }

  @Test
  void aModelOfGroupsIsEvaluatedOnThoseThatWereHeldOut() throws IOException {
    Path file = pairs();
    JsonNode gain =
        Outcome.json(
                List.of("train", data, "--model", model, "--rounds", 500, "--groups", file),
                List.of("--algorithm", "adasors-2", "--holdout", 0.5, "--json"))
            .get("gain");

    JsonNode json = Outcome.json("evaluate", data, "--model", model, "--baseline", "--json");
    assertThat(json.get("measure").textValue()).isEqualTo("MAP of the other members of the group");
    assertThat(json.get("map").doubleValue()).isEqualTo(gain.get("learnt").doubleValue());
    assertThat(json.get("heldOut").intValue()).isEqualTo(30);
    assertThat(json.get("baseline").get("map").get("start").doubleValue())
        .isCloseTo(gain.get("start").doubleValue(), within(1e-6));
    Outcome text = Outcome.of("evaluate", data, "--model", model, "--baseline").succeeded();
    Outcome.fitsATerminal(text.out());
    assertThat(text.lines())
        .contains("30 held-out groups")
        .anyMatch(line -> line.startsWith("MAP of the other members of the group "));
    assertThat(Outcome.of("evaluate", data, "--model", model, "--all").succeeded().err())
        .isEqualTo("note: the model was learnt from these groups\n");
    Outcome.of("evaluate", data, "--model", model, "--top", 5)
        .refused("--against and --top are for");

    // the file has moved, and then it is another one
    Path moved = Files.move(file, folder.resolve("moved.jsonl"));
    Outcome.of("evaluate", data, "--model", model)
        .refused("the groups in " + file, "which cannot be read from here", "--groups FILE");
    assertThat(
            Outcome.json("evaluate", data, "--model", model, "--groups", moved, "--json")
                .get("map")
                .doubleValue())
        .isEqualTo(gain.get("learnt").doubleValue());
    Files.writeString(file, "[0,1]\n[2,3]\n");
    Outcome.of("evaluate", data, "--model", model)
        .refused(file + " has changed since the model was learnt from it");
    assertThat(
            Outcome.of("evaluate", data, "--model", model, "--groups", file, "--baseline").lines())
        .contains("too few to tell a gain from chance: 2 groups, of 20 that it takes");
    assertThat(Outcome.of("evaluate", data, "--model", model, "--groups", file).succeeded().err())
        .isEqualTo("note: the model was learnt from other feedback, so all groups are used\n");
  }

  @Test
  void rowsOfOneClassAreNotRanked() throws IOException {
    train(data).succeeded();
    Path one = folder.resolve("one.libsvm");
    Files.write(
        one,
        Files.readAllLines(data).stream()
            .map(line -> "1" + line.substring(line.indexOf(' ')))
            .toList());

    Outcome.of("evaluate", one, "--model", model, "--all")
        .refused("expected rows of at least two classes, found one", "--groups");
  }

  @Test
  void normalizationIsLearntWithTheModelAndAppliedToWhateverItScores() throws IOException {
    train(data, "--normalize", "log,tf-idf,l2").succeeded();
    JsonNode json = Outcome.json("evaluate", data, "--model", model, "--json");

    assertThat(json.get("map").doubleValue()).isGreaterThan(0.4);
    // rows of another length are the same rows to a model that normalises them
    train(data, "--normalize", "l2").succeeded();
    Path scaled = Files.writeString(folder.resolve("scaled.libsvm"), scaled(4));
    JsonNode plain = Outcome.json("evaluate", data, "--model", model, "--all", "--json");
    JsonNode longer = Outcome.json("evaluate", scaled, "--model", model, "--all", "--json");
    assertThat(longer.get("map")).isEqualTo(plain.get("map"));
  }

  private String scaled(float factor) {
    double[][] values = new double[rows.size()][rows.features()];
    for (int row = 0; row < rows.size(); row++) {
      for (int feature = 0; feature < rows.features(); feature++) {
        values[row][feature] = factor * rows.values()[row][feature];
      }
    }
    return new SampleRows(values, rows.labels()).libsvm();
  }

  @Test
  void everyCommandHasHelpAndTheVersionIsTold() {
    for (String command :
        List.of(
            "",
            "demo",
            "train",
            "evaluate",
            "search",
            "index",
            "export",
            "serve",
            "admin",
            "data",
            "info",
            "tune")) {
      List<String> words = command.isEmpty() ? List.of() : List.of(command);
      Outcome outcome = Outcome.of(words, "--help").succeeded();
      assertThat(outcome.out()).contains("Usage: sors" + (command.isEmpty() ? "" : " ") + command);
      assertThat(outcome.err()).isEmpty();
    }
    assertThat(Outcome.of("--version").succeeded().out()).startsWith("sors ").contains("Java");
    assertThat(Outcome.of().succeeded().out()).isEqualTo(Outcome.of("--help").out());
    for (String group : List.of("data", "admin", "export")) {
      assertThat(Outcome.of(group).succeeded().out()).isEqualTo(Outcome.of(group, "--help").out());
    }
  }

  @Test
  void outputIsUtf8() throws IOException {
    Path names =
        Files.write(
            folder.resolve("names.txt"),
            IntStream.range(0, 120).mapToObj(k -> "Привіт " + k).toList(),
            StandardCharsets.UTF_8);

    Outcome outcome =
        Outcome.of("search", data, "--model", model, "--item", "Привіт 5", "--row-names", names);

    assertThat(outcome.succeeded().lines().get(0)).isEqualTo("Привіт 5 (row 5, class 3)");
  }
}
