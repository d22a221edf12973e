package io.github.sors.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.PastedCommand;
import io.github.sors.cli.testing.SampleRows;
import io.github.sors.io.ModelFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DemoCommandTest {

  private static final Path FOLDER = Path.of("target", "demo");
  private static final Path MODEL = FOLDER.resolve("demo.sors");
  private static final String NUMBER = " +\\d+\\.\\d";
  private static final String GAIN = " +([+-]\\d+\\.\\d)";
  private static final String INTERVAL = GAIN + "\\.\\." + GAIN.strip();

  @Test
  void showsWhatLearningIsGoodForAndWhatToDoNext() throws IOException {
    Files.createDirectories(FOLDER);
    Files.deleteIfExists(MODEL);

    Outcome demo = Outcome.of("demo", "--rounds", 10_000, "--model", MODEL).succeeded();

    assertThat(demo.err()).isEmpty();
    Outcome.fitsATerminal(demo.out());
    assertThat(demo.lines().get(2))
        .isEqualTo("It learns from 1,099 of 1,632 emoji in 95 groups; 533 others are the test.");
    assertThat(demo.lines()).contains("\"birthday party\"", "\"feeling sick\"");
    assertThat(demo.out())
        .containsPattern("\"birthday party\"\n  before  .*🎉 party popper")
        .containsPattern(
            "learning helped most here:\n\n.*: \\d of 5 right before, \\d after\n  before  ");
    assertThat(demo.out()).containsPattern("\n  after   (.*\n.*)?\\*");
    assertThat(demo.out()).containsPattern("\ncosine(" + NUMBER + "){3}\n");
    for (String row : List.of("OASIS", "SORS-I", "SORS-II", "AdaSORS-I", "AdaSORS-II", "Encoder")) {
      assertThat(demo.out())
          .containsPattern(
              "\n" + row + "(" + NUMBER + "){3}" + GAIN + INTERVAL + "(" + NUMBER + "){2}\n");
    }
    assertThat(demo.lines()).contains("gain: in MAP over the cosine, on 526 held-out emoji");
    theGainIsInsideItsInterval(demo);
    assertThat(ModelFile.read(MODEL).provenance().rounds()).isEqualTo(10_000);
    learningHelpsMoreThanItHarmsAndBothAreShown(demo);
    runWhatIsSuggested(demo, "search", "evaluate", "demo", "train");
  }

  private static void theGainIsInsideItsInterval(Outcome demo) {
    Matcher row =
        Pattern.compile("\nEncoder(?:" + NUMBER + "){3}" + GAIN + INTERVAL).matcher(demo.out());
    assertThat(row.find()).isTrue();
    double gain = Double.parseDouble(row.group(1));
    assertThat(gain)
        .isGreaterThan(Double.parseDouble(row.group(2)))
        .isLessThan(Double.parseDouble(row.group(3)))
        // each of the three is rounded
        .isCloseTo(mapOf("Encoder", demo) - mapOf("cosine", demo), within(0.15));
  }

  private static void learningHelpsMoreThanItHarmsAndBothAreShown(Outcome demo) {
    assertThat(mapOf("Encoder", demo)).isGreaterThan(mapOf("cosine", demo) + 10);
    assertThat(mapOf("AdaSORS-II", demo)).isGreaterThan(mapOf("cosine", demo) + 5);
    assertThat(demo.out()).contains("And here it did harm:");
    List<String> heldOut =
        demo.lines().stream().filter(line -> line.contains(" right before, ")).toList();
    assertThat(heldOut).hasSize(3);
    assertThat(gain(heldOut.get(0))).isPositive();
    assertThat(gain(heldOut.get(1))).isPositive();
    assertThat(gain(heldOut.get(2))).isNegative();
  }

  @Test
  void fewRowsAreTooFewToTellAGainFromChance() throws IOException {
    Files.createDirectories(FOLDER);
    Outcome demo =
        Outcome.of(
                "demo",
                "--dataset",
                "emoji",
                "--sample",
                50,
                "--rounds",
                10,
                "--model",
                FOLDER.resolve("few.sors"))
            .succeeded();
    assertThat(demo.out())
        .containsPattern("gain: in MAP .* held-out emoji, too few to tell it from chance\n");
  }

  @Test
  void theTableIsPrintedAsJson() throws IOException {
    Files.createDirectories(FOLDER);
    JsonNode json =
        Outcome.json(
            "demo",
            "--sample",
            600,
            "--rounds",
            10,
            "--model",
            FOLDER.resolve("json.sors"),
            "--json");
    assertThat(json.get("rounds").intValue()).isEqualTo(10);
    assertThat(json.get("rows").intValue()).isEqualTo(600);
    assertThat(json.get("learners")).hasSize(6);
    assertThat(json.at("/learners/encoder/heldOut").intValue())
        .isBetween(20, json.get("heldOutRows").intValue());
    JsonNode map = json.at("/learners/encoder/measures/map");
    assertThat(map.get("low").doubleValue()).isLessThan(map.get("high").doubleValue());
  }

  @Test
  void showsNamesWithoutTypedQueries() throws IOException {
    Files.createDirectories(FOLDER);
    Path names = FOLDER.resolve("names.sors");
    Outcome demo =
        Outcome.of(
                "demo",
                "--dataset",
                "place-names",
                "--sample",
                1500,
                "--rounds",
                500,
                "--model",
                names)
            .succeeded();
    Outcome.fitsATerminal(demo.out());
    assertThat(demo.out()).contains(" of 1,500 names in ", "Encoder").doesNotContain("Typed");
  }

  @Test
  void showsNouns() throws IOException {
    Files.createDirectories(FOLDER);
    Path nouns = FOLDER.resolve("nouns.sors");
    Outcome definitions =
        Outcome.of(
                "demo",
                "--dataset",
                "definitions",
                "--sample",
                1500,
                "--rounds",
                500,
                "--model",
                nouns)
            .succeeded();
    Outcome.fitsATerminal(definitions.out());
    assertThat(definitions.lines()).contains("\"warm soup with noodles\"");
  }

  @Test
  void refusesWhatItCannotShow() {
    Outcome.of("demo", "--dataset", "bbc")
        .refused("--dataset: expected emoji, definitions or place-names, found 'bbc'");
    Outcome.of("demo", "--rounds", 0).refused("expected --rounds of at least 1, found 0");
    Outcome.of("demo", "--sample", 1).refused("expected --sample of at least 2, found 1");
  }

  private static double mapOf(String learner, Outcome demo) {
    return demo.lines().stream()
        .filter(line -> line.startsWith(learner + " "))
        .mapToDouble(
            line -> Double.parseDouble(line.substring(learner.length()).strip().split(" ", 2)[0]))
        .findFirst()
        .orElseThrow();
  }

  /** Of a line such as {@code 🤒 … (face-unwell): 1 of 5 right before, 4 after}. */
  private static int gain(String line) {
    String counts = line.substring(line.lastIndexOf("): ") + 3);
    int before = Character.digit(counts.charAt(0), 10);
    int after = Character.digit(counts.charAt(counts.indexOf(", ") + 2), 10);
    return after - before;
  }

  private static void runWhatIsSuggested(Outcome demo, String... expected) throws IOException {
    List<String> ran = new ArrayList<>();
    for (String suggestion : suggestions(demo)) {
      List<String> words =
          PastedCommand.words(suggestion).stream().map(DemoCommandTest::forThisTest).toList();
      ran.add(words.get(0));
      if (words.get(0).equals("demo")) {
        continue; // tested above, with fewer rounds
      }
      Outcome outcome = Outcome.of(words).succeeded();
      Outcome.fitsATerminal(outcome.out());
      assertThat(outcome.err()).doesNotContain("other data");
    }
    assertThat(ran).containsExactly(expected);
  }

  /** The commands after the last heading; a line that ends in a backslash goes on. */
  private static List<String> suggestions(Outcome demo) {
    String text = demo.out().substring(demo.out().indexOf(" Next:\n") + " Next:\n".length());
    return text.replace("\\\n", "").lines().toList();
  }

  /** Puts files where this test wants them, and the user's own data in place. */
  private static String forThisTest(String word) {
    return switch (word) {
      case "yours.sors" -> FOLDER.resolve(word).toString();
      case "YOUR.libsvm" -> {
        try {
          yield SampleRows.of(1, 60, 20, 3).writeLibsvm(FOLDER.resolve(word)).toString();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      default -> word;
    };
  }
}
