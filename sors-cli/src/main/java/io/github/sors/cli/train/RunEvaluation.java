package io.github.sors.cli.train;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.cli.rank.JudgementFile;
import io.github.sors.ranking.Judgements;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.file.RunFile;
import io.github.sors.ranking.measure.Evaluation;
import io.github.sors.ranking.measure.PairedComparison;
import io.github.sors.ranking.measure.PairedRandomisation;
import io.github.sors.ranking.measure.RankingMeasure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Measures rankings in files on judgements, beside other rankings of the same queries. */
final class RunEvaluation {

  private final Evaluation evaluation;
  private final Optional<Evaluation> baseline;
  private final List<RankingMeasure> measures;
  private final String name;
  private final String baselineName;

  /**
   * Rankings, and where they come from, for messages.
   *
   * @param source a file, or the name of a method
   */
  record NamedRun(Run run, String source) {}

  /**
   * Reads and evaluates.
   *
   * @param compared the rankings to compare with, or null
   */
  RunEvaluation(
      Path run, Path qrels, NamedRun compared, List<RankingMeasure> measures, Console console)
      throws IOException {
    this.measures = measures;
    Judgements judgements = JudgementFile.read(qrels);
    Run ranked = RunFile.read(run);
    this.evaluation = evaluate(ranked, run.toString(), judgements, qrels, console);
    this.name = ranked.name();
    if (compared == null) {
      this.baseline = Optional.empty();
      this.baselineName = "";
    } else {
      this.baseline =
          Optional.of(evaluate(compared.run(), compared.source(), judgements, qrels, console));
      this.baselineName =
          compared.run().name().equals(name)
              ? Path.of(compared.source()).getFileName().toString()
              : compared.run().name();
    }
  }

  private Evaluation evaluate(
      Run run, String file, Judgements judgements, Path qrels, Console console) {
    Evaluation evaluated = Evaluation.of(run, judgements, measures);
    int judged = evaluated.queries().size();
    int unranked = evaluated.unranked().size();
    if (unranked == judged) {
      throw new InvalidInputException(
          "expected rankings of the queries that "
              + qrels
              + " judges, found none of them in "
              + file
              + ": check that both have the same query ids");
    }
    if (unranked > 0) {
      console.note(
          "note: "
              + Formatting.count(unranked)
              + " of the judged queries have no ranking in "
              + file
              + " and count 0");
    }
    int unjudged = run.queries().size() - (judged - unranked);
    if (unjudged > 0) {
      console.note(
          "note: " + Formatting.count(unjudged) + " queries of " + file + " are not judged");
    }
    return evaluated;
  }

  void print(Console console) {
    console.print(Formatting.count(evaluation.queries().size()) + " judged queries");
    console.print("");
    if (baseline.isEmpty()) {
      TextTable table = new TextTable("<measure", heading(name));
      for (RankingMeasure measure : measures) {
        table.add(measure.name(), decimal(evaluation.mean(measure)));
      }
      table.print(console);
      return;
    }
    TextTable table =
        new TextTable(
            "<measure",
            heading(baselineName),
            heading(name),
            "difference",
            "won",
            "lost",
            "p",
            "p of t-test");
    for (RankingMeasure measure : measures) {
      PairedComparison comparison = evaluation.against(baseline.get(), measure);
      table.add(
          measure.name(),
          decimal(comparison.baselineMean()),
          decimal(comparison.mean()),
          String.format(Locale.ROOT, "%+.4f", comparison.difference()),
          Formatting.count(comparison.won()),
          Formatting.count(comparison.lost()),
          PairedComparison.probability(comparison.randomisation()),
          PairedComparison.probability(comparison.tTest()));
    }
    table.print(console);
    console.print("");
    Formatting.wrapped(
            "p: paired randomisation test by query, two-sided, exact up to "
                + PairedRandomisation.EXACT
                + " queries that differ, else "
                + Formatting.count(PairedRandomisation.SAMPLES)
                + " random signs; beside it the paired t-test",
            TextTable.SCREEN)
        .forEach(console::print);
  }

  private static String heading(String runName) {
    return TextTable.cut(runName, 14);
  }

  private static String decimal(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.4f", value);
  }

  void printJson(Console console) {
    Map<String, Object> byMeasure = new LinkedHashMap<>();
    for (RankingMeasure measure : measures) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("mean", evaluation.mean(measure));
      baseline.ifPresent(
          before -> {
            PairedComparison comparison = evaluation.against(before, measure);
            entry.put("baseline", comparison.baselineMean());
            entry.put("difference", comparison.difference());
            entry.put("won", comparison.won());
            entry.put("lost", comparison.lost());
            entry.put("pRandomisation", comparison.randomisation());
            entry.put("pTTest", Double.isNaN(comparison.tTest()) ? null : comparison.tTest());
          });
      entry.put("byQuery", evaluation.values(measure));
      byMeasure.put(measure.name(), entry);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("run", name);
    if (baseline.isPresent()) {
      result.put("baseline", baselineName);
    }
    result.put("queries", evaluation.queries().size());
    result.put("unranked", evaluation.unranked().size());
    result.put("measures", byMeasure);
    console.printJson(result);
  }
}
