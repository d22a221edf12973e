package io.github.sors.lab.command;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.cli.input.DataArguments;
import io.github.sors.data.Dataset;
import io.github.sors.figure.Figure;
import io.github.sors.figure.FigureRenderer;
import io.github.sors.lab.regret.FrequentFeatures;
import io.github.sors.lab.regret.RegretFigures;
import io.github.sors.lab.regret.RegretStudy;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.InitialMatrix;
import io.github.sors.option.ParameterException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tests the learners against the paper's theorems. */
@Command(
    name = "regret",
    header = "Test SORS and AdaSORS against the paper's regret bounds.",
    customSynopsis = "sors regret [OPTIONS] DATA...",
    description = {
      "",
      "Computes the best fixed matrix in hindsight, with a proof of how close to optimal it is,"
          + " runs the learners with the step size of the theorems, and compares their regret with"
          + " the bounds, for five lengths T. Uses the most frequent features only, since every"
          + " round reads all of M.",
      ""
    },
    footer = {"", "Example: sors regret dna --features 40 --rounds 8000"})
final class RegretCommand extends Subcommand {

  private static final int HORIZONS = 5;
  private static final int BOUND_BROKEN = 1;

  @Mixin private DataArguments data;

  @Option(
      names = "--features",
      paramLabel = "N",
      description = "Number of most frequent features to keep (default: 40).")
  private int features = 40;

  @Option(
      names = "--rounds",
      paramLabel = "T",
      description =
          "Length of the longest run; each of the others is half as long (default: 8000).")
  private int rounds = 8_000;

  @Option(
      names = "--lambda",
      paramLabel = "X",
      description = "Weight of the L1 norm (default: 1e-3).")
  private double lambda = 1e-3;

  @Option(names = "--delta", paramLabel = "X", description = "AdaSORS: smoothing (default: 0.1).")
  private double delta = 0.1;

  @Option(
      names = "--init",
      paramLabel = "NAME",
      description = "Start from identity or zero (default: identity).")
  private String init = "identity";

  @Option(
      names = "--tolerance",
      paramLabel = "X",
      description =
          "Largest relative gap between the loss of the best matrix found and a proven lower"
              + " bound (default: 0.01).")
  private double tolerance = 0.01;

