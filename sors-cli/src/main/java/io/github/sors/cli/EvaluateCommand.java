package io.github.sors.cli;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.Split;
import io.github.sors.eval.RankingEvaluation;
import io.github.sors.eval.RankingEvaluator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures how well a model ranks. */
@Command(
    name = "evaluate",
    header = "Measure how well a model ranks labelled rows.",
    customSynopsis = "sors evaluate [OPTIONS] --model=FILE DATA...",
    description = {
      "",
      "Every held-out row is a query; the other held-out rows are ranked for it, and those of its"
          + " class are relevant. Ties count as being in random order. If the model was learnt from"
          + " other data, all rows are used.",
      ""
    },
    footer = {"", "Example: sors evaluate rows.libsvm --model rows.sors --k 1,10"})
final class EvaluateCommand extends Subcommand {

  private enum Against {
    TEST,
    TRAIN
  }

  @Mixin private DataArguments data;

  @Option(names = "--model", required = true, paramLabel = "FILE", description = "The model.")
  private Path model;

  @Mixin private FormArgument form;

  @Option(names = "--all", description = "Use all rows, whether learnt from or not.")
  private boolean all;

  @Option(
      names = "--against",
      paramLabel = "WHAT",
      description = "Rank test or train rows for the held-out ones (default: test).")
  private Against against = Against.TEST;

  @Option(
      names = "--k",
      split = ",",
      paramLabel = "K",
      description = "Cut-offs of precision and similar measures (default: 1,5,10,20,50).")
  private int[] cutoffs = {1, 5, 10, 20, 50};

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: all cores).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (threads < 1) {
      throw new InvalidInputException("expected --threads of at least 1, found " + threads);
    }
    for (int k : cutoffs) {
      if (k < 1) {
        throw new InvalidInputException("expected --k of at least 1, found " + k);
      }
    }
    ModelOnData read = ModelOnData.read(model, data, console()).inForm(form, threads);
    Model learnt = read.model();
    Dataset normalized = read.normalized();
    Optional<Split> split = heldOut(read.raw(), learnt);
    Dataset queries = split.map(found -> normalized.select(found.test())).orElse(normalized);
    RankingEvaluation evaluation;
    try (Console.Progress progress = console().progress("evaluating", queries.size())) {
      RankingEvaluator evaluator =
          new RankingEvaluator()
              .withCutoffs(cutoffs)
              .withThreads(threads)
              .withProgress(progress::reached);
      if (against == Against.TEST) {
        evaluation = evaluator.evaluateWithin(learnt, queries.vectors(), queries.labels());
      } else {
        Dataset candidates = normalized.select(split.orElseThrow().train());
        evaluation =
            evaluator.evaluateAgainst(
                learnt,
                queries.vectors(),
                queries.labels(),
                candidates.vectors(),
                candidates.labels());
      }
    }
    report(learnt, evaluation);
    return DONE;
  }

  /** The split that the model was learnt with, if its held-out rows are to be used, else all. */
  private Optional<Split> heldOut(Dataset raw, Model learnt) {
    Map<String, String> training = learnt.provenance().training();
    boolean known = TrainingRecord.isIn(training);
    TrainingRecord record = TrainingRecord.from(training);
    boolean sameData = known && record.isAbout(raw);
    if (sameData && record.holdout() > 0 && !all) {
      return Optional.of(record.split(raw));
    }
    if (against == Against.TRAIN) {
      throw new InvalidInputException(
          "--against train needs held-out rows, without --all and on the data that "
              + model
              + " was learnt from with a --holdout above 0");
    }
    if (all || !known) {
      return Optional.empty();
    }
    if (sameData) {
      console().note("note: nothing was held out, so these rows were learnt from");
    } else {
      console()
          .note(
              "note: the model was learnt from other data ("
                  + record.data()
                  + "), so all rows are used");
    }
    return Optional.empty();
  }

  private void report(Model learnt, RankingEvaluation evaluation) {
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("map", evaluation.map());
      result.put("mapAtR", evaluation.mapAtR());
      result.put("rPrecision", evaluation.rPrecision());
      result.put("precisionAtK", new TreeMap<>(evaluation.precisionAt()));
      result.put("ndcgAtK", new TreeMap<>(evaluation.ndcgAt()));
      result.put("kNearestAccuracy", new TreeMap<>(evaluation.kNearestAccuracy()));
      new ModelSize(learnt).putInto(result);
      result.put("modelBytes", learnt.bytes());
      result.put("queries", evaluation.queries());
      result.put("skippedQueries", evaluation.skippedQueries());
      result.put("candidates", evaluation.candidates());
      result.put("seconds", evaluation.seconds());
      console().printJson(result);
      return;
    }
    console()
        .print(
            Formatting.count(evaluation.queries())
                + " queries against "
                + Formatting.count(evaluation.candidates())
                + " rows each, "
                + Formatting.seconds(evaluation.seconds())
                + " s"
                + (evaluation.skippedQueries() == 0
                    ? ""
                    : "; "
                        + Formatting.count(evaluation.skippedQueries())
                        + " more have nothing to find"));
    console()
        .print(
            "MAP "
                + Formatting.percent(evaluation.map())
                + "%   MAP@R "
                + Formatting.percent(evaluation.mapAtR())
                + "%   R-precision "
                + Formatting.percent(evaluation.rPrecision())
                + "%");
    console()
        .print(
            (learnt instanceof BilinearModel matrix
                    ? "sparsity "
                        + Formatting.percent(matrix.sparsity())
                        + "%   non-zeros "
                        + Formatting.count(matrix.nonZeros())
                    : new ModelSize(learnt).text())
                + "   "
                + Formatting.bytes(learnt.bytes()));
    console().print("");
    TextTable table = new TextTable("k", "precision %", "NDCG %", "k-NN accuracy %");
    for (int k : evaluation.precisionAt().keySet()) {
      table.add(
          Integer.toString(k),
          Formatting.percent(evaluation.precisionAt(k)),
          Formatting.percent(evaluation.ndcgAt(k)),
          Formatting.percent(evaluation.kNearestAccuracy(k)));
    }
    table.print(console());
  }
}
