package io.github.sors.cli.train;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Similarities;
import io.github.sors.Similarity;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.GainTable;
import io.github.sors.cli.frame.ModelSize;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.cli.input.DataArguments;
import io.github.sors.cli.input.DataWithVectors;
import io.github.sors.cli.input.FeedbackArguments;
import io.github.sors.cli.input.FormArgument;
import io.github.sors.cli.input.ModelOnData;
import io.github.sors.cli.input.TrainingRecord;
import io.github.sors.cli.rank.JudgementArguments;
import io.github.sors.cli.rank.MeasuredRanking;
import io.github.sors.cli.rank.QueryArguments;
import io.github.sors.data.Dataset;
import io.github.sors.data.fit.FeedbackSplit;
import io.github.sors.data.fit.LabelFeedback;
import io.github.sors.data.fit.RowFeedback;
import io.github.sors.data.triplet.Split;
import io.github.sors.eval.BlockedRankings;
import io.github.sors.eval.Gain;
import io.github.sors.eval.RankingEvaluation;
import io.github.sors.eval.RankingEvaluator;
import io.github.sors.ranking.file.RunFile;
import io.github.sors.ranking.fusion.RankingModel;
import io.github.sors.ranking.measure.RankingMeasure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Measures how well a model ranks. */
@Command(
    name = "evaluate",
    header = "Measure how well a model ranks items, or how good rankings are.",
    customSynopsis = {
      "sors evaluate [OPTIONS] --model=FILE ITEMS... --queries=FILE --qrels=FILE",
      "       sors evaluate [OPTIONS] --model=FILE ITEMS...",
      "       sors evaluate --run=FILE --qrels=FILE [--baseline=FILE]",
      "                     [--measures=NAMES]",
      "       sors evaluate --run=FILE --qrels=FILE --baseline=bm25 ITEMS...",
      "                     --queries=FILE"
    },
    description = {
      "",
      "A model that ranks items for queries is measured on judgements or clicks, beside the ranking"
          + " without learning that it had to beat.",
      "",
      "Any other model: every held-out row is a query; the other held-out rows are ranked for it, and those of its"
          + " class are relevant. Rows with equal scores count as being in random order. If the"
          + " model was learnt from other data, all rows are used.",
      "",
      "A model that was learnt from groups or triplets is measured on those that were held out: the"
          + " MAP of the other members of a row's group, or the share of triplets ranked right. The"
          + " file is that of the training, or --groups or --triplets.",
      "",
      "With --run, the rankings in a TREC run are measured on judgements, with the values of"
          + " trec_eval -c: every judged query counts, one without a ranking 0.",
      ""
    },
    footer = {
      "",
      "Example: sors evaluate rows.libsvm --model rows.sors --baseline",
      "Example: sors evaluate --run learnt.run --qrels qrels.txt --baseline bm25.run"
    })
public final class EvaluateCommand extends Subcommand {

  private static final String COSINE = "";
  private static final String BM25 = "bm25";

  private enum Against {
    TEST,
    TRAIN
  }

  /**
   * The rows to rank.
   *
   * @param queries the rows used as queries; they are ranked unless the training rows are
   * @param trainingRows the training rows, if the others were held out
   */
  private record RankedRows(Dataset queries, Optional<Dataset> trainingRows) {

    static RankedRows of(Dataset rows, int[] heldOut, int[] learntFrom) {
      return new RankedRows(rows.select(heldOut), Optional.of(rows.select(learntFrom)));
    }
  }

  @Mixin private DataWithVectors data;

  @Option(names = "--model", paramLabel = "FILE", description = "The model.")
  private Path model;

  @Option(
      names = "--run",
      paramLabel = "FILE",
      description = "Measure these rankings, a TREC run, instead of a model; needs --qrels.")
  private Path run;