  @Option(
      names = "--normalize",
      paramLabel = "STEPS",
      description = "Normalisation of the kept features (default: l2).")
  private String normalize = "l2";

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the triplets (default: 1).")
  private long seed = 1;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Runs at the same time (default: one per core).")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Folder for the figures, as SVG and PNG (default: no figures).")
  private Path output;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    requirePlausible();
    if (output != null) {
      OutputFiles.requireReportFolder(output);
    }
    Dataset raw = data.read(console());
    Dataset frequent = FrequentFeatures.of(raw, features);
    Normalization fitted = normalization().fit(frequent.vectors());
    Dataset rows = frequent.map(fitted::apply);
    List<RegretStudy.Outcome> outcomes =
        RegretStudy.run(
            rows,
            new RegretStudy.Settings(
                horizons(),
                lambda,
                delta,
                start() == InitialMatrix.IDENTITY,
                seed,
                tolerance,
                jobs));
    if (output != null) {
      Files.createDirectories(output);
      for (Figure figure : RegretFigures.of(raw.name(), outcomes)) {
        FigureRenderer.write(figure, output);
      }
    }
    if (json) {
      console().printJson(asJson(rows, outcomes));
    } else {
      print(rows, outcomes);
    }
    boolean allHold = outcomes.stream().allMatch(RegretStudy.Outcome::holds);
    if (!allHold) {
      console().error("a regret exceeds its bound: the theorem or this program is wrong");
    }
    return allHold ? DONE : BOUND_BROKEN;
  }

  private void requirePlausible() {
    if (features < 2 || features > 2_000) {
      throw new InvalidInputException("expected --features from 2 to 2000, found " + features);
    }
    if (rounds < 100) {
      throw new InvalidInputException("expected --rounds of at least 100, found " + rounds);
    }
    if (!(lambda > 0) || !(delta >= 1e-12) || !(tolerance > 0)) {
      throw new InvalidInputException(
          "expected --lambda, --delta and --tolerance above 0, found "
              + lambda
              + ", "
              + delta
              + " and "
              + tolerance);
    }
    if (jobs < 1) {
      throw new InvalidInputException("expected --jobs of at least 1, found " + jobs);
    }
    normalization();
    start();
  }

  private Normalization normalization() {
    try {
      return Normalization.parse(normalize);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--normalize: " + e.getMessage(), e);
    }
  }

  private InitialMatrix start() {
    try {
      return InitialMatrix.parse(init);
    } catch (ParameterException e) {
      throw new InvalidInputException("--" + e.getMessage(), e);
    }
  }

  private List<Integer> horizons() {
    List<Integer> horizons = new ArrayList<>();
    for (int k = HORIZONS - 1; k >= 0; k--) {
      horizons.add(rounds >> k);
    }
    return horizons;
  }

  private void print(Dataset rows, List<RegretStudy.Outcome> outcomes) {
    console()
        .print(
            Formatting.count(rows.size())
                + " rows of "
                + rows.dimension()
                + " features, lambda "
                + lambda
                + ", from "
                + init);
    console().print("");
    TextTable table =
        new TextTable("<", "T", "eta", "suffered", "best", "regret", "± proved", "bound", "per T");
    for (RegretStudy.Outcome outcome : outcomes) {
      table.add(
          outcome.algorithm().title(),
          Formatting.count(outcome.rounds()),
          String.format(Locale.ROOT, "%.3f", outcome.eta()),
          decimal(outcome.suffered()),
          decimal(outcome.best()) + (outcome.insideBox() ? "" : "°"),
          decimal(outcome.regret()),
          String.format(Locale.ROOT, "%.1f", outcome.best() - outcome.bestIsAtLeast()),
          decimal(outcome.bound()),
          Formatting.decimal(outcome.regret() / outcome.rounds()));
    }
    table.print(console());
    console().print("");
    for (Algorithm algorithm : RegretStudy.ALGORITHMS) {
      console()
          .print(
              String.format(
                  Locale.ROOT,
                  "%-10s  within its bound: %s; regret per round falls as T to the %.2f",
                  algorithm.title(),
                  of(algorithm, outcomes).stream().allMatch(RegretStudy.Outcome::holds)
                      ? "yes"
                      : "NO",
                  RegretStudy.exponent(of(algorithm, outcomes))));
    }
    if (!outcomes.stream().allMatch(RegretStudy.Outcome::insideBox)) {
      console()
          .print(
              "°: an entry of the best matrix is at its limit; without the limit there may be a better one");
    }
  }

  private static List<RegretStudy.Outcome> of(
      Algorithm algorithm, List<RegretStudy.Outcome> outcomes) {
    return outcomes.stream().filter(outcome -> outcome.algorithm() == algorithm).toList();
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  private static Map<String, Object> asJson(Dataset rows, List<RegretStudy.Outcome> outcomes) {
    List<Object> list = new ArrayList<>();
    for (RegretStudy.Outcome outcome : outcomes) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("algorithm", outcome.algorithm().label());
      fields.put("rounds", outcome.rounds());
      fields.put("eta", outcome.eta());
      fields.put("suffered", outcome.suffered());
      fields.put("best", outcome.best());
      fields.put("bestIsAtLeast", outcome.bestIsAtLeast());
      fields.put("regret", outcome.regret());
      fields.put("bound", outcome.bound());
      fields.put("holds", outcome.holds());
      fields.put("insideBox", outcome.insideBox());
      list.add(fields);
    }
    Map<String, Object> exponents = new LinkedHashMap<>();
    for (Algorithm algorithm : RegretStudy.ALGORITHMS) {
      double exponent = RegretStudy.exponent(of(algorithm, outcomes));
      exponents.put(algorithm.label(), Double.isNaN(exponent) ? null : exponent);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("rows", rows.size());
    result.put("features", rows.dimension());
    result.put("exponents", exponents);
    result.put("outcomes", list);
    return result;
  }
}
