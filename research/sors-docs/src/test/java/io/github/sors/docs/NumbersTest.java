package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Figures that stand in two pages are the same in both. */
class NumbersTest {

  private static final Pattern PAIR = Pattern.compile("(\\d+\\.\\d) / (\\d+\\.\\d)");

  /** The README has means, the page of results the same means with their spread. */
  @Test
  void theTableOfTheReadmeIsThatOfTheResults() throws IOException {
    String results = page("research/results/unit-length.md");
    List<String> learners = List.of();
    int compared = 0;
    for (String line : page("README.md").lines().toList()) {
      String[] cells = line.split(" *\\| *", -1);
      if (line.startsWith("| data | cosine |")) {
        learners = List.of(cells);
      }
      for (int k = 2; k < cells.length && !learners.isEmpty(); k++) {
        Matcher pair = PAIR.matcher(cells[k]);
        if (pair.matches()) {
          String data = cells[1].replaceAll("^([\\w-]+).*", "$1");
          String mean = Pattern.quote(pair.group(1)) + " ± \\d+\\.\\d ";
          String first = Pattern.quote(pair.group(2)) + " ±";
          String learner = Pattern.quote(learners.get(k));
          String row =
              "\n\\| %s[ (][^|]*\\| %s(?:, all labels)? \\| \\d \\| %s\\| %s"
                  .formatted(data, learner, mean, first);
          // one figure stands in the text above the table
          String text = "On %s %s has %s/ %s".formatted(data, learner, mean, first);
          assertThat(results)
              .as("%s of %s on %s", cells[k], learners.get(k), data)
              .containsPattern(row + "|" + text);
          compared++;
        }
      }
    }
    assertThat(compared).isGreaterThan(40);
  }

  /** The table of what a reader needs repeats what the pages that it links to have. */
  @Test
  void theFiguresOfThePerformancePageStandInTheEvidence() throws IOException {
    Pattern row =
        Pattern.compile("(?m)^\\| [^|]+ \\| ([^|]+) \\| \\[\\w+]\\(([^)#]+)[^)]*\\) \\|$");
    Path file = ProjectPages.ROOT.resolve("docs/explanation/performance.md");
    Matcher claim = row.matcher(Files.readString(file));
    int compared = 0;
    while (claim.find()) {
      String evidence = Files.readString(file.resolveSibling(claim.group(2)));
      Matcher number = Pattern.compile("(?<![\\p{L}\\d])\\d[\\d.,]*\\b").matcher(claim.group(1));
      while (number.find()) {
        assertThat(evidence)
            .as("%s of '%s'", number.group(), claim.group(1))
            .containsPattern("(?<![\\d.,])" + Pattern.quote(number.group()) + "(?![\\d]|[.,]\\d)");
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(15);
  }

  @Test
  void theFiguresOfTheDemoAreThoseThatItsPageShows() throws IOException {
    Matcher claim =
        Pattern.compile(
                "raises MAP from (\\S+)% to (\\S+)% \\(95% interval of the gain: (\\S+) to (\\S+)"
                    + " points, on (\\d+)\\s+emoji\\)")
            .matcher(page("README.md"));
    assertThat(claim.find()).as("what the demo gains, in the README").isTrue();
    assertThat(page("docs/tutorials/demo.md"))
        .containsPattern("cosine +" + Pattern.quote(claim.group(1)) + " ")
        .containsPattern("Encoder +" + Pattern.quote(claim.group(2)) + " ")
        .containsPattern("Encoder .* \\+" + claim.group(3) + "\\.\\.\\+" + claim.group(4) + " ")
        .contains("gain: in MAP over the cosine, on " + claim.group(5) + " held-out emoji");
  }

  private static String page(String name) throws IOException {
    return Files.readString(ProjectPages.ROOT.resolve(name));
  }
}
