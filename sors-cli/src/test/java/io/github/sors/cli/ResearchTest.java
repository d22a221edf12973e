package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.cli.testing.Outcome;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Research is not on the class path of these tests: the command line says where it is. */
class ResearchTest {

  @ParameterizedTest
  @ValueSource(strings = {"reproduce", "regret"})
  void itsCommandsAreInTheHelpAndRefused(String name) {
    String header = Research.COMMANDS.get(name);
    assertThat(help()).contains(" " + name + " " + header);
    Outcome.of(name)
        .refused("'sors " + name + "' is part of research", "./sors of the sources", "sors-lab");
    Outcome.of(name, "--help").refused("is part of research");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bench", "spark"})
  void theProgramsOfTheSourcesAreInTheHelpAndRefused(String name) {
    String header = Research.OF_SOURCES.get(name);
    assertThat(help()).contains(" " + name + " " + header);
    Outcome.of(name, "--help").refused("'sors " + name + "' is a program of its own", "./sors");
  }

  /** The help as one line: lines break anywhere. */
  private static String help() {
    return Outcome.of("--help").succeeded().out().replaceAll("\\s+", " ");
  }

  static List<String> algorithms() {
    return List.copyOf(Research.ALGORITHMS);
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void itsAlgorithmsAreRefusedBeforeAnythingIsRead(String name) {
    Object rows = Path.of("there", "is", "none.libsvm");
    Outcome.of("train", rows, "--model", "x.sors", "--algorithm", name, "--mu", "0.5")
        .refused(name + " is part of research", "./sors of the sources");
    Outcome.of("tune", "--algorithm=" + name, rows).refused(name + " is part of research");
  }

  @Test
  void itsAlgorithmsAreInTheHelp() {
    // lines break anywhere
    assertThat(Outcome.of("train", "--help").succeeded().out().replaceAll("\\s+", " "))
        .contains("of research, built when named: lmnn");
    assertThat(Outcome.of("tune", "--help").succeeded().out().replaceAll("\\s+", " "))
        .contains("and those of research, built when named: lmnn");
  }

  @Test
  void aNameThatNobodyKnowsIsRefusedAsSuch() {
    Outcome.of("train", "x", "--model", "x.sors", "--algorithm", "lnmm")
        .refused("unknown algorithm 'lnmm'", "sors-1");
    Outcome.of("tune", "x", "--algorithm", "sors-9").refused("unknown algorithm 'sors-9'");
  }
}
