package io.github.sors.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.PastedCommand;
import io.github.sors.cli.testing.SampleRows;
import io.github.sors.cli.testing.SorsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Studies and regrets from the command line, and tuning what the paper compares with. */
class LabCommandsTest {

  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void write() throws IOException {
    data = SampleRows.of(31, 120, 24, 3).writeLibsvm(folder.resolve("rows.libsvm"));
  }

  private List<String> study(Path output, int rounds) {
    return List.of(
        "reproduce",
        "--dataset",
        data.toString(),
        "--algorithm",
        "euclidean,oasis,sors-1,lego",
        "--splits",
        "3",
        "--rounds",
        Integer.toString(rounds),
        "--skip-figures",
        "4",
        "--jobs",
        "1",
        "--output",
        output.toString());
  }

  @Test
  void aStudyWritesTablesFiguresAndAPage() throws IOException {
    Path output = folder.resolve("study");
    Outcome outcome = Outcome.of(study(output, 300)).succeeded();

    assertThat(outcome.lines().get(0)).isEqualTo("rows");
    assertThat(outcome.out())
        .contains("Euclidean", "OASIS", "SORS-I", "LEGO", "±")
        .contains("report  " + output.resolve("report.html"));
    assertThat(outcome.errorLines().get(0)).isEqualTo("17 trainings");
    assertThat(outcome.err()).contains("[17/17]", "left");
    for (String file : List.of("table.csv", "table.md", "table.tex", "report.html")) {
      assertThat(output.resolve(file)).isNotEmptyFile();
    }
    assertThat(output.resolve("figures/rows-1-map-over-iterations.svg")).isNotEmptyFile();
    assertThat(output.resolve("figures/rows-5-map-against-sparsity.png")).isNotEmptyFile();
    assertThat(output.resolve("figures/rows-4-query-time.svg")).doesNotExist();

    JsonNode again = Outcome.json(study(output, 300), "--json").get("results");
    assertThat(again).hasSize(4);
    assertThat(again.get(1).get("algorithm").textValue()).isEqualTo("lego");
    assertThat(again.get(0).get("map").doubleValue()).isBetween(0.3, 1.0);
  }

  @Test
  void aKilledStudyGoesOnWhereItWas() throws IOException {
    Path whole = folder.resolve("whole");
    Outcome.of(study(whole, 3000)).succeeded();

    Path killed = folder.resolve("killed");
    Path cells = killed.resolve("cells");
    try (SorsProcess process = SorsProcess.start(folder, study(killed, 3000))) {
      process.await(() -> Files.isDirectory(cells) && resultFiles(cells) >= 3);
      process.kill();
    }
    int kept = resultFiles(cells);
    assertThat(killed.resolve("report.html")).doesNotExist();
    Outcome resumed = Outcome.of(study(killed, 3000)).succeeded();

    assertThat(resumed.errorLines().get(0))
        .isEqualTo("17 trainings, " + kept + " of them done before");
    assertThat(withoutTimes(killed)).isEqualTo(withoutTimes(whole));
  }

  private static int resultFiles(Path cells) {
    try (Stream<Path> files = Files.list(cells)) {
      return (int) files.filter(file -> file.toString().endsWith(".json")).count();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** The table, but for the columns of training and query times. */
  private static List<String> withoutTimes(Path output) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(output.resolve("table.csv"))) {
      List<String> cells = new ArrayList<>(List.of(line.split(",", -1)));
      cells.subList(14, 18).clear();
      lines.add(String.join(",", cells));
    }
    return lines;
  }

  @Test
  void aStudyThatCanNotBeMadeIsRefused() {
    Outcome.of("reproduce", "--dataset", "nowhere.libsvm", "--output", folder.resolve("o"))
        .refused("there is no file nowhere.libsvm");
    Outcome.of(study(folder.resolve("o"), 300), "--algorithm", "sors-9")
        .refused("unknown algorithm 'sors-9'");
    Outcome.of(study(folder.resolve("o"), 300), "--time-limit", "soon")
        .refused("--time-limit", "'soon'");
    Outcome.of(study(data, 300)).refused("is a file");
    Outcome.of(study(folder.resolve("o"), 300), "--skip-figures", "3").refused("4 or 5");
    Outcome.of(study(folder.resolve("o"), 300), "--dataset", data).refused("two data sets");
    assertThat(folder.resolve("o")).doesNotExist();
  }

  /** They take fewer rounds than the others, and no training is made twice under another number. */
  @ParameterizedTest
  @CsvSource({"rdml, '12 candidates, 1,111 rounds', 10000", "lmnn, '9 candidates, 11,111', 1000"})
  void learnersOfDistancesAreTunedWithTheRoundsThatTheyTake(
      String algorithm, String firstRung, String rounds) throws IOException {
    Outcome outcome =
        Outcome.of("tune", data, "--algorithm", algorithm, "--output", folder.resolve(algorithm))
            .succeeded();

    assertThat(outcome.out()).contains(firstRung);
    List<String> words = next(outcome);
    assertThat(words.get(words.indexOf("--rounds") + 1)).isEqualTo(rounds);
    Outcome.of(words).succeeded();
  }

  /** The command that an outcome ends with, writing its model into the folder of the test. */
  private List<String> next(Outcome outcome) throws IOException {
    String pasted =
        outcome.lines().stream()
            .dropWhile(line -> !line.startsWith("next  "))
            .collect(Collectors.joining("\n"))
            .substring("next  ".length());
    List<String> words = new ArrayList<>(PastedCommand.words(pasted));
    words.set(words.indexOf("--model") + 1, folder.resolve("tuned.sors").toString());
    return words;
  }

  @Test
  void whatLearnsNothingIsNotTuned() {
    Outcome.of("tune", data, "--algorithm", "euclidean").refused("no parameters to choose");
  }

  @Test
  void regretsAreWithinTheirBounds() {
    Path output = folder.resolve("regret");
    Outcome outcome =
        Outcome.of("regret", data, "--features", 6, "--rounds", 1600, "--output", output)
            .succeeded();

    assertThat(outcome.out()).contains("within its bound: yes").doesNotContain("NO");
    assertThat(output.resolve("theorem-1.svg")).isNotEmptyFile();
    assertThat(output.resolve("theorem-2.png")).isNotEmptyFile();
    JsonNode json =
        Outcome.json("regret", data, "--features", 6, "--rounds", 800, "--init", "zero", "--json");
    assertThat(json.get("outcomes")).hasSize(20);
    json.get("outcomes").forEach(one -> assertThat(one.get("holds").booleanValue()).isTrue());
    Outcome.of("regret", data, "--features", 1).refused("--features");
    Outcome.of("regret", data, "--init", "one").refused("--init");
  }
}
