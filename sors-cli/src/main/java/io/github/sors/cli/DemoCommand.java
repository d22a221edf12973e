package io.github.sors.cli;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.Similarities;
import io.github.sors.Similarity;
import io.github.sors.data.Dataset;
import io.github.sors.data.builtin.PlaceNames;
import io.github.sors.data.fit.AutomaticTraining;
import io.github.sors.data.fit.LearningPlan;
import io.github.sors.data.triplet.LearningLoop;
import io.github.sors.data.triplet.Split;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.eval.RankingEvaluation;
import io.github.sors.eval.RankingEvaluator;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Learners;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.search.ExactSearch;
import io.github.sors.search.Hit;
import io.github.sors.search.StrongestPairs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The main job on data that every JDK carries: learn, evaluate, compare, explain. */
@Command(
    name = "demo",
    header = "Learn, evaluate and compare on built-in data; takes a minute or two.",
    description = {
      "",
      "The data are the names of countries and languages in all the languages that this JDK knows."
          + " Two names are similar if they are written in the same language, even if they share no"
          + " letter: cosine cannot see that, but it can be learnt.",
      ""
    })
final class DemoCommand extends Subcommand {

  private static final long SEED = 1;
  private static final double HOLDOUT = 0.3;
  private static final int NEIGHBOURS = 5;
  private static final int STRONGEST = 12;
  private static final List<String> SHOWN_LANGUAGES =
      List.of("German", "Swahili", "Icelandic", "Turkish", "Finnish", "Zulu");
  private static final int SHOWN_NAMES = 3;
  private static final List<Algorithm> LEARNERS =
      List.of(
          Algorithm.OASIS,
          Algorithm.SORS_I,
          Algorithm.SORS_II,
          Algorithm.ADASORS_I,
          Algorithm.ADASORS_II);

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "File to write the chosen model to (default: sors-demo.sors).")
  private Path model = Path.of("sors-demo.sors");

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Rounds per learner (default: 100000).")
  private int iterations = 100_000;

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "Number of names to use (default: 12000).")
  private int sample = 12_000;

  @Override
  public Integer call() throws IOException {
    if (sample < 2) {
      throw new InvalidInputException("expected --sample of at least 2, found " + sample);
    }
    if (iterations < 1) {
      throw new InvalidInputException("expected --iterations of at least 1, found " + iterations);
    }
    OutputFiles.requireWritable(model);
    console().note("reading the names of countries and languages from this JDK…");
    // as --sample draws them, so that the commands that are suggested meet the same rows
    Dataset raw = PlaceNames.sample(sample, DataArguments.SAMPLE_SEED);
    Dataset unit = raw.map(Normalization.L2::apply);
    TrainingRecord record =
        new TrainingRecord(raw.name(), raw.hash(), HOLDOUT, SEED, "l2", "uniform");
    Split split = record.split(raw);
    String summary =
        Formatting.count(raw.size())
            + " names in "
            + raw.classCount()
            + " languages, "
            + Formatting.count(raw.dimension())
            + " character n-grams; learning from "
            + Formatting.count(split.train().length)
            + " of them, "
            + Formatting.count(iterations)
            + " triplets per learner, ranking the other "
            + Formatting.count(split.test().length)
            + ".";
    Formatting.wrapped(summary, TextTable.SCREEN).forEach(console()::print);
    console().print("");

    TextTable table =
        new TextTable("<", "MAP %", "P@1 %", "P@10 %", "sparsity %", "non-zeros", "seconds");
    addUnlearnt(table, "Euclidean", Similarities.euclidean(), raw.select(split.test()));
    Dataset test = unit.select(split.test());
    addUnlearnt(table, "cosine", Similarities.dot(), test);
    BilinearModel matrix = null;
    for (Algorithm algorithm : LEARNERS) {
      matrix = learnAndMeasure(algorithm, unit, split, test, table);
    }
    // what is shown and saved: the one that the data chose, the last of the others if they chose
    // none
    Model learnt = learnAutomatically(unit, split, test, table).orElse(matrix);
    table.print(console());
    console().print("");
    ExactSearch before = new ExactSearch(Similarities.dot(), test.vectors());
    ExactSearch after = new ExactSearch(learnt, test.vectors());
    int[] gains = gains(test, before, after);
    String title = Learners.descriptor(learnt.provenance().algorithm()).title();
    printNeighbours(test, title, before, after, gains);
    printStrongestPairs(matrix.withFeatureNames(raw.featureNames()));

    ModelFile.write(
        learnt
            .withFeatureNames(raw.featureNames())
            .withNormalization(Normalization.L2)
            .withProvenance(learnt.provenance().withTraining(record.asMap())),
        model);
    suggest(
        test.rowName(Math.max(0, mostHelped(SHOWN_LANGUAGES.get(0), test, gains))),
        learnt instanceof BilinearModel ? "tsv" : "npz");
    return DONE;
  }

  private void addUnlearnt(TextTable table, String name, Similarity similarity, Dataset test) {
    RankingEvaluation evaluation = evaluate(name, similarity, test);
    table.add(
        name,
        Formatting.percent(evaluation.map()),
        Formatting.percent(evaluation.precisionAt(1)),
        Formatting.percent(evaluation.precisionAt(10)),
        "",
        "",
        "");
  }

  private BilinearModel learnAndMeasure(
      Algorithm algorithm, Dataset unit, Split split, Dataset test, TextTable table) {
    String dimension = Integer.toString(unit.dimension());
    OnlineBilinearLearner learner =
        algorithm.create(Map.of("queryDimension", dimension, "itemDimension", dimension));
    TripletSampler sampler = TripletSampler.of(unit.labels(), split.train(), SEED);
    LearningLoop loop = LearningLoop.overRows(learner, sampler, unit.vectors());
    long start = System.nanoTime();
    try (Console.Progress progress = console().progress(algorithm.title(), iterations)) {
      while (loop.learnSome(iterations)) {
        progress.reached(learner.progress().rounds());
      }
    }
    double seconds = (System.nanoTime() - start) * 1e-9;
    BilinearModel learnt = learner.snapshot();
    RankingEvaluation evaluation = evaluate(algorithm.title(), learnt, test);
    table.add(
        algorithm.title(),
        Formatting.percent(evaluation.map()),
        Formatting.percent(evaluation.precisionAt(1)),
        Formatting.percent(evaluation.precisionAt(10)),
        Formatting.percent(learnt.sparsity()),
        Formatting.count(learnt.nonZeros()),
        Formatting.seconds(seconds));
    return learnt;
  }

  /** What a training without options makes of it; empty if it keeps the start. */
  private Optional<Model> learnAutomatically(
      Dataset unit, Split split, Dataset test, TextTable table) {
    AutomaticTraining training =
        AutomaticTraining.onRows(unit, split.train(), SEED)
            .withResources(Runtime.getRuntime().availableProcessors(), Long.MAX_VALUE);
    long start = System.nanoTime();
    LearningPlan plan = training.planFor(iterations);
    Model learnt = training.learn(plan);
    double seconds = (System.nanoTime() - start) * 1e-9;
    RankingEvaluation evaluation = evaluate("auto", learnt, test);
    table.add(
        "auto: " + (plan.keepsStart() ? "cosine" : plan.recipe().title()),
        Formatting.percent(evaluation.map()),
        Formatting.percent(evaluation.precisionAt(1)),
        Formatting.percent(evaluation.precisionAt(10)),
        learnt instanceof BilinearModel matrix ? Formatting.percent(matrix.sparsity()) : "",
        learnt instanceof BilinearModel matrix ? Formatting.count(matrix.nonZeros()) : "",
        Formatting.seconds(seconds));
    return plan.keepsStart() ? Optional.empty() : Optional.of(learnt);
  }

  private RankingEvaluation evaluate(String name, Similarity similarity, Dataset test) {
    try (Console.Progress progress = console().progress(name + ", ranking", test.size())) {
      return new RankingEvaluator()
          .withCutoffs(1, 10)
          .withProgress(progress::reached)
          .evaluateWithin(similarity, test.vectors(), test.labels());
    }
  }

  /** Shows the names, in a few languages, for which learning helped most, and how often it did. */
  private void printNeighbours(
      Dataset test, String title, ExactSearch before, ExactSearch after, int[] gains) {
    long better = Arrays.stream(gains).filter(gain -> gain > 0).count();
    long worse = Arrays.stream(gains).filter(gain -> gain < 0).count();
    String share =
        "Among the "
            + NEIGHBOURS
            + " closest, learning brought "
            + Formatting.percent((double) better / gains.length)
            + "% of the names more of their own language and "
            + Formatting.percent((double) worse / gains.length)
            + "% fewer. Where it helped most:";
    Formatting.wrapped(share, TextTable.SCREEN).forEach(console()::print);
    console().print("");
    int shown = 0;
    for (String language : SHOWN_LANGUAGES) {
      int row = mostHelped(language, test, gains);
      if (row < 0 || gains[row] <= 0 || shown == SHOWN_NAMES) {
        continue;
      }
      shown++;
      console().print("\"" + test.rowName(row) + "\" (" + language + ")");
      List<Hit> plain = before.search(test.vector(row), NEIGHBOURS, row);
      List<Hit> found = after.search(test.vector(row), NEIGHBOURS, row);
      TextTable table = new TextTable("", "<before: cosine", "<after: " + title);
      for (int rank = 0; rank < found.size(); rank++) {
        table.add("", describe(test, plain.get(rank)), describe(test, found.get(rank)));
      }
      table.print(console());
      console().print("");
    }
  }

  /** How many more of each name's closest are of its own language after learning than before. */
  private static int[] gains(Dataset test, ExactSearch before, ExactSearch after) {
    return IntStream.range(0, test.size())
        .parallel()
        .map(row -> ofOwnLanguage(test, after, row) - ofOwnLanguage(test, before, row))
        .toArray();
  }

  private static int ofOwnLanguage(Dataset test, ExactSearch search, int row) {
    int count = 0;
    for (Hit hit : search.search(test.vector(row), NEIGHBOURS, row)) {
      count += test.label(hit.item()) == test.label(row) ? 1 : 0;
    }
    return count;
  }

  /** The row of a language with the largest gain, the first of several; -1 if there is no row. */
  private static int mostHelped(String language, Dataset test, int[] gains) {
    int label = test.classNames().indexOf(language);
    int best = -1;
    for (int row = 0; row < test.size(); row++) {
      if (test.label(row) == label && (best < 0 || gains[row] > gains[best])) {
        best = row;
      }
    }
    return best;
  }

  private static String describe(Dataset test, Hit hit) {
    String name = TextTable.cut(test.rowName(hit.item()), 20);
    String language = TextTable.cut(test.classNames().get(test.label(hit.item())), 13);
    return name + " (" + language + ")";
  }

  private void printStrongestPairs(BilinearModel learnt) {
    console().print("Strongest pairs of different n-grams of AdaSORS-II (^ and $ mark the ends):");
    TextTable table = new TextTable("", "weight", "<query has", "<item has");
    for (StrongestPairs.Pair pair : StrongestPairs.of(learnt, STRONGEST, true)) {
      table.add(
          "",
          String.format(Locale.ROOT, "%+.3f", pair.weight()),
          learnt.queryFeature(pair.queryFeature()),
          learnt.itemFeature(pair.itemFeature()));
    }
    table.print(console());
    console().print("");
  }

  private void suggest(String query, String exportFormat) {
    console().print("The model is in " + model + ". Next:");
    List<ShellCommand> commands =
        List.of(
            onSample("evaluate").flag("--baseline", true),
            onSample("search").option("--query", query).flag("--explain", true),
            new ShellCommand("export")
                .word(model.toString())
                .option("--format", exportFormat)
                .option("--output", "names." + exportFormat),
            new ShellCommand("train").word("YOUR.libsvm").option("--model", "yours.sors"));
    commands.forEach(command -> command.lines("  ").forEach(console()::print));
  }

  private ShellCommand onSample(String subcommand) {
    return new ShellCommand(subcommand)
        .word(PlaceNames.NAME)
        .option("--sample", sample)
        .option("--model", model);
  }
}