  @Option(
      names = "--measures",
      split = ",",
      paramLabel = "NAME",
      description =
          "Of rankings: map, ndcg@K, p@K, recall@K, rr (default: map,ndcg@10,p@10,recall@100,rr).")
  private List<String> measures = List.of();

  @Mixin private FormArgument form;
  @Mixin private FeedbackArguments feedback;

  @Option(names = "--all", description = "Use all rows or feedback, whether learnt from or not.")
  private boolean all;

  @Option(
      names = "--against",
      paramLabel = "WHAT",
      description = "Rank test or train rows for the held-out ones (default: test).")
  private Against against = Against.TEST;

  @Option(
      names = "--top",
      split = ",",
      paramLabel = "N",
      description =
          "How many results precision and similar measures look at (default: 1,5,10,20,50).")
  private int[] givenCutoffs;

  // of labels
  private int[] cutoffs = {1, 5, 10, 20, 50};

  @Option(
      names = "--baseline",
      arity = "0..1",
      fallbackValue = COSINE,
      paramLabel = "RUN",
      description =
          "Rank by the cosine too, and show what the model gains over it: MAP, P@1 and P@10. With"
              + " --run: the rankings to compare with, and whether the difference is significant; bm25"
              + " ranks ITEMS for --queries as Lucene does, with its English analyzer.")
  private String givenBaseline;

