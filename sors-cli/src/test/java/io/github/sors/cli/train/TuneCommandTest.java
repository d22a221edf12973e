package io.github.sors.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.PastedCommand;
import io.github.sors.cli.testing.SampleRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tuning from the command line. */
class TuneCommandTest {

  @TempDir Path folder;
  private Path data;

  @BeforeEach
  void write() throws IOException {
    data = SampleRows.of(31, 120, 24, 3).writeLibsvm(folder.resolve("rows.libsvm"));
  }

  @Test
  void tuningEndsInACommandThatWorks() throws IOException {
    Path trials = folder.resolve("trials");
    Outcome outcome =
        Outcome.of("tune", data, "--algorithm", "sors-2", "--rounds", 600, "--output", trials)
            .succeeded();

    assertThat(outcome.out()).contains("25 candidates, 66 rounds, the best 10:", "lambda", "MAP %");
    List<String> words = next(outcome);
    assertThat(words).contains("train", "--algorithm", "sors-2", "--lambda", "--eta");
    Outcome.of(words).succeeded();

    JsonNode json =
        Outcome.json(
            "tune", data, "--algorithm", "sors-2", "--rounds", 600, "--output", trials, "--json");
    assertThat(json.get("trials")).hasSize(25 + 9 + 3);
    assertThat(json.get("best").get("parameters").get("lambda").textValue())
        .isEqualTo(words.get(words.indexOf("--lambda") + 1));
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
  void tuningDoesNotSeeTheRowsThatTrainingHoldsOut() throws IOException {
    JsonNode before =
        Outcome.json(
            "tune",
            data,
            "--algorithm",
            "oasis",
            "--rounds",
            300,
            "--output",
            folder.resolve("before"),
            "--json");
    // the rows that are held out, made to be something else entirely
    SampleRows rows = SampleRows.of(31, 120, 24, 3);
    int[] labels = rows.labels();
    for (int row : io.github.sors.data.triplet.Split.perClass(labels, 0.3, 1).test()) {
      for (int feature = 0; feature < rows.features(); feature++) {
        rows.values()[row][feature] = 7 + feature;
      }
    }
    Path changed = rows.writeLibsvm(folder.resolve("changed.libsvm"));
    JsonNode after =
        Outcome.json(
            "tune",
            changed,
            "--algorithm",
            "oasis",
            "--rounds",
            300,
            "--output",
            folder.resolve("after"),
            "--json");

    assertThat(withoutSeconds(after)).isEqualTo(withoutSeconds(before));
  }

  private static List<String> withoutSeconds(JsonNode tuning) {
    List<String> trials = new ArrayList<>();
    tuning
        .get("trials")
        .forEach(
            trial ->
                trials.add(trial.get("parameters") + " " + trial.get("rounds") + trial.get("map")));
    return trials;
  }

  @Test
  void aTuningThatCanNotBeMadeIsRefused() {
    Outcome.of("tune", data, "--algorithm", "auto").refused("no parameters to choose");
    Outcome.of("tune", data, "--folds", 1).refused("--folds");
    Outcome.of("tune", data, "--validation", 1.5).refused("--validation");
    Outcome.of("tune", data, "--output", data).refused("would be overwritten");
    Outcome.of("tune", data, "--rounds", 300, "--memory", "1").refused("--memory");
  }
}
