package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Figures that stand in two pages are the same in both. */
class NumbersTest {

  private static final Pattern PAIR = Pattern.compile("\\| (\\d+\\.\\d) / (\\d+\\.\\d) ");

  /** The README has means, docs/algorithms.md the same means with their spread. */
  @Test
  void theTableOfTheReadmeIsThatOfTheAlgorithms() throws IOException {
    List<String> measured =
        Files.readAllLines(ProjectPages.ROOT.resolve("docs/algorithms.md")).stream()
            .filter(line -> line.startsWith("| ") || line.startsWith("news20"))
            .toList();
    String all = Files.readString(ProjectPages.ROOT.resolve("docs/algorithms.md"));
    int compared = 0;
    for (String line : Files.readAllLines(ProjectPages.ROOT.resolve("README.md"))) {
      Matcher pair = PAIR.matcher(line);
      String data = line.replaceAll("^\\| (\\w+).*", "$1");
      while (pair.find()) {
        String withSpread =
            Pattern.quote(pair.group(1)) + " ± \\d+\\.\\d / " + Pattern.quote(pair.group(2)) + " ±";
        assertThat(
                measured.stream()
                        .filter(row -> row.startsWith("| " + data))
                        .anyMatch(row -> Pattern.compile(withSpread).matcher(row).find())
                    // one figure stands in the text below the table
                    || Pattern.compile(data + " AdaSORS-II has " + withSpread).matcher(all).find())
            .as("%s / %s of %s in docs/algorithms.md", pair.group(1), pair.group(2), data)
            .isTrue();
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(20);
  }

  @Test
  void theFiguresOfTheDemoAreThoseThatItsPageShows() throws IOException {
    Matcher claim =
        Pattern.compile(
                "raises MAP from (\\S+)% to (\\S+)% \\(95% interval of the gain: (\\S+) to (\\S+) points,"
                    + " on (\\d+)\\s+emoji\\)")
            .matcher(Files.readString(ProjectPages.ROOT.resolve("README.md")));
    assertThat(claim.find()).as("what the demo gains, in the README").isTrue();
    assertThat(Files.readString(ProjectPages.ROOT.resolve("docs/demo.md")))
        .containsPattern("cosine +" + Pattern.quote(claim.group(1)) + " ")
        .containsPattern("Encoder +" + Pattern.quote(claim.group(2)) + " ")
        .containsPattern("Encoder .* \\+" + claim.group(3) + "\\.\\.\\+" + claim.group(4) + " ")
        .contains("gain: in MAP over the cosine, on " + claim.group(5) + " held-out emoji");
  }
}