  @Mixin private QueryArguments queries;
  @Mixin private JudgementArguments judgements;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: all cores).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (run != null) {
      evaluateRun();
      return DONE;
    }
    requireModel();
    if (RankingModel.isOne(model)) {
      queries.requirePlausible();
      new MeasuredRanking(model, data, queries, judgements, measures(), console()).report(json);
      return DONE;
    }
    if (queries.isGiven() || judgements.isGiven() || !measures.isEmpty()) {
      throw new InvalidInputException(
          model
              + " compares items, and ranks none for queries: leave out --queries, --clicks, --qrels"
              + " and --measures, or learn with them");
    }
    if (threads < 1) {
      throw new InvalidInputException("expected --threads of at least 1, found " + threads);
    }
    cutoffs = givenCutoffs == null ? cutoffs : givenCutoffs;
    for (int k : cutoffs) {
      if (k < 1) {
        throw new InvalidInputException("expected --top of at least 1, found " + k);
      }
    }
    ModelOnData read =
        ModelOnData.read(model, data, false, this::isByLabels, console())
            .withRowsAsQueries(model)
            .inForm(form, threads);
    Model learnt = read.model();
    Map<String, String> training = learnt.provenance().training();
    TrainingRecord record = TrainingRecord.from(training);
    feedback.requirePlausible();
    if (FeedbackEvaluation.isFor(record, feedback)) {
      requireNothingOfLabels();
      FeedbackEvaluation.of(read, record, TrainingRecord.isIn(training), feedback, all, threads)
          .report(learnt, comparesWithCosine(), json, console());
      return DONE;
    }
    RankedRows ranked = rankedRows(read);
    Dataset queries = ranked.queries();
    Optional<Dataset> candidates =
        against == Against.TEST ? Optional.empty() : ranked.trainingRows();
    requireClasses(queries);
    RankingEvaluation evaluation = evaluate("evaluating", learnt, queries, candidates);
    Optional<GainTable> gain =
        comparesWithCosine()
            ? Optional.of(new GainTable("cosine", "model", gains(learnt, queries, candidates)))
            : Optional.empty();
    report(learnt, evaluation, gain);
    return DONE;
  }

  private boolean isByLabels(Model learnt) {
    TrainingRecord record = TrainingRecord.from(learnt.provenance().training());
    return !FeedbackEvaluation.isFor(record, feedback);
  }

  private void requireNothingOfLabels() {
    if (against == Against.TRAIN || givenCutoffs != null) {
      throw new InvalidInputException(
          "--against and --top are for labelled rows: leave them out for groups and triplets");
    }
  }

  private static void requireClasses(Dataset queries) {
    if (Arrays.stream(queries.labels()).distinct().count() < 2) {
      throw new InvalidInputException(
          "expected rows of at least two classes, found one, in which every ranking is right; give"
              + " --groups or --triplets to measure something else than classes");
    }
  }

  /** What the model gains over the cosine in the same rankings. */
  private List<Gain> gains(Model learnt, Dataset queries, Optional<Dataset> candidates) {
    try (Console.Progress progress = console().progress("comparing", 0)) {
      progress.reached(0);
      int rows = queries.size();
      if (candidates.isEmpty()) {
        RowFeedback labels =
            new LabelFeedback(queries.labels(), IntStream.range(0, rows).toArray());
        return FeedbackSplit.holdingOutAll(labels)
            .allHeldOut(queries.vectors(), threads)
            .gains(Similarities.cosine(), learnt);
      }
      Dataset ranked = candidates.get();
      int[] always = new int[ranked.size()];
      Arrays.fill(always, BlockedRankings.IN_NO_BLOCK);
      return new BlockedRankings(
              queries.vectors(),
              BlockedRankings.blocks(rows),
              ranked.vectors(),
              always,
              sameClass(queries, ranked),
              threads)
          .gains(Similarities.cosine(), learnt, BlockedRankings.MAP, "rows", rows);
    }
  }

  private static BlockedRankings.Relevance sameClass(Dataset queries, Dataset ranked) {
    return new BlockedRankings.Relevance() {
      @Override
      public boolean isRanked(int query, int item) {
        return true;
      }

      @Override
      public boolean isRelevant(int query, int item) {
        return queries.label(query) == ranked.label(item);
      }
    };
  }

  private boolean comparesWithCosine() {
    return COSINE.equals(givenBaseline);
  }

  private void requireModel() {
    if (model == null) {
      throw new ParameterException(
          spec().commandLine(), "missing required option: '--model=FILE' or '--run=FILE'");
    }
    if (givenBaseline != null && !comparesWithCosine()) {
      throw new InvalidInputException(
          "--baseline "
              + givenBaseline
              + " is for a search with --run: a model is compared with the cosine; put DATA before"
              + " --baseline");
    }
  }

  private List<RankingMeasure> measures() {
    return measures.isEmpty() ? RankingMeasure.usual() : RankingMeasure.parseAll(measures);
  }

  private void evaluateRun() throws IOException {
    if (judgements.qrels() == null || !judgements.clicks().isEmpty()) {
      throw new InvalidInputException("--run is measured on judgements: give --qrels FILE");
    }
    boolean bm25 = BM25.equals(givenBaseline);
    if (model != null || (!bm25 && (data.isGiven() || data.hasVectors() || queries.isGiven()))) {
      throw new InvalidInputException(
          "--run has the rankings: leave out --model, ITEMS and --queries, but for --baseline bm25");
    }
    if (comparesWithCosine()) {
      throw new InvalidInputException("--baseline: expected a run to compare with, found none");
    }
    RunEvaluation evaluation =
        new RunEvaluation(run, judgements.qrels(), baselineRun(), measures(), console());
    if (json) {
      evaluation.printJson(console());
    } else {
      evaluation.print(console());
    }
  }

  /** The rankings to compare with, named; null if there are none. */
  private RunEvaluation.NamedRun baselineRun() throws IOException {
    if (BM25.equals(givenBaseline)) {
      if (!data.isGiven() || !queries.isGiven()) {
        throw new InvalidInputException("--baseline bm25 ranks ITEMS for --queries: give both");
      }
      return new RunEvaluation.NamedRun(
          MeasuredRanking.bm25(data.readItems(), queries.read()), "bm25");
    }
    if (givenBaseline == null) {
      return null;
    }
    Path file = DataArguments.path(givenBaseline);
    return new RunEvaluation.NamedRun(RunFile.read(file), file.toString());
  }

  private RankingEvaluation evaluate(
      String task, Similarity similarity, Dataset queries, Optional<Dataset> candidates) {
    try (Console.Progress progress = console().progress(task, queries.size())) {
      RankingEvaluator evaluator =
          new RankingEvaluator()
              .withCutoffs(cutoffs)
              .withThreads(threads)
              .withProgress(progress::reached);
      return candidates.isEmpty()
          ? evaluator.evaluateWithin(similarity, queries.vectors(), queries.labels())
          : evaluator.evaluateAgainst(
              similarity,
              queries.vectors(),
              queries.labels(),
              candidates.get().vectors(),
              candidates.get().labels());
    }
  }

  /** The rows to rank: those that the training held out, or all. */
  private RankedRows rankedRows(ModelOnData read) {
    Map<String, String> training = read.model().provenance().training();
    boolean known = TrainingRecord.isIn(training);
    TrainingRecord record = TrainingRecord.from(training);
    boolean sameRows = known && record.isAbout(read.raw());
    boolean sampleOfThem = known && !sameRows && record.isAbout(read.rows().whole());
    if (!all && record.holdout() > 0) {
      if (sameRows) {
        Split split = record.split(read.raw());
        return RankedRows.of(read.normalized(), split.test(), split.train());
      }
      if (sampleOfThem) {
        return heldOutOfSample(read, record.split(read.rows().whole()));
      }
    }
    if (against == Against.TRAIN) {
      throw new InvalidInputException(
          "--against train needs held-out rows, without --all and on the data that "
              + model
              + " was learnt from with a --holdout above 0");
    }
    if (all || !known) {
      return new RankedRows(read.normalized(), Optional.empty());
    }
    if (sameRows || sampleOfThem) {
      console().note("note: no rows were held out, so the model was learnt from these rows");
    } else {
      requireOtherData(record, read.raw());
      console()
          .note(
              "note: the model was learnt from other data ("
                  + record.data()
                  + "), so all rows are used");
    }
    return new RankedRows(read.normalized(), Optional.empty());
  }

  /** The rows of a sample that a training on all rows held out. */
  private RankedRows heldOutOfSample(ModelOnData read, Split split) {
    int[] heldOut = read.rows().among(split.test());
    if (heldOut.length < 2) {
      throw new InvalidInputException(
          "expected at least 2 rows that "
              + model
              + " was not learnt from, found "
              + heldOut.length
              + " among the "
              + read.raw().size()
              + " of --sample: use a larger sample");
    }
    return RankedRows.of(read.normalized(), heldOut, read.rows().among(split.train()));
  }

  /**
   * Rejects another sample of the same data, since the model may have learnt from some of its rows.
   */
  private void requireOtherData(TrainingRecord record, Dataset raw) {
    if (record.data().equals(raw.name())) {
      throw new InvalidInputException(
          model
              + " was learnt from other rows of "
              + raw.name()
              + ", so it may have learnt from some of these: give the same --sample as in training, or"
              + " --all to rank all rows");
    }
  }

  private void report(Model learnt, RankingEvaluation evaluation, Optional<GainTable> gain) {
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("map", evaluation.map());
      result.put("mapAtR", evaluation.mapAtR());
      result.put("rPrecision", evaluation.rPrecision());
      result.put("precisionAtK", evaluation.precisionAt());
      result.put("ndcgAtK", evaluation.ndcgAt());
      result.put("kNearestAccuracy", evaluation.kNearestAccuracy());
      new ModelSize(learnt).putInto(result);
      result.put("modelBytes", learnt.bytes());
      result.put("queries", evaluation.queries());
      result.put("skippedQueries", evaluation.skippedQueries());
      result.put("candidates", evaluation.candidates());
      result.put("seconds", evaluation.seconds());
      gain.ifPresent(table -> result.put("baseline", table.asMap()));
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
                        + " more have no relevant rows"));
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
    gain.ifPresent(
        found -> {
          console().print("");
          found.printWithWarning(console());
        });
  }
}
