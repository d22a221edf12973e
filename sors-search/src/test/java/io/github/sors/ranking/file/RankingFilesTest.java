package io.github.sors.ranking.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.ScoredDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankingFilesTest {

  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("given"), text);
  }

  private void assertRefused(ThrowingCallable reading, String message) {
    assertThatThrownBy(reading)
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(folder.resolve("given") + message);
  }

  @Test
  void aRunIsReadAsItWasWritten() throws IOException {
    Run run =
        new Run(
            "sors",
            List.of(
                new Ranking(
                    "2", List.of(new ScoredDocument("a", 0.1), new ScoredDocument("b", 1.0 / 3))),
                new Ranking("1", List.of(new ScoredDocument("a", -1e-30)))));
    Path file = folder.resolve("given");
    RunFile.write(file, run);
    assertThat(file)
        .hasContent("2 Q0 b 1 0.3333333333333333 sors\n2 Q0 a 2 0.1 sors\n1 Q0 a 1 -1.0E-30 sors");
    assertThat(RunFile.read(file))
        .isEqualTo(run)
        .hasSameHashCodeAs(run)
        .hasToString("sors, 2 queries");
  }

  @Test
  void theScoresOfARunDecideAndNotItsRanks() throws IOException {
    Run run = RunFile.read(file("1 Q0 a 1 0.5 x\n2 Q0 b 1 1 x\n1 Q0 c 2 0.5 x\n1 Q0 b 3 7 x\n"));
    assertThat(run.of("1").orElseThrow().ids()).containsExactly("b", "c", "a");
    assertThat(run.queries()).containsExactly("1", "2");
    assertThat(run.of("3")).isEmpty();
  }

  @Test
  void badRunsSayWhere() throws IOException {
    Path given = file("1 Q0 a 1 0.5 x\n1 Q0 a 2 0.4 x\n");
    assertRefused(
        () -> RunFile.read(given),
        ", line 2: query '1': expected each document once, found 'a' again: remove one of the"
            + " lines");
    file("1 Q0 a 1 high x\n");
    assertRefused(() -> RunFile.read(given), ", line 1: expected a score, found 'high'");
    file("1 Q0 a 1 NaN x\n");
    assertRefused(() -> RunFile.read(given), ", line 1: document 'a': expected a score, found NaN");
    file("1 Q0 a 1 1e400 x\n");
    assertRefused(() -> RunFile.read(given), ", line 1: expected a finite score, found '1e400'");
    file("1 a 0.5\n");
    assertRefused(
        () -> RunFile.read(given),
        ", line 1: expected 'query Q0 document rank score name', found 3 columns in '1 a 0.5'");
    Run blanks = new Run("x", List.of(new Ranking("1", List.of(new ScoredDocument("a b", 1)))));
    assertThatThrownBy(() -> RunFile.write(given, blanks))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("found 'a b': rename it");
    // it is written whole or not at all
    assertThat(given).hasContent("1 a 0.5");
  }
}
