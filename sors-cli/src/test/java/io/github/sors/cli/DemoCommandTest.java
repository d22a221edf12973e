package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoCommandTest {

  private static final Path FOLDER = Path.of("target", "demo");
  private static final Path MODEL = FOLDER.resolve("demo.sors");

  @Test
  void showsWhatLearningIsGoodForAndWhatToDoNext() throws IOException {
    Files.createDirectories(FOLDER);
    Files.deleteIfExists(MODEL);

    Outcome demo =
        Outcome.of("demo", "--sample", 1500, "--iterations", 500, "--model", MODEL).succeeded();

    assertThat(demo.err())
        .isEqualTo("reading the names of countries and languages from this JDK…\n");
    LayoutTest.fitsATerminal(demo.out());
    for (String row : List.of("Euclidean", "cosine")) {
      assertThat(demo.out()).containsPattern("\n" + row + "( +\\d+\\.\\d\\d){3}\n");
    }
    for (String row : List.of("OASIS", "SORS-I", "SORS-II", "AdaSORS-I", "AdaSORS-II")) {
      assertThat(demo.out())
          .containsPattern("\n" + row + "( +\\d+\\.\\d\\d){4} +[0-9,]+ +\\d+\\.\\d\n");
    }
    assertThat(demo.out())
        .containsPattern("\nauto: (cosine|Encoder|AdaSORS-II)( +\\d+\\.\\d\\d){3} ");
    assertThat(demo.out()).contains("Among the 5 closest, learning brought ");
    long shown = demo.lines().stream().filter(line -> line.matches("\".+\" \\(\\w+\\)")).count();
    assertThat(shown).isBetween(1L, 3L);
    assertThat(demo.lines())
        .filteredOn(line -> line.matches(" +before: cosine +after: (AdaSORS-II|Encoder)"))
        .hasSize((int) shown);
    assertThat(demo.lines())
        .filteredOn(line -> line.matches(" +[+-]\\d\\.\\d{3}  \\S+ +\\S+"))
        .hasSize(12);
    runWhatIsSuggested(demo);
  }

  private static void runWhatIsSuggested(Outcome demo) throws IOException {
    List<String> suggestions = suggestions(demo);
    List<String> ran = new ArrayList<>();
    Path exported = null;
    for (String suggestion : suggestions) {
      List<String> words =
          PastedCommand.words(suggestion).stream().map(DemoCommandTest::forThisTest).toList();
      Outcome outcome = Outcome.of(words).succeeded();
      LayoutTest.fitsATerminal(outcome.out());
      assertThat(outcome.err()).doesNotContain("other data");
      ran.add(words.get(0));
      if (words.get(0).equals("export")) {
        exported = Path.of(words.get(words.indexOf("--output") + 1));
      }
    }
    assertThat(ran).containsExactly("evaluate", "search", "export", "train");
    assertThat(exported).isNotEmptyFile();
  }

  /** The commands after the last heading; a line that ends in a backslash goes on. */
  private static List<String> suggestions(Outcome demo) {
    String text = demo.out().substring(demo.out().indexOf(" Next:\n") + " Next:\n".length());
    return text.replace("\\\n", "").lines().toList();
  }

  /** Puts files where this test wants them, and the user's own data in place. */
  private static String forThisTest(String word) {
    return switch (word) {
      case "names.tsv", "names.npz", "yours.sors" -> FOLDER.resolve(word).toString();
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
