package io.github.sors.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.data.Dataset;
import io.github.sors.lab.paper.PublishedResults;
import io.github.sors.lab.study.CellResult;
import io.github.sors.lab.study.Comparison;
import io.github.sors.lab.study.Study;
import io.github.sors.lab.study.StudyData;
import io.github.sors.lab.study.StudyListener;
import io.github.sors.lab.study.StudyPlan;
import io.github.sors.lab.study.StudyResults;
import io.github.sors.lab.study.Summary;
import io.github.sors.tune.Methods;
import io.github.sors.tune.SampleRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyReportTest {

  private static final StudyListener SILENT =
      new StudyListener() {
        @Override
        public void started(int total, int found) {}

        @Override
        public void finished(int done, int total, String what, CellResult result, double left) {}
      };

  @TempDir static Path folder;
  private static List<Comparison> comparisons;

  @BeforeAll
  static void run() throws IOException {
    // generated rows under the name of a published data set, and under no such name
    Dataset standIn = SampleRows.of(3, 60, 20, 3).named("bbc");
    StudyPlan plan =
        new StudyPlan(
            List.of(
                StudyData.of(standIn, "a few rows & more"),
                StudyData.of(SampleRows.of(4, 60, 20, 2).named("my <rows>"), "")),
            Stream.of("euclidean", "oasis", "adasors-2").map(Methods::named).toList(),
            2,
            300,
            1,
            StudyPlan.ParameterSource.PAPER,
            true,
            true,
            1,
            1L << 40,
            1000);
    StudyResults results = new Study(plan, folder, SILENT).run();
    comparisons = StudyReport.write(results, folder);
  }

  @Test
  void allFiguresAreThereInBothFormats() throws Exception {
    for (String name :
        List.of(
            "1-map-over-iterations",
            "2-precision-at-k",
            "3-sparsity-over-iterations",
            "4-query-time",
            "5-map-against-sparsity")) {
      Path svg = folder.resolve("figures/bbc-" + name + ".svg");
      var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
      assertThat(document.getElementsByTagName("desc").item(0).getTextContent())
          .contains("OASIS", "AdaSORS-II")
          .doesNotContain("Euclidean");
      Path png = folder.resolve("figures/bbc-" + name + ".png");
      assertThat(ImageIO.read(png.toFile()).getWidth()).isGreaterThan(1000);
    }
  }

  @Test
  void thePageNeedsNothingElse() throws IOException {
    String page = Files.readString(folder.resolve("report.html"));

    assertThat(page).doesNotContain("http").doesNotContain("src=").doesNotContain("<link");
    assertThat(page.split("<svg", -1)).hasSize(11);
    assertThat(page).contains("my &lt;rows&gt;").doesNotContain("<rows>");
    assertThat(page).contains("prefers-color-scheme: dark", "@media print", "width=device-width");
  }

  @Test
  void whatIsNotThePapersDataIsToldBesideIt() throws IOException {
    for (String file : List.of("report.html", "table.md", "table.tex", "table.csv")) {
      assertThat(Files.readString(folder.resolve(file)))
          .as(file)
          .contains("2,225 rows")
          .contains("60 rows");
    }
  }

  @Test
  void thePapersValuesStandBesideOurs() throws IOException {
    String markdown = Files.readString(folder.resolve("table.md"));

    assertThat(markdown).contains("94.09 ± 0.61", "364,977 ± 1,486", "79.36 ± 0.41");
    // only where the paper has any
    assertThat(markdown.substring(markdown.indexOf("my <rows>"))).doesNotContain("paper |");
  }

  @Test
  void theTablesHaveTheSummaries() throws IOException {
    Comparison.Row oasis = comparisons.get(0).rows().get(1);
    Summary map = oasis.values().orElseThrow().map();
    assertThat(map.count()).isEqualTo(2);

    List<String> lines = Files.readAllLines(folder.resolve("table.csv"));
    assertThat(lines).hasSize(1 + 2 * 3);
    String[] cells = lines.get(2).split(",", -1);
    assertThat(cells[0]).isEqualTo("bbc");
    assertThat(cells[1]).isEqualTo("oasis");
    assertThat(cells[2]).isEqualTo("c=0.01");
    assertThat(Double.parseDouble(cells[4]))
        .isCloseTo(100 * map.mean(), org.assertj.core.data.Offset.offset(1e-6));
    assertThat(Files.readString(folder.resolve("table.md"))).contains(Numbers.percent(map));
    assertThat(Files.readString(folder.resolve("table.tex")))
        .contains("\\textbf{", "$\\pm$", "\\end{tabular}");
  }

  @Test
  void numbersAreWrittenAlikeEverywhere() {
    assertThat(Numbers.percent(new Summary(0.94094, 0.00614, 5))).isEqualTo("94.09 ± 0.61");
    assertThat(Numbers.percent(new Summary(0.5, 0, 1))).isEqualTo("50.00");
    assertThat(Numbers.count(new Summary(1234567, 890, 2))).isEqualTo("1,234,567 ± 890");
    assertThat(Numbers.seconds(new Summary(12.34, 0.56, 2))).isEqualTo("12.3 ± 0.6");
    assertThat(Numbers.milliseconds(new Summary(0.00051, 0, 1))).isEqualTo("0.51");
    assertThat(Numbers.pValue(0.0001)).isEqualTo("< 0.001");
    assertThat(Numbers.pValue(0.25)).isEqualTo("0.250");
    assertThat(Numbers.published(new PublishedResults.Value(1485.684, 2))).isEqualTo("1,486 ± 2");
  }

  @Test
  void aFailureIsToldInsteadOfNumbers() {
    Comparison.Row failed =
        new Comparison.Row(
            Methods.named("sors-1"),
            "",
            Optional.empty(),
            "not enough memory, \"really\"",
            false,
            Optional.empty(),
            Optional.empty());
    Comparison comparison = new Comparison(comparisons.get(1).data(), List.of(failed));

    assertThat(Tables.markdown(List.of(comparison), List.of()))
        .contains("| NA |", "SORS-I: NA, not enough memory");
    assertThat(Tables.csv(List.of(comparison))).contains("\"not enough memory, \"\"really\"\"\"");
    assertThat(Tables.latex(List.of(comparison))).contains("SORS-I & NA");
  }
}
