package io.github.sors.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.cli.testing.Outcome;
import io.github.sors.cli.testing.PastedCommand;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShellCommandTest {

  @Test
  void whatAShellWouldChangeIsQuoted() throws IOException {
    List<String> words =
        List.of(
            "plain", "two words", "it's", "$HOME", "a\\b", "*", "Türkiye", "~", "a;b", "#1", "");

    ShellCommand command = new ShellCommand("search");
    words.forEach(command::word);

    assertThat(PastedCommand.words(String.join("\n", command.lines("  "))))
        .startsWith("search")
        .endsWith(words.toArray(String[]::new));
  }

  @Test
  void plainWordsAreLeftPlain() {
    ShellCommand command =
        new ShellCommand("train")
            .word("data/rows.libsvm.gz")
            .option("--lambda", "1e-6")
            .option("--resume", null)
            .flag("--json", true)
            .flag("--allow-self", false);

    assertThat(command.lines(""))
        .containsExactly("sors train data/rows.libsvm.gz --lambda 1e-6 --json");
  }

  @Test
  void aLongCommandIsContinuedAndAnOptionStaysWithItsValue() throws IOException {
    ShellCommand command = new ShellCommand("evaluate");
    for (int k = 0; k < 20; k++) {
      command.option("--option" + k, "the value " + k);
    }

    List<String> lines = command.lines("next  ");

    assertThat(lines).hasSizeGreaterThan(5);
    assertThat(lines.subList(0, lines.size() - 1)).allMatch(line -> line.endsWith("' \\"));
    assertThat(lines.subList(1, lines.size()))
        .allMatch(line -> line.startsWith("          --option"));
    Outcome.fitsATerminal(String.join("\n", lines));
    List<String> words = PastedCommand.words(String.join("\n", lines).substring("next  ".length()));
    assertThat(words).hasSize(41).endsWith("--option19", "the value 19");
  }
}
