package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.cli.testing.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class SorsCommandTest {

  static Stream<String> names() {
    return SorsCommand.commandLine().getSubcommands().keySet().stream();
  }

  /** Those of research are not on the class path of these tests. */
  static Stream<String> ownNames() {
    return names().filter(name -> !Research.COMMANDS.containsKey(name));
  }

  /** Only the options of the command that is called are read, so they must not depend on others. */
  @ParameterizedTest
  @MethodSource("ownNames")
  void aCommandHasTheSameOptionsAloneAndAmongAll(String name) {
    CommandLine among = SorsCommand.commandLine().getSubcommands().get(name);
    assertThat(among.getCommandName()).isEqualTo(name);

    String help = Outcome.of(name, "--help").succeeded().out();

    for (OptionSpec option : among.getCommandSpec().options()) {
      if (!option.hidden()) {
        assertThat(help).contains(option.longestName());
      }
    }
    assertThat(help).contains("Usage: sors " + name);
  }

  @Test
  void theHelpListsAllCommands() {
    List<String> names = new ArrayList<>(names().toList());
    assertThat(names).hasSizeGreaterThan(10).startsWith("demo");
    String help = Outcome.of("--help").succeeded().out();
    assertThat(help).contains(names);
    String[] groups = help.split("Experiments and measurements:", -1);
    assertThat(groups).hasSize(2);
    assertThat(groups[0]).contains("  serve ", "  admin ", "  spark ").doesNotContain("  bench ");
    assertThat(groups[1])
        .containsSubsequence("  reproduce ", "  regret ", "  bench ")
        .doesNotContain("  serve ");
    assertThat(Outcome.of("tran").err()).contains("did you mean", "train");
  }
}
