package io.github.sors.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.SampleRows;
import io.github.sors.learn.Learners;
import io.github.sors.option.Parameter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A training without options chooses how to learn, says what it gained, and never loses. */
class AutomaticTrainingCommandTest {

  private static final long SEED = 19;

  private final SampleRows rows = SampleRows.of(SEED, 360, 60, 3);

  @TempDir private Path folder;
  private Path data;
  private Path model;

  @BeforeEach
  void writeData() throws IOException {
    data = rows.writeLibsvm(folder.resolve("rows.libsvm"));
    model = folder.resolve("m.sors");
  }

  private double map(Path evaluated) {
    return Outcome.json("evaluate", data, "--model", evaluated, "--json").get("map").doubleValue();
  }

  @Test
  void saysWhatItGainedAndLearnsWhatTheNamedAlgorithmLearns() {
    Outcome outcome = Outcome.of("train", data, "--model", model).succeeded();

    assertThat(outcome.err()).isEmpty();
    Outcome.fitsATerminal(outcome.out());
    assertThat(outcome.out())
        .containsPattern(
            "\n(Encoder|Batch encoder|AdaSORS-II|Mixed AdaSORS-II), chosen on 51 held-out rows in ")
        .contains("\ngain on 108 held-out rows, which nothing was learnt from or chosen on:\n")
        .containsPattern("\n +start % +learnt % +gain +95% interval\n")
        .containsPattern(
            "\nMAP( +\\d+\\.\\d\\d){2} +\\+\\d+\\.\\d\\d +\\+\\d+\\.\\d\\d\\.\\.\\+\\d+\\.\\d\\d")
        .containsPattern("\nP@1 +\\d")
        .containsPattern("\nP@10 +\\d")
        .contains("sors evaluate ")
        .contains("--baseline");
    JsonNode info = Outcome.json("info", model, "--json");
    JsonNode training = info.get("training");
    assertThat(training.get("chosenBy").textValue()).isEqualTo("auto");
    assertThat(training.get("chosenOn").textValue()).isEqualTo("chosen on 51 held-out rows");
    assertThat(training.get("gainMeasure").textValue()).isEqualTo("MAP");
    assertThat(training.get("gainHeldOut").textValue()).isEqualTo("108 rows");
    assertThat(training.get("gainKept").textValue()).isEqualTo("true");
    long rounds = info.get("rounds").longValue();
    assertThat(training.get("chosenRounds").textValue()).isEqualTo(Long.toString(rounds));

    assertThat(map(named(info, rounds))).isEqualTo(map(model));
  }

  /** The model of the same algorithm with the same options, named on the command line. */
  private Path named(JsonNode info, long rounds) {
    String algorithm = info.get("algorithm").textValue();
    List<Object> words = new ArrayList<>(List.of("--algorithm", algorithm));
    for (Parameter<?> parameter : Learners.descriptor(algorithm).own()) {
      words.add("--" + parameter.name());
      words.add(info.get("options").get(parameter.name()).textValue());
    }
    if (info.get("options").has("margin")) {
      words.addAll(List.of("--margin", info.get("options").get("margin").textValue()));
    }
    if (!info.get("training").get("sampling").textValue().equals("uniform")) {
      words.addAll(List.of("--sampling", "mixed", "--form", "cosine"));
    }
    Path named = folder.resolve("named.sors");
    Outcome.of("train", data, "--model", named, "--rounds", rounds, words).succeeded();
    return named;
  }

  @Test
  void mixedTripletsAreRecordedAsIfTheyWereAskedFor() {
    Outcome.of(
            List.of("train", data, "--model", model, "--algorithm", "adasors-2"),
            List.of("--sampling", "mixed", "--rounds", 10))
        .succeeded();

    assertThat(Outcome.json("info", model, "--json").get("training").get("sampling").textValue())
        .as("so that a checkpoint of what was chosen can be continued")
        .isEqualTo(SamplingArguments.mixed().description());
  }

