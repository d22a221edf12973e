package io.github.sors.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.cli.SorsCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class CommandPagesTest {

  @TempDir private static Path folder;

  @BeforeAll
  static void write() throws IOException {
    CommandPages.main(folder.toString(), "1.2.3", "2026-11-15T00:00:00Z");
  }

  private static String page(String name) throws IOException {
    return Files.readString(folder.resolve("man/man1/" + name + ".1"));
  }

  private static List<CommandLine> commands() {
    List<CommandLine> commands = new ArrayList<>(List.of(SorsCommand.commandLine()));
    for (int next = 0; next < commands.size(); next++) {
      commands.addAll(commands.get(next).getSubcommands().values());
    }
    return commands;
  }

  @Test
  void everyCommandHasAPageWithAllItsOptions() throws IOException {
    assertThat(commands()).hasSizeGreaterThan(20);
    for (CommandLine command : commands()) {
      String page = page(command.getCommandSpec().qualifiedName("-"));
      assertThat(page).contains(".SH NAME", ".SH SYNOPSIS").doesNotContain("%n", "${");
      for (OptionSpec option : command.getCommandSpec().options()) {
        if (!option.hidden()) {
          assertThat(page).contains("\\fB" + option.longestName().replace("-", "\\-") + "\\fR");
        }
      }
    }
  }

  @Test
  void pagesNameTheVersionAndTheDateOfTheBuild() throws IOException {
    assertThat(page("sors-data-list"))
        .startsWith(
            ".TH SORS\\-DATA\\-LIST 1 \"2026\\-11\\-15\" \"sors 1.2.3\" \"Manual of sors\"\n")
        .contains(".SH SEE ALSO\n\\fBsors\\-data\\fR(1)\n");
  }

  @Test
  void commandsOfCommandsHavePagesOfTheirOwn() throws IOException {
    assertThat(page("sors-admin"))
        .contains("\\fBsors\\-admin\\-backup\\fR(1)", "\\fBsors\\-admin\\-token\\fR(1)");
    assertThat(page("sors-export-bulk"))
        .contains("sors export bulk [OPTIONS] \\-\\-output=FILE INPUT");
  }

  @Test
  void noLineOfTextIsARequestByAccident() throws IOException {
    List<String> requests = List.of(".TH", ".SH", ".PP", ".TP", ".nf", ".fi", ".nh", ".ad");
    for (CommandLine command : commands()) {
      page(command.getCommandSpec().qualifiedName("-"))
          .lines()
          .filter(line -> line.startsWith(".") || line.startsWith("'"))
          .forEach(line -> assertThat(requests).contains(line.split(" ", 2)[0]));
    }
  }

  @Test
  void shellsCompleteCommandsAndOptions() throws IOException {
    for (String name : List.of("bash-completion/completions/sors", "zsh/site-functions/_sors")) {
      String completion = Files.readString(folder.resolve(name));
      assertThat(completion).contains("admin", "--print-query").doesNotContain("\r");
    }
  }
}
