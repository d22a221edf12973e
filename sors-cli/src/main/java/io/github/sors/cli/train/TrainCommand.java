package io.github.sors.cli.train;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.Similarities;
import io.github.sors.SparseVector;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.GainReport;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.cli.frame.Subcommand;
import io.github.sors.cli.input.AlgorithmFlags;
import io.github.sors.cli.input.DataWithVectors;
import io.github.sors.cli.input.DistanceAlgorithm;
import io.github.sors.cli.input.FeatureArguments;
import io.github.sors.cli.input.FeedbackArguments;
import io.github.sors.cli.input.FormArgument;
import io.github.sors.cli.input.LearnerArguments;
import io.github.sors.cli.input.ModelOnData;
import io.github.sors.cli.rank.JudgementArguments;
import io.github.sors.cli.rank.QueryArguments;
import io.github.sors.cli.rank.RankingTrain;
import io.github.sors.data.Dataset;
import io.github.sors.data.fit.AutomaticTraining;
import io.github.sors.data.fit.HeldOut;
import io.github.sors.data.fit.LearningPlan;
import io.github.sors.data.triplet.TripletSource;
import io.github.sors.eval.Verdict;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.Learners;
import io.github.sors.learn.MemoryBudgetException;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.ranking.train.RankingOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Learns a model from labelled rows or from triplets. */
@Command(
    name = "train",
    modelTransformer = AlgorithmFlags.OfAll.class,
    header = "Learn from feedback: a ranking for queries, or a similarity of items.",
    customSynopsis = {
      "sors train [OPTIONS] --model=FILE ITEMS... --queries=FILE",
      "                  (--qrels=FILE | --clicks=FILE)",
      "       sors train [OPTIONS] --model=FILE ITEMS... --clicks=FILE",
      "       sors train [OPTIONS] --model=FILE ITEMS..."
    },
    description = {
      "",
      "With --queries or --clicks, learns how to rank items: signals such as the words, the vectors,"
          + " and what was chosen for similar queries are weighed by the feedback. Every query is"
          + " ranked while it is held out. What was learnt is kept only if it is better beyond chance"
          + " than the best ranking without learning. --triplets and --groups are then about queries.",
      "",
      "Otherwise, learns how similar items are. Triplets are drawn from their labels: an item, one of"
          + " its class, one of any other class. --groups or --triplets give other feedback. A share is"
          + " held out, to measure what learning gains over the start, the inner product. Ctrl-C writes"
          + " a checkpoint, from which --resume continues.",
      "",
      "Without --algorithm, a part of the training items, groups or queries chooses the learner"
          + " (the encoder, with or without batches, AdaSORS-II, or mixed triplets on dense rows)"
          + " and the number of rounds; then it learns from all of them. What was learnt is kept"
          + " only if it helps beyond chance on what was held out: the 95%% interval of its gain"
          + " is above zero, and no measure falls beyond chance. Otherwise the model is the start."
          + " An option of an algorithm, or --form, without --algorithm means adasors-2.",
      ""
    },
    footer = {
      "",
      "Example: sors train articles.jsonl --analyzer english --model articles.sors",
      "Example: sors train products.csv --clicks clicks.csv --model shop.sors",
      "Example: sors train rows.libsvm --model rows.sors",
      "As in the paper: sors train rows.libsvm --model rows.sors --algorithm adasors-2",
      "For a sparser model use a larger --lambda; for faster learning a larger --eta."
    })
public final class TrainCommand extends Subcommand {

  private static final int OUT_OF_MEMORY = 1;

  private static final Set<String> OPTIONS_OF_RANKINGS =
      Set.of(
          "--vectors",
          "--embedding",
          "--label-column",
          "--id-column",
          "--ids",
          "--queries",
          "--query-vectors",
          "--clicks",
          "--qrels",
          "--triplets",
          "--groups",
          "--analyzer",
          "--model",
          "--run",
          "--seed",
          "--threads",
          "--json");

