package io.github.sors.lab.command;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.cli.input.JobArguments;
import io.github.sors.lab.PaperMethods;
import io.github.sors.lab.paper.PublishedResults;
import io.github.sors.lab.report.StudyReport;
import io.github.sors.lab.study.CellResult;
import io.github.sors.lab.study.Comparison;
import io.github.sors.lab.study.Study;
import io.github.sors.lab.study.StudyListener;
import io.github.sors.lab.study.StudyPlan;
import io.github.sors.lab.study.StudyPlan.ParameterSource;
import io.github.sors.lab.study.StudyResults;
import io.github.sors.lab.study.Summary;
import io.github.sors.tune.Method;
import io.github.sors.tune.Methods;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Repeats the paper's comparison, on its data or on other data. */
@Command(
    name = "reproduce",
    header = "Compare algorithms as the paper does: tables, figures, a report.",
    customSynopsis = "sors reproduce [OPTIONS]",
    description = {
      "",
      "Every algorithm learns from 70%% of every class of each data set and ranks the other 30%%,"
          + " for several random splits. Writes table.csv, table.md, table.tex, report.html and"
          + " figures. Finished results are kept in the folder: after an interruption, the same"
          + " command continues where it stopped.",
      ""
    },
    footer = {
      "",
      "Example: sors reproduce --dataset bbc --splits 1 --rounds 5000",
      "Your own data: sors reproduce --dataset rows.libsvm --tune --output mine"
    })
final class ReproduceCommand extends Subcommand {

  private static final int QUERY_TIMES = 4;
  private static final int TRADE_OFF = 5;

  @Mixin private StudyDataArguments data;

  @Option(
      names = "--algorithm",
      split = ",",
      paramLabel = "NAME",
      description = "Algorithms to compare (default: those of the paper, and cosine).")
  private List<String> algorithms = List.of();

  @Option(names = "--splits", paramLabel = "N", description = "Random splits (default: 5).")
  private int splits = 5;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds of learning, one triplet each (default: 100000).")
  private long rounds = 100_000;

  @Option(
      names = "--tune",
      description =
          "Tune parameters on the training rows of each split instead of using the paper's.")
  private boolean tune;

  @Option(
      names = "--defaults",
      description = "Use the default parameters on every data set instead of the paper's.")
  private boolean defaults;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the first split (default: 1).")
  private long seed = 1;

  @Option(
      names = "--skip-figures",
      split = ",",
      paramLabel = "N",
      description = "Leave out 4 (query times) or 5 (MAP against sparsity), which take longest.")
  private Set<Integer> skipped = Set.of();

  @Mixin private JobArguments lab;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Folder for the results (default: sors-results).")
  private Path output = Path.of("sors-results");

  @Option(names = "--json", description = "Print the tables as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    requirePlausible();
    List<Method> methods = methods();
    OutputFiles.requireReportFolder(output);
    StudyPlan plan =
        new StudyPlan(
            data.read(console()),
            methods,
            splits,
            rounds,
            seed,
            parameterSource(),
            !skipped.contains(TRADE_OFF),
            !skipped.contains(QUERY_TIMES),
            lab.jobs(),
            lab.memory(),
            lab.timeLimit());
    StudyResults results = new Study(plan, output, new Progress(console())).run();
    List<Comparison> comparisons = StudyReport.write(results, output);
    if (json) {
      console().printJson(asJson(comparisons));
    } else {
      comparisons.forEach(this::print);
      console().print("report  " + output.resolve("report.html"));
    }
    return DONE;
  }

  private ParameterSource parameterSource() {
    return tune
        ? ParameterSource.TUNING
        : defaults ? ParameterSource.DEFAULTS : ParameterSource.PAPER;
  }

  private void requirePlausible() {
    if (tune && defaults) {
      throw new InvalidInputException(
          "--tune chooses parameters and --defaults leaves them: give one of them");
    }
    if (splits < 1 || rounds < 1) {
      throw new InvalidInputException(
          "expected --splits and --rounds of at least 1, found " + splits + " and " + rounds);
    }
    for (int figure : skipped) {
      if (figure != QUERY_TIMES && figure != TRADE_OFF) {
        throw new InvalidInputException("--skip-figures: expected 4 or 5, found " + figure);
      }
    }
    if (Files.exists(output) && !Files.isDirectory(output)) {
      throw new InvalidInputException("--output: " + output + " is a file: name a folder");
    }
    lab.requirePlausible();
  }

