package io.github.sors.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.Model;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.data.triplet.Split;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Embeddings beside the features of rows. */
class VectorsTest {

  private static final int TOPICS = 4;
  private static final int ROWS = 20 * TOPICS * TOPICS;
  private static final int NUMBERS = 16;
  private static final List<String> ENCODER = List.of("--algorithm", "encoder", "--rounds", "3000");

  @TempDir private Path folder;

  private final int[] labels = new int[ROWS];
  private final float[][] embeddings = new float[ROWS][NUMBERS];
  private Path terms;
  private Path labelsAlone;
  private Path vectors;

  /** A class has a topic of words and a topic of meaning; neither part shows the other's. */
  @BeforeEach
  void writeRows() throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      int words = row % TOPICS;
      int meaning = row / TOPICS % TOPICS;
      labels[row] = words * TOPICS + meaning;
      // one of five words of the topic, and one that says nothing
      lines.add(
          labels[row]
              + " "
              + (1 + 5 * words + random.nextInt(5))
              + ":1 "
              + (5 * TOPICS + 1 + random.nextInt(9))
              + ":1");
      for (int k = 0; k < NUMBERS; k++) {
        // what all have in common is much longer than what tells them apart
        embeddings[row][k] = (float) (3 + (k % TOPICS == meaning ? 1 : 0) + random.nextGaussian());
      }
    }
    terms = Files.write(folder.resolve("terms.libsvm"), lines);
    labelsAlone =
        Files.write(
            folder.resolve("labels.libsvm"), Arrays.stream(labels).mapToObj(i -> "" + i).toList());
    vectors = writeNpy("vectors.npy", embeddings);
  }

  private Path writeNpy(String name, float[]... rows) throws IOException {
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
    return Files.write(folder.resolve(name), bytes.array());
  }

  private Path model(String name) {
    return folder.resolve(name + ".sors");
  }

  private static double measure(JsonNode training, String when) {
    return training.at("/gain/" + when).doubleValue();
  }

  private JsonNode train(String name, Object... words) {
    return Outcome.json("train", "--model", model(name), "--json", ENCODER, List.of(words));
  }

  @Test
  void bothPartsTogetherAreBetterThanEither() {
    double words = measure(train("words", terms), "learnt");
    double meaning = measure(train("meaning", labelsAlone, "--vectors", vectors), "learnt");
    double both = measure(train("both", terms, "--vectors", vectors), "learnt");

    // four classes share the words of each, and four its meaning
    assertThat(words).isLessThan(0.4);
    assertThat(meaning).isLessThan(0.4);
    assertThat(both).isGreaterThan(Math.max(words, meaning) + 0.2);
  }

  @Test
  void vectorsNeedNotBeCentred() throws IOException {
    train("plain", terms, "--vectors", vectors, "--normalize-vectors", "l2");

    assertThat(ModelFile.read(model("plain")).normalization()).hasToString("l2|16@29:l2");
  }

  @Test
  void theMeanIsThatOfTheRowsThatAreLearntFrom() throws IOException {
    train("both", terms, "--vectors", vectors, "--normalize-vectors", "centre,l2");

    double[] means = new double[NUMBERS];
    int[] learntFrom = Split.perClass(labels, 0.3, 1).train();
    for (int row : learntFrom) {
      for (int k = 0; k < NUMBERS; k++) {
        means[k] += embeddings[row][k] / (double) learntFrom.length;
      }
    }
    float[] kept = ModelFile.read(model("both")).normalization().featureWeights();
    assertThat(learntFrom.length).isLessThan(ROWS);
    assertThat(kept).hasSize(NUMBERS);
    for (int k = 0; k < NUMBERS; k++) {
      assertThat((double) kept[k]).isCloseTo(means[k], within(1e-5));
    }
  }

  @Test
  void evaluatesOnTheRowsThatWereHeldOut() {
    JsonNode training = train("both", terms, "--vectors", vectors);

    JsonNode evaluation =
        Outcome.json("evaluate", terms, "--vectors", vectors, "--model", model("both"), "--json");

    assertThat(evaluation.get("map").doubleValue())
        .isCloseTo(measure(training, "learnt"), within(1e-9));
  }

  @Test
  void choosesByItselfOnDenseRowsAndOnBothParts() {
    List<Object> meaning = List.of(labelsAlone, "--vectors", vectors);
    List<Object> both = List.of(terms, "--vectors", vectors);
    for (List<Object> rows : List.of(meaning, both)) {
      JsonNode training = Outcome.json("train", rows, "--model", model("chosen"), "--json");

      assertThat(training.at("/gain/kept").booleanValue()).as("%s", training).isTrue();
      assertThat(measure(training, "learnt")).isGreaterThan(measure(training, "start"));
    }
  }

  @Test
  void learnsFromGroupsAndTripletsAndDistances() throws IOException {
    List<String> groups = new ArrayList<>();
    List<String> triplets = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      groups.add(labels[row] + "-" + row / 64 + "\t" + row);
      triplets.add(row + " " + (row + 16) % ROWS + " " + (row + 1) % ROWS);
    }
    Path groupFile = Files.write(folder.resolve("groups.tsv"), groups);
    Path tripletFile = Files.write(folder.resolve("triplets.txt"), triplets);

    JsonNode ofGroups =
        train("g", terms, "--vectors", vectors, "--groups", groupFile, "--holdout", "0.2");
    JsonNode ofTriplets =
        train("t", terms, "--vectors", vectors, "--triplets", tripletFile, "--holdout", "0.2");

    assertThat(measure(ofGroups, "learnt")).isGreaterThan(measure(ofGroups, "start"));
    assertThat(measure(ofTriplets, "learnt")).isGreaterThan(0.5);
  }

  @Test
  void searchesAndIndexesAndEncodesWithTheSameVectors() throws IOException {
    train("both", terms, "--vectors", vectors, "--embedding", "small-1");
    Path index = folder.resolve("rows.index");
    List<Object> rows = List.of(terms, "--vectors", vectors, "--model", model("both"));

    JsonNode direct = Outcome.json("search", rows, "--item", "5", "--json");
    Outcome.of("index", rows, "--output", index).succeeded();
    JsonNode indexed =
        Outcome.json("search", "--index", index, "--model", model("both"), "--item", "5", "--json");
    Path encodings = folder.resolve("rows.jsonl");
    Outcome.of("export", "vectors", rows, "--output", encodings).succeeded();

    assertThat(direct.at("/hits/0/row").asText()).isEqualTo(indexed.at("/hits/0/name").asText());
    assertThat(indexed.at("/hits/0/score").doubleValue())
        .isCloseTo(direct.at("/hits/0/score").doubleValue(), within(1e-5));
    assertThat(Files.readAllLines(encodings)).hasSize(ROWS);
    Outcome.of("index", terms, "--vectors", vectors, "--output", index)
        .refused("--vectors needs --model");
    Outcome.of(
            "search",
            "--index",
            index,
            "--vectors",
            vectors,
            "--model",
            model("both"),
            "--item",
            "5")
        .refused("--vectors stand beside DATA");
    Outcome.of("index", terms, "--embedding", "small-1", "--output", index)
        .refused("--vectors needs --model");
    Outcome.of("evaluate", "--run", index, "--qrels", index, "--vectors", vectors)
        .refused("leave out --model, ITEMS and --queries");
  }

  @Test
  void ranksManyQueriesWithTheirVectors() throws IOException {
    train("both", terms, "--vectors", vectors);
    Path run = folder.resolve("rows.run");
    List<Object> search =
        List.of(
            "search",
            terms,
            "--vectors",
            vectors,
            "--model",
            model("both"),
            "--queries",
            terms,
            "--run",
            run,
            "--top",
            "1");

    Outcome.of(search, "--query-vectors", vectors).succeeded();
    List<String> found = Files.readAllLines(run);
    Outcome words = Outcome.of(search).succeeded();

    assertThat(found).hasSize(ROWS);
    // a row is its own best answer
    assertThat(found).allSatisfy(line -> assertThat(line).matches("(\\d+) Q0 \\1 1 .*"));
    assertThat(words.err()).contains("the query has none, so only its other features count");
    Outcome.of(search, "--query-vectors", writeNpy("few.npy", embeddings[0]))
        .refused("few.npy: expected 320 rows, one per query, found 1");
    Outcome.of(search, "--query-vectors", writeNpy("short.npy", shortened(embeddings)))
        .refused("--query-vectors: expected 16 numbers, found 3");
  }

  private static float[][] shortened(float[]... rows) {
    return Arrays.stream(rows).map(row -> Arrays.copyOf(row, 3)).toArray(float[][]::new);
  }

  @Test
  void refusesVectorsThatDoNotBelongToTheModel() throws IOException {
    train("both", terms, "--vectors", vectors, "--embedding", "small-1");
    train("words", terms);
    List<Object> evaluate = List.of("evaluate", terms, "--model", model("both"));

    Outcome.of(evaluate)
        .refused("learnt with a vector of 16 numbers beside every row", "--vectors FILE.npy");
    Outcome.of(evaluate, "--vectors", writeNpy("short.npy", shortened(embeddings)))
        .refused("short.npy: expected 16 numbers, found 3");
    Outcome.of(evaluate, "--vectors", writeNpy("few.npy", Arrays.copyOf(embeddings, 7)))
        .refused("few.npy: expected 320 rows, one per item, found 7");
    Outcome.of(evaluate, "--vectors", vectors, "--embedding", "large-2")
        .refused("expected small-1", "found large-2", "the same model");
    Outcome.of(evaluate, "--vectors", vectors, "--embedding", "small-1").succeeded();
    Outcome.of("evaluate", terms, "--vectors", vectors, "--model", model("words"))
        .refused("learnt without vectors: leave out --vectors");
    Outcome.of(evaluate, "--embedding", "small-1")
        .refused("give those of these rows with --vectors");
  }

  @Test
  void refusesOptionsThatDoNotFit() {
    List<Object> train = List.of("train", terms, "--model", model("none"));

    Outcome.of(train, "--normalize-vectors", "l2").refused("--normalize-vectors is for --vectors");
    Outcome.of(train, "--vectors", vectors, "--normalize-vectors", "tf-idf")
        .refused("tf-idf is for terms");
    Outcome.of(train, "--vectors", vectors, "--normalize-vectors", "l3")
        .refused("--normalize-vectors: unknown normalisation 'l3'");
    Outcome.of(train, "--normalize", "l2|16@29:l2").refused("give --vectors");
    Outcome.of(train, "--normalize", "centre").refused("at least 10% of the values");
    Outcome.of(train, "--vectors", folder.resolve("none.npy")).refused("there is no such file");
  }

  @Test
  void aSampleTakesTheVectorsOfItsRows() {
    JsonNode training = train("both", terms, "--vectors", vectors, "--sample", "160");

    JsonNode evaluation =
        Outcome.json(
            "evaluate",
            terms,
            "--vectors",
            vectors,
            "--sample",
            "160",
            "--model",
            model("both"),
            "--json");

    assertThat(evaluation.get("map").doubleValue())
        .isCloseTo(measure(training, "learnt"), within(1e-9));
  }

  @Test
  void resumesWithTheSameVectors() throws IOException {
    List<Object> rows = List.of("train", terms, "--vectors", vectors, "--algorithm", "encoder");
    Path checkpoint = folder.resolve("half.checkpoint");
    Outcome.of(rows, "--rounds", "500", "--checkpoint", checkpoint, "--model", model("half"))
        .succeeded();
    Outcome.of(rows, "--rounds", "900", "--resume", checkpoint, "--model", model("resumed"))
        .succeeded();
    Outcome.of(rows, "--rounds", "900", "--model", model("whole")).succeeded();

    Model whole = ModelFile.read(model("whole"));
    assertThat(Files.readAllBytes(model("resumed"))).isEqualTo(Files.readAllBytes(model("whole")));
    assertThat(whole.normalization()).hasToString("l2|16@29:l2,centre,l2");
    Outcome.of(
            "train",
            terms,
            "--algorithm",
            "encoder",
            "--resume",
            checkpoint,
            "--model",
            model("other"))
        .refused("belongs to other data");
  }

  @Test
  void saysHowToEvaluateWithTheVectors() {
    Outcome training =
        Outcome.of(
                "train",
                terms,
                "--vectors",
                vectors,
                "--embedding",
                "small-1",
                "--model",
                model("both"),
                ENCODER)
            .succeeded();

    assertThat(training.out()).contains("--vectors " + vectors).contains("--embedding small-1");
  }

  /** The embeddings of the built-in emoji, which are not part of the project. */
  @Test
  void emojiAreRankedBetterByWordsAndMeaningThanByEither() throws IOException {
    String given = System.getenv("SORS_DATA");
    Path root = given == null ? Path.of("..", "..", "shared", "data") : Path.of(given);
    Path emoji = root.resolve("embeddings/emoji.npy").toAbsolutePath();
    assumeTrue(Files.exists(emoji), "no " + emoji + ": set SORS_DATA to the folder of data sets");
    List<String> batches = List.of("--algorithm", "encoder", "--batch", "50", "--rounds", "10000");

    JsonNode words = Outcome.json("train", "emoji", "--model", model("w"), "--json", batches);
    JsonNode both =
        Outcome.json(
            "train", "emoji", "--vectors", emoji, "--model", model("b"), "--json", batches);
    Outcome typed =
        Outcome.of("search", "emoji", "--vectors", emoji, "--model", model("b"), "--query", "cat")
            .succeeded();

    assertThat(measure(both, "learnt")).isGreaterThanOrEqualTo(0.635);
    assertThat(both.at("/measures/precisionAt1/learnt").doubleValue()).isGreaterThanOrEqualTo(0.71);
    assertThat(measure(both, "learnt")).isGreaterThan(measure(words, "learnt") + 0.04);
    assertThat(typed.err()).contains("only its other features count");
  }
}
