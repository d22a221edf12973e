package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.SampleRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What is printed fits a terminal, and a pipe gets no progress bars. */
class LayoutTest {

  // short and relative, as people's paths are, for lines that name files
  private static final Path FOLDER = Path.of("target", "layout");
  private static final Path DATA = FOLDER.resolve("rows.libsvm");
  private static final Path NAMES = FOLDER.resolve("names.txt");
  private static final Path MODEL = FOLDER.resolve("rows.sors");

  @BeforeAll
  static void learn() throws IOException {
    Files.createDirectories(FOLDER);
    SampleRows.of(5, 300, 60, 3).writeLibsvm(DATA);
    Files.write(
        NAMES,
        IntStream.range(0, 300)
            .mapToObj(k -> "a rather long name, as titles of articles are, 名前, number " + k)
            .toList());
    Outcome.of(
            List.of("train", DATA, "--model", MODEL, "--feature-names", featureNames(60)),
            List.of("--algorithm", "adasors-2"))
        .succeeded();
  }

  private static Path featureNames(int count) throws IOException {
    return Files.write(
        FOLDER.resolve("features.txt"),
        IntStream.range(0, count).mapToObj(k -> "donaudampfschifffahrtsgesellschaft" + k).toList());
  }

  static Stream<Named<CommandLine>> everyCommand() {
    return withSubcommands(SorsCommand.commandLine())
        .map(command -> Named.of(command.getCommandSpec().qualifiedName(), command));
  }

  private static Stream<CommandLine> withSubcommands(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream().flatMap(LayoutTest::withSubcommands));
  }

  @ParameterizedTest
  @MethodSource("everyCommand")
  void helpFitsATerminal(CommandLine command) {
    Outcome.fitsATerminal(command.getUsageMessage());
    // picocli would break these lines anywhere: commands to be pasted, and columns
    CommandLine.Model.UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    assertThat(usage.footer()).allMatch(line -> line.length() <= 80);
    String[] synopsis = usage.customSynopsis();
    for (int k = 0; k < synopsis.length; k++) {
      String line = k == 0 ? "Usage: " + synopsis[k] : synopsis[k];
      assertThat(line).hasSizeLessThanOrEqualTo(80).matches(k == 0 ? "Usage: \\S.*" : " {7}.*");
    }
  }

  static Stream<List<Object>> commands() {
    List<Object> search = List.of("search", DATA, "--model", MODEL, "--explain", "--item");
    return Stream.of(
        List.of("train", DATA, "--model", MODEL, "--rounds", 2000, "--algorithm", "sors-1"),
        List.of("train", DATA, "--model", FOLDER.resolve("auto.sors"), "--rounds", 2000),
        List.of("evaluate", DATA, "--model", MODEL),
        List.of("evaluate", DATA, "--model", MODEL, "--baseline"),
        List.of("evaluate", DATA, "--model", MODEL, "--top", "1,10,100,1000,1000000"),
        List.of(search, 3),
        List.of(search, 3, "--row-names", NAMES, "--top", 20),
        List.of("info", MODEL),
        List.of(
            "tune", DATA, "--rounds", 300, "--output", FOLDER.resolve("rows.tune"), "--folds", 3),
        List.of("data", "list"),
        List.of("data", "info", DATA));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void resultsFitATerminal(List<Object> command) throws IOException {
    byte[] model = Files.readAllBytes(MODEL);
    Outcome outcome = Outcome.of(command).succeeded();
    Files.write(MODEL, model);

    Outcome.fitsATerminal(outcome.out());
    Outcome.fitsATerminal(outcome.err());
    assertThat(outcome.lines()).allMatch(line -> line.equals(line.stripTrailing()));
  }

  @Test
  void aPipeGetsNoProgress() {
    Outcome training =
        Outcome.of("train", DATA, "--model", FOLDER.resolve("p.sors"), "--rounds", 20000);
    Outcome evaluation = Outcome.of("evaluate", DATA, "--model", MODEL);

    assertThat(training.succeeded().err()).isEmpty();
    assertThat(evaluation.succeeded().err()).isEmpty();
  }

  @Test
  void aTerminalGetsProgressBesideTheSameResults() {
    Outcome training =
        Outcome.onTerminal("train", DATA, "--model", FOLDER.resolve("p.sors"), "--rounds", 20000)
            .succeeded();
    Outcome evaluation =
        Outcome.onTerminal("evaluate", DATA, "--model", MODEL, "--json").succeeded();

    assertThat(training.err()).contains("learning", "100%", "20000/20000");
    assertThat(training.out()).doesNotContain("100%");
    assertThat(evaluation.err()).contains("evaluating", "100%");
    assertThat(evaluation.lines()).hasSize(1);
    assertThat(evaluation.json().get("map").isNumber()).isTrue();
    for (String line : training.err().split("[\r\n]+", -1)) {
      assertThat(TextTable.width(line)).isLessThanOrEqualTo(80);
    }
  }

  @Test
  void tablesAlignWhateverTheScript() {
    TextTable table = new TextTable("<name", "count", "<note");
    table.add("日本", "1,000", "wide letters take two columns");
    table.add("e\u0301te\u0301", "7", "marks take none");

    assertThat(table.lines())
        .containsExactly(
            "name  count  note",
            "日本  1,000  wide letters take two columns",
            "e\u0301te\u0301       7  marks take none");
  }

  @Test
  void anEmojiTakesTwoColumnsHoweverItIsComposed() {
    assertThat(TextTable.width("🎉 party")).isEqualTo(8);
    assertThat(TextTable.width("⭐")).as("in the basic plane").isEqualTo(2);
    assertThat(TextTable.width("✈️")).as("with a selector").isEqualTo(2);
    assertThat(TextTable.width("✈")).as("a sign without it").isEqualTo(1);
    assertThat(TextTable.width("🏄‍♂️")).as("joined to another").isEqualTo(2);
    assertThat(TextTable.cut("🏄‍♂️🏄‍♂️🏄‍♂️", 5)).isEqualTo("🏄‍♂️🏄‍♂️…");
  }

  @Test
  void whatIsTooLongIsCutWithAnEllipsis() {
    assertThat(TextTable.cut("abcdef", 6)).isEqualTo("abcdef");
    assertThat(TextTable.cut("abcdefg", 6)).isEqualTo("abcde…");
    assertThat(TextTable.cut("日本語", 5)).isEqualTo("日本…");
    assertThat(TextTable.cut("日本語", 4)).isEqualTo("日…");
  }

  @Test
  void sentencesAreBrokenBetweenWords() {
    assertThat(Formatting.wrapped("one two three four", 9))
        .containsExactly("one two", "three", "four");
    assertThat(Formatting.wrapped("one", 9)).containsExactly("one");
    assertThat(Formatting.wrapped("a verylongword b", 5)).containsExactly("a", "verylongword", "b");
  }

  @Test
  void bytesAreGivenInTheUnitThatPeopleRead() {
    assertThat(Formatting.bytes(1023)).isEqualTo("1023 B");
    assertThat(Formatting.bytes(1536)).isEqualTo("1.5 KiB");
    assertThat(Formatting.bytes(3L << 40)).isEqualTo("3.0 TiB");
    assertThat(Formatting.bytes(5000L << 40)).isEqualTo("5000.0 TiB");
  }
}