  @Test
  void printsItsChoiceAsJson() {
    JsonNode json = Outcome.json("train", data, "--model", model, "--rounds", 3000, "--json");

    assertThat(json.get("rounds").longValue()).isEqualTo(3000);
    JsonNode choice = json.get("choice");
    assertThat(choice.get("start").textValue()).isEqualTo("cosine");
    assertThat(choice.get("triedRounds").longValue()).isEqualTo(3000);
    JsonNode gain = json.get("gain");
    assertThat(gain.get("measure").textValue()).isEqualTo("MAP");
    assertThat(gain.get("heldOut").intValue()).isEqualTo(108);
    assertThat(gain.get("kept").booleanValue()).isTrue();
    double difference = gain.get("learnt").doubleValue() - gain.get("start").doubleValue();
    assertThat(gain.get("low").doubleValue()).isPositive().isLessThan(difference);
    assertThat(gain.get("high").doubleValue()).isGreaterThan(difference);
    assertThat(gain.get("learnt").doubleValue()).isCloseTo(map(model), within(1e-9));
    assertThat(json.get("measures").has("precisionAt1")).isTrue();
    assertThat(json.get("measures").has("precisionAt10")).isTrue();
  }

  @Test
  void withoutATestPartTheChoiceHoldsOutItsOwn() {
    JsonNode json =
        Outcome.json(
            List.of("train", data, "--model", model, "--holdout", 0),
            List.of("--rounds", 3000, "--json"));

    assertThat(json.get("heldOutRows").intValue()).isZero();
    assertThat(json.get("gain").get("heldOut").intValue()).isEqualTo(108);
    assertThat(json.get("gain").get("kept").booleanValue()).isTrue();
    assertThat(json.get("rounds").intValue()).isEqualTo(3000);
  }

  @Test
  void shuffledLabelsKeepTheStart() throws IOException {
    List<Integer> labels = new ArrayList<>(IntStream.of(rows.labels()).boxed().toList());
    Collections.shuffle(labels, new Random(SEED));
    data =
        new SampleRows(rows.values(), labels.stream().mapToInt(Integer::intValue).toArray())
            .writeLibsvm(folder.resolve("shuffled.libsvm"));

    Outcome outcome = Outcome.of("train", data, "--model", model).succeeded();

    assertThat(String.join(" ", outcome.lines()))
        .contains("on 108 held-out rows", "so the start is kept (cosine), and not ")
        .contains("learnt    nothing: the model is the start");
    Outcome.fitsATerminal(outcome.out());
    Path cosine = folder.resolve("cosine.sors");
    Outcome.of("train", data, "--model", cosine, "--algorithm", "adasors-2", "--rounds", 0)
        .succeeded();
    assertThat(map(model)).isEqualTo(map(cosine));
  }

  @Test
  void tooFewRowsKeepTheStart() throws IOException {
    Path few =
        rows.select(IntStream.range(0, 24).toArray()).writeLibsvm(folder.resolve("few.libsvm"));

    Outcome outcome = Outcome.of("train", few, "--model", model).succeeded();

    assertThat(String.join(" ", outcome.lines()))
        .contains("too few rows to tell what helps: about 100 would do; so the start is kept");
    assertThat(
            Outcome.json("train", few, "--model", model, "--json")
                .get("gain")
                .get("kept")
                .asBoolean())
        .isFalse();
    Outcome named =
        Outcome.of(
                "train", few, "--model", folder.resolve("named.sors"), "--algorithm", "adasors-2")
            .succeeded();
    assertThat(String.join(" ", named.lines()))
        .containsPattern(
            "too few to tell a gain from chance: \\d held-out rows, of 20 that it takes; about 67 rows"
                + " in all would do:");
    assertThat(Outcome.json("info", model, "--json").get("rounds").longValue()).isZero();
  }

  @Test
  void rowsThatAreNotNormalisedStartAsTheInnerProduct() {
    JsonNode json =
        Outcome.json(
            List.of("train", data, "--model", model, "--normalize", "none"),
            List.of("--rounds", 2000, "--json"));
    assertThat(json.get("choice").get("start").textValue()).isEqualTo("inner product");
  }

  @Test
  void tripletFilesAreValidatedByTriplets() throws IOException {
    Path triplets =
        SampleRows.writeTriplets(rows.triplets(SEED, 6000), folder.resolve("triplets.txt"));

    Outcome outcome =
        Outcome.of("train", data, "--model", model, "--triplets", triplets).succeeded();

    assertThat(outcome.out())
        .containsPattern("\ngain on 7\\d held-out queries, ")
        .containsPattern("\nshare of triplets ranked right +\\d");
    long rounds = Outcome.json("info", model, "--json").get("rounds").longValue();
    assertThat(rounds).isBetween(1L, 6000L);
    // of 360 queries 72 are held out, and with them triplets in which they stand elsewhere
    assertThat(
            Outcome.json(
                    List.of("train", data, "--model", model, "--triplets", triplets),
                    List.of("--rounds", 9999, "--json"))
                .get("rounds")
                .longValue())
        .as("no more rounds than triplets to learn from")
        .isBetween(2500L, 3500L);
    Outcome evaluation = Outcome.of("evaluate", data, "--model", model).succeeded();
    assertThat(evaluation.out())
        .containsPattern("^7\\d held-out queries\nshare of triplets ranked right \\d+\\.\\d\\d%\n");
  }