  /** The requested methods, in the order of a table. */
  private List<Method> methods() {
    if (algorithms.isEmpty()) {
      return PaperMethods.compared();
    }
    Set<String> asked = new TreeSet<>();
    algorithms.forEach(name -> asked.add(Methods.named(name).name()));
    return Methods.allMethods().stream().filter(method -> asked.contains(method.name())).toList();
  }

  private void print(Comparison comparison) {
    console().print(comparison.data().name());
    if (!comparison.data().caveat().isEmpty()) {
      Formatting.wrapped("not the paper's data: " + comparison.data().caveat(), TextTable.SCREEN)
          .forEach(console()::print);
    }
    TextTable table = new TextTable("<", "MAP %", "paper", "sparsity %", "paper", "training s");
    List<String> failures = new ArrayList<>();
    for (Comparison.Row row : comparison.rows()) {
      var published = row.published();
      table.add(
          row.method().title(),
          row.values().map(values -> percent(values.map())).orElse("NA")
              + (row.best() ? " *" : row.tiesWithBest() ? " ≈" : "  "),
          published.flatMap(found -> found.map()).map(ReproduceCommand::deviating).orElse(""),
          // without deviations, which are in the files, to fit into 80 columns
          row.values().map(values -> Formatting.percent(values.sparsity().mean())).orElse("NA"),
          published
              .flatMap(found -> found.sparsity())
              .map(value -> Formatting.percent(value.mean() / 100))
              .orElse(""),
          row.values()
              .map(values -> Formatting.seconds(values.trainSeconds().mean()))
              .orElse("NA"));
      if (!row.failure().isEmpty()) {
        failures.add(row.method().title() + ": " + row.failure());
      }
    }
    table.print(console());
    failures.forEach(
        failure -> Formatting.wrapped(failure, TextTable.SCREEN).forEach(console()::print));
    console().print("");
  }

  /** {@code 94.09 ± 0.61}, of what the paper has in per cent. */
  private static String deviating(PublishedResults.Value value) {
    return String.format(Locale.ROOT, "%.2f ± %.2f", value.mean(), value.deviation());
  }

  private static String percent(Summary summary) {
    return Formatting.percent(summary.mean())
        + (summary.count() == 1 ? "" : " ± " + Formatting.percent(summary.deviation()));
  }

  private static Map<String, Object> asJson(List<Comparison> comparisons) {
    List<Object> rows = new ArrayList<>();
    for (Comparison comparison : comparisons) {
      for (Comparison.Row row : comparison.rows()) {
        Map<String, Object> cells = new LinkedHashMap<>();
        cells.put("dataset", comparison.data().name());
        cells.put("algorithm", row.method().name());
        cells.put("parameters", row.parameters());
        row.values()
            .ifPresent(
                values -> {
                  put(cells, "map", values.map());
                  put(cells, "precisionAt1", values.precisionAt1());
                  put(cells, "precisionAt10", values.precisionAt10());
                  put(cells, "sparsity", values.sparsity());
                  put(cells, "nonZeros", values.nonZeros());
                  put(cells, "modelBytes", values.modelBytes());
                  put(cells, "trainSeconds", values.trainSeconds());
                  put(cells, "querySeconds", values.querySeconds());
                });
        cells.put("best", row.best());
        cells.put("pValue", row.pValue().orElse(null));
        cells.put("notComputed", row.failure().isEmpty() ? null : row.failure());
        rows.add(cells);
      }
    }
    return Map.of("results", rows);
  }

  private static void put(Map<String, Object> cells, String name, Summary summary) {
    cells.put(name, summary.mean());
    cells.put(name + "Deviation", summary.deviation());
  }

  /** Prints a line per finished training, since long runs are often logged. */
  private record Progress(Console console) implements StudyListener {

    @Override
    public void started(int total, int found) {
      console.note(
          Formatting.count(total)
              + " trainings"
              + (found == 0 ? "" : ", " + Formatting.count(found) + " of them done before"));
    }

    @Override
    public void finished(int done, int total, String what, CellResult result, double secondsLeft) {
      String came =
          result.failure() == null
              ? "MAP "
                  + Formatting.percent(result.measures().map())
                  + "%, "
                  + Formatting.seconds(result.measures().trainSeconds())
                  + " s"
              : "NA, " + result.failure().reason();
      console.note(
          "["
              + done
              + "/"
              + total
              + "] "
              + what
              + ": "
              + came
              + (done == total ? "" : "; about " + Formatting.duration(secondsLeft) + " left"));
    }
  }
}