  @Mixin private DataWithVectors data;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE",
      description = "File to write the model to, usually NAME.sors.")
  private Path model;

  @Mixin private QueryArguments queries;
  @Mixin private JudgementArguments judgements;

  @Option(
      names = "--run",
      paramLabel = "FILE",
      description =
          "With queries: file to write the rankings of all queries to, as a TREC run, each by a"
              + " model that did not see it.")
  private Path run;

  @Mixin private FeatureArguments features;
  @Mixin private FormArgument form;
  @Mixin private LearnerArguments learnerArguments;
  @Mixin private TrainingArguments arguments;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (queries.isGiven() || queries.hasVectors() || judgements.isGiven()) {
      learnRanking();
      return DONE;
    }
    if (run != null) {
      throw new InvalidInputException(
          "--run writes the rankings of queries: give --queries with --qrels, or --clicks");
    }
    arguments.requirePlausible();
    features.requirePlausible();
    learnerArguments.requireValid();
    if (arguments.resume() == null && !learnerArguments.isAutomatic()) {
      learnerArguments.requireOptionsOf(learnerArguments.chosen());
    }
    arguments.requirePlausibleTargets(model, data.files());
    Optional<DistanceAlgorithm> distance = learnerArguments.distance();
    if (distance.isPresent()) {
      return learnDistance(distance.get());
    }
    if (learnerArguments.isAutoNamed() && form.text() != null) {
      throw new InvalidInputException(
          "--form is for a model with a matrix M, which auto may not choose: name an algorithm, such"
              + " as --algorithm adasors-2");
    }
    return arguments.resume() == null && form.text() == null && learnerArguments.isAutomatic()
        ? learnAsTheDataSay()
        : learnSimilarity();
  }

  /** Learns a ranking from queries and what people said answers them. */
  private void learnRanking() throws IOException {
    requireOnly(OPTIONS_OF_RANKINGS, "--queries or --clicks");
    queries.requirePlausible();
    FeedbackArguments feedback = arguments.feedback();
    new RankingTrain(data, queries, judgements, feedback.triplets(), feedback.groups(), console())
        .run(
            model,
            run,
            features.analyzer().map(RankingTrain.TEXTS::withAnalyzer).orElse(RankingTrain.TEXTS),
            RankingOptions.DEFAULT
                .withSeed(arguments.seed() == null ? 1 : arguments.seed())
                .withThreads(arguments.threads()),
            json);
  }

  /** Refuses options that would be ignored. */
  private void requireOnly(Set<String> known, String reason) {
    for (OptionSpec option : spec().commandLine().getParseResult().matchedOptions()) {
      if (!known.contains(option.longestName())) {
        throw new InvalidInputException(
            option.longestName()
                + " is for learning from labels, groups or triplets of items: leave it out with "
                + reason);
      }
    }
  }

  private int learnSimilarity() throws IOException {
    Checkpoint start = arguments.resume() == null ? null : Checkpoint.read(arguments.resume());
    TrainingSetup setup =
        TrainingSetup.ofRounds(arguments, data, features, start, false, console());
    form.requireSimilarityOver(setup.raw());
    // created before the rows are normalised, to check that it fits into memory
    OnlineLearner learner = learner(start, setup);
    Normalization normalization = setup.fitNormalization();
    Dataset normalized = ModelOnData.normalized(setup.raw(), normalization);
    TripletSource source = setup.triplets(normalized.vectors(), learner, console());
    long end = setup.lastRound(source, learner.progress().rounds());
    return learn(setup, normalization, normalized, learner, source, end, Optional.empty());
  }

  /** Chooses how to learn on a part of the data, then learns from all of it. */
  private int learnAsTheDataSay() throws IOException {
    TrainingSetup setup = TrainingSetup.ofRounds(arguments, data, features, null, true, console());
    Normalization normalization = setup.fitNormalization();
    Dataset normalized = ModelOnData.normalized(setup.raw(), normalization);
    AutomaticTraining training = setup.automatic(normalized, console());
    ChoiceRun run = new ChoiceRun(console());
    Optional<LearningPlan> plan = run.plan(training, setup.askedRounds(), setup.holdout() == 0);
    if (plan.isEmpty()) {
      console().note("interrupted while choosing how to learn: nothing is kept");
      return INTERRUPTED;
    }
    ChosenLearner chosen =
        new ChosenLearner(plan.get(), ChosenLearner.startName(normalized.vectors()), run.seconds());
    OnlineLearner learner = training.create(plan.get().recipe());
    return learn(
        setup.withChoice(chosen),
        normalization,
        normalized,
        learner,
        training.triplets(plan.get().recipe(), learner),
        plan.get().rounds(),
        Optional.of(chosen));
  }

  private int learn(
      TrainingSetup setup,
      Normalization normalization,
      Dataset rows,
      OnlineLearner learner,
      TripletSource source,
      long end,
      Optional<ChosenLearner> chosen)
      throws IOException {
    Path safety = arguments.checkpointWhileLearning(model);
    // saving is inside the block, so that Ctrl-C waits until the model is written
    try (TrainingRun run =
        new TrainingRun(learner, rows.vectors(), source, setup.record(), console())) {
      if (!run.learnUntil(end, safety, arguments.checkpointInterval())) {
        console()
            .note(
                "interrupted after "
                    + Formatting.count(learner.progress().rounds())
                    + " rounds, "
                    + kept(source, learner.progress().rounds(), safety));
        sayHowToGoOn(end, safety, true, chosen);
        return INTERRUPTED;
      }
      Model formed =
          chosen.isPresent()
              ? chosen.get().plan().recipe().model(learner, arguments.threads())
              : form.applyTo(learner.snapshot(), arguments.threads());
      Optional<GainReport> gain = gain(setup, rows.vectors(), formed, learner, chosen);
      boolean kept = gain.map(found -> found.verdict().kept()).orElse(true);
      OnlineLearner used =
          kept ? learner : setup.automatic(rows, console()).create(AutomaticTraining.startRecipe());
      Model learnt = setup.documented(kept ? formed : used.snapshot(), normalization, gain);
      ModelFile.write(learnt, model);
      if (arguments.checkpoint() == null) {
        Files.deleteIfExists(safety);
      } else {
        run.writeCheckpoint(safety);
      }
      TrainingReport report = report(learnt, run.seconds(), setup);
      if (json) {
        Map<String, Object> result = report.asMap(used);
        chosen.ifPresent(choice -> result.put("choice", choice.asMap()));
        gain.ifPresent(found -> found.putInto(result));
        console().printJson(result);
      } else {
        report.print(used, data, console());
        chosen.ifPresentOrElse(
            choice -> choice.print(console()), () -> setup.printEarlierChoice(console()));
        // nothing was measured if nothing was tried
        gain.filter(found -> chosen.isEmpty() || chosen.get().plan().choice().isPresent())
            .ifPresent(found -> found.print(console()));
      }
    } catch (MemoryBudgetException e) {
      console().error(e.getMessage());
      console()
          .note("the state of learning is " + kept(source, learner.progress().rounds(), safety));
      // with all the memory there is
      sayHowToGoOn(end, safety, false, chosen);
      return OUT_OF_MEMORY;
    }
    return DONE;
  }

  private TrainingReport report(Model learnt, double seconds, TrainingSetup setup) {
    return new TrainingReport(model, learnt, seconds, setup.heldOutRows(), arguments.feedback());
  }

  /** What an online learner gained; decides whether it is kept if it was chosen automatically. */
  private Optional<GainReport> gain(
      TrainingSetup setup,
      List<SparseVector> rows,
      Model learnt,
      OnlineLearner learner,
      Optional<ChosenLearner> chosen) {
    Optional<Verdict> planned = chosen.flatMap(choice -> choice.plan().verdict());
    if (planned.isPresent()) {
      return planned.map(
          verdict ->
              new GainReport(
                  verdict,
                  AutomaticTraining.TEST_SHARE,
                  ChosenLearner.startName(rows),
                  chosen.get().tried()));
    }
    return gain(
        setup,
        rows,
        learnt,
        chosen.isPresent() || setup.wasChosen(),
        chosen.map(ChosenLearner::tried).orElse(Learners.descriptor(learner.algorithm()).title()));
  }

  /**
   * What learning gained on what was held out, if anything was.
   *
   * @param decides whether it decides what is kept
   */
  private Optional<GainReport> gain(
      TrainingSetup setup, List<SparseVector> rows, Model learnt, boolean decides, String tried) {
    Optional<HeldOut> heldOut = setup.heldOut(rows);
    if (heldOut.isEmpty()) {
      return Optional.empty();
    }
    try (Console.Progress progress = console().progress("measuring the gain", 0)) {
      progress.reached(0);
      Verdict verdict = heldOut.get().verdict(Similarities.dot(), learnt);
      return Optional.of(
          new GainReport(
              decides ? verdict : verdict.keptAsAsked(),
              setup.holdout(),
              ChosenLearner.startName(rows),
              tried));
    }
  }

  private OnlineLearner learner(Checkpoint start, TrainingSetup setup) {
    if (start != null) {
      learnerArguments.requireOptionsOf(Learners.descriptor(start.learner().algorithm()));
      learnerArguments.requireSameAs(start.learner(), arguments.resume());
    }
    OnlineLearner learner =
        start == null ? learnerArguments.create(setup.raw().dimension()) : start.learner();
    learner.setThreads(arguments.threads());
    learner.setMemoryBudget(arguments.memoryBudget());
    return learner;
  }

  /** Describes a checkpoint that was written after the given number of rounds. */
  private static String kept(TripletSource source, long rounds, Path safety) {
    return source.canResumeAt(rounds)
        ? "kept in " + safety
        : "kept in "
            + safety
            + " up to round "
            + Formatting.count(rounds - rounds % source.refreshInterval())
            + ", at which neighbours were found";
  }

  private void sayHowToGoOn(
      long end, Path safety, boolean withMemory, Optional<ChosenLearner> chosen) {
    console().note("to continue:");
    ShellCommand command =
        arguments.addTo(
            features.addTo(data.addTo(new ShellCommand("train"))).option("--model", model),
            end,
            safety,
            withMemory);
    boolean keepsNeighbours =
        chosen.map(choice -> choice.plan().recipe().keepsNeighbours()).orElse(false);
    if (keepsNeighbours) {
      command = SamplingArguments.mixed().addTo(command);
    }
    command
        .option("--form", keepsNeighbours ? "cosine" : form.text())
        .flag("--json", json)
        .lines("  ")
        .forEach(console()::note);
  }

  private int learnDistance(DistanceAlgorithm algorithm) throws IOException {
    TrainingSetup setup = TrainingSetup.ofDistance(arguments, data, features, algorithm, console());
    DistanceAlgorithm.Learner learner = learnerArguments.createDistance(algorithm);
    Normalization normalization = setup.fitNormalization();
    List<SparseVector> rows = ModelOnData.normalized(setup.raw(), normalization).vectors();
    DistanceAlgorithm.TrainingSet training = setup.distanceTraining(algorithm, rows, console());
    try (DistanceRun run = new DistanceRun(learner, console())) {
      Model formed = run.learn(training);
      Optional<GainReport> gain =
          run.isInterrupted()
              ? Optional.empty()
              : gain(setup, rows, formed, false, algorithm.title());
      Model learnt = setup.documented(formed, normalization, gain);
      ModelFile.write(learnt, model);
      if (run.isInterrupted()) {
        console()
            .note(
                "interrupted after "
                    + Formatting.count(learnt.provenance().rounds())
                    + " steps: "
                    + model
                    + " contains the model learnt so far");
        return INTERRUPTED;
      }
      TrainingReport report = report(learnt, run.seconds(), setup);
      if (json) {
        Map<String, Object> result = report.asMap(algorithm);
        gain.ifPresent(found -> found.putInto(result));
        console().printJson(result);
      } else {
        report.print(algorithm, data, console());
        gain.ifPresent(found -> found.print(console()));
      }
    }
    return DONE;
  }
}