  @Test
  void aCheckpointGoesOnWithWhatWasChosen() {
    Path checkpoint = folder.resolve("c.checkpoint");
    Outcome.of(
            List.of("train", data, "--model", model),
            List.of("--rounds", 3000, "--checkpoint", checkpoint))
        .succeeded();

    Outcome resumed =
        Outcome.of("train", data, "--model", model, "--resume", checkpoint).succeeded();
    assertThat(resumed.out())
        .containsPattern("3,000 rounds of (Encoder|AdaSORS-II) ")
        .contains("chosen on 51 held-out rows", "\ngain on 108 held-out rows");
    Path more = folder.resolve("more.sors");
    Outcome.of(
            List.of("train", data, "--model", more, "--rounds", 5000),
            List.of("--resume", checkpoint))
        .succeeded();
    assertThat(map(more)).isEqualTo(map(named(Outcome.json("info", more, "--json"), 5000)));
  }

  @Test
  void optionsOfAnAlgorithmNameIt() {
    Outcome.of("train", data, "--model", model, "--algorithm", "auto", "--lambda", "1e-3")
        .refused("--lambda: auto chooses the options of an algorithm itself", "adasors-2");
    JsonNode json =
        Outcome.json(
            List.of("train", data, "--model", model, "--json"),
            List.of("--rounds", 100, "--lambda", "1e-3"));
    assertThat(json.get("algorithm").textValue()).isEqualTo("adasors-2");
    assertThat(json.has("choice")).isFalse();
    Outcome.of("train", data, "--model", model, "--algorithm", "auto", "--form", "cosine")
        .refused("--form is for a model with a matrix M", "--algorithm adasors-2");
    assertThat(
            Outcome.json(
                    List.of("train", data, "--model", model, "--json"),
                    List.of("--rounds", 100, "--form", "cosine"))
                .has("choice"))
        .isFalse();
  }

  @Test
  void theWayOfDrawingTripletsHoldsForTheChoiceToo() {
    JsonNode json =
        Outcome.json(
            List.of("train", data, "--model", model, "--json"),
            List.of("--rounds", 1000, "--sampling", "mixed"));
    assertThat(json.has("choice")).isTrue();
    assertThat(Outcome.json("info", model, "--json").get("training").get("sampling").textValue())
        .startsWith("mixed");
  }

  @Test
  void anEvaluationShowsTheCosineBesideTheModel() {
    Outcome.of(
            List.of("train", data, "--model", model),
            List.of("--algorithm", "adasors-2", "--rounds", 3000))
        .succeeded();
    Path cosine = folder.resolve("cosine.sors");
    Outcome.of("train", data, "--model", cosine, "--algorithm", "adasors-2", "--rounds", 0)
        .succeeded();

    Outcome outcome =
        Outcome.of("evaluate", data, "--model", model, "--baseline", "--top", 5).succeeded();
    assertThat(outcome.out())
        .containsPattern("\n +cosine % +model % +gain +95% interval\n")
        .containsPattern("\nMAP( +\\d+\\.\\d\\d){2} +[+-]\\d");
    assertThat(outcome.lines())
        .filteredOn(line -> line.matches(" *\\d+ +\\d+\\.\\d\\d .*"))
        .hasSize(1);
    JsonNode json =
        Outcome.json("evaluate", data, "--model", model, "--baseline", "--top", 5, "--json");
    assertThat(json.get("precisionAtK").size()).isEqualTo(1);
    JsonNode baseline = json.get("baseline").get("map");
    assertThat(baseline.get("start").doubleValue()).isCloseTo(map(cosine), within(1e-9));
    assertThat(baseline.get("learnt").doubleValue()).isCloseTo(map(model), within(1e-9));
    assertThat(baseline.get("low").doubleValue()).isLessThan(baseline.get("high").doubleValue());
    JsonNode against =
        Outcome.json(
                List.of("evaluate", data, "--model", model, "--baseline", "--against", "train"),
                List.of("--json"))
            .get("baseline")
            .get("map");
    assertThat(against.get("low").doubleValue()).isLessThan(against.get("high").doubleValue());
  }
}
