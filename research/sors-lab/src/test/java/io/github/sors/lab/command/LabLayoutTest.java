package io.github.sors.lab.command;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.cli.SorsCommand;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.SampleRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the commands of the lab print fits a terminal. */
class LabLayoutTest {

  private static final Path FOLDER = Path.of("target", "layout");
  private static final Path DATA = FOLDER.resolve("rows.libsvm");

  @BeforeAll
  static void write() throws IOException {
    Files.createDirectories(FOLDER);
    SampleRows.of(5, 300, 60, 3).writeLibsvm(DATA);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reproduce", "regret", "train", "tune"})
  void helpFitsATerminal(String name) {
    CommandLine command = SorsCommand.commandLine().getSubcommands().get(name);
    Outcome.fitsATerminal(command.getUsageMessage());
    // picocli would break these lines anywhere: commands to be pasted, and columns
    CommandLine.Model.UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    assertThat(usage.footer()).allMatch(line -> line.length() <= 80);
    assertThat(usage.customSynopsis()).allMatch(line -> ("Usage: " + line).length() <= 80);
  }

  /** Only the options of the command that is called are read, so they must not depend on others. */
  @ParameterizedTest
  @ValueSource(strings = {"reproduce", "regret", "train", "tune"})
  void aCommandHasTheSameOptionsAloneAndAmongAll(String name) {
    CommandLine among = SorsCommand.commandLine().getSubcommands().get(name);
    assertThat(among.getCommandName()).isEqualTo(name);

    String help = Outcome.of(name, "--help").succeeded().out();

    among.getCommandSpec().options().stream()
        .filter(option -> !option.hidden())
        .forEach(option -> assertThat(help).contains(option.longestName()));
    assertThat(help).contains("Usage: sors " + name);
  }

  static Stream<List<Object>> commands() {
    return Stream.of(
        study(DATA, "study"), List.of("regret", DATA, "--features", 6, "--rounds", 800));
  }

  private static List<Object> study(Path data, String output) {
    List<Object> command = new ArrayList<>(List.of("reproduce", "--dataset", data));
    command.addAll(List.of("--splits", 2, "--rounds", 200, "--skip-figures", "4,5"));
    command.addAll(List.of("--output", FOLDER.resolve(output)));
    return command;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void resultsFitATerminal(List<Object> command) {
    Outcome outcome = Outcome.of(command).succeeded();

    Outcome.fitsATerminal(outcome.out());
    Outcome.fitsATerminal(outcome.err());
    assertThat(outcome.lines()).allMatch(line -> line.equals(line.stripTrailing()));
  }

  /** With the paper's values beside it, which a file of a published name gets, and a long title. */
  @Test
  void nothingOfAStudyIsCutOff() throws IOException {
    Path published = Files.copy(DATA, FOLDER.resolve("rcv1.libsvm"), REPLACE_EXISTING);
    Outcome outcome =
        Outcome.of(
                study(published, "published"),
                "--algorithm",
                "euclidean,aroma,aroma-factored,adasors-2")
            .succeeded();

    assertThat(outcome.out()).contains("92.54 ± 0.01", "AROMA, factored").doesNotContain("…");
  }
}
