package io.github.sors.cli.train;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.VectorPart;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.GainReport;
import io.github.sors.cli.input.DataWithVectors;
import io.github.sors.cli.input.DistanceAlgorithm;
import io.github.sors.cli.input.FeedbackArguments;
import io.github.sors.cli.input.ItemFeatures;
import io.github.sors.cli.input.TrainingRecord;
import io.github.sors.data.Dataset;
import io.github.sors.data.fit.AutomaticTraining;
import io.github.sors.data.fit.FeedbackSplit;
import io.github.sors.data.fit.HeldOut;
import io.github.sors.data.fit.LabelFeedback;
import io.github.sors.data.fit.RowFeedback;
import io.github.sors.data.fit.TripletFeedback;
import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.LocalTripletSampler;
import io.github.sors.data.triplet.MinedTripletSampler;
import io.github.sors.data.triplet.NearestRowsFinder;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.data.triplet.TripletSource;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.OnlineLearner;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The inputs of a training: all rows, the rows to learn from, and the record for models and
 * checkpoints.
 */
final class TrainingSetup {

  private static final long DEFAULT_ITERATIONS = 100_000;
  private static final String UNIFORM = "uniform";
  private static final String USUAL_STEPS = "l2";
  // what all embeddings have in common tells none apart
  private static final String USUAL_STEPS_OF_VECTORS = "l2,centre,l2";
  private static final double SHARE_OF_CLASSES = 0.3;

  private final TrainingArguments arguments;
  private final Dataset raw;
  private final TrainingRecord record;
  // how the learner was chosen, if it was chosen automatically
  private final Map<String, String> choice;
  private final FeedbackSplit split;
  // the rows that are learnt from: of groups and triplets, all
  private final int[] trainingRows;
  private final boolean needsTriplets;

  private TrainingSetup(
      TrainingArguments arguments,
      Dataset raw,
      TrainingRecord record,
      Map<String, String> choice,
      FeedbackSplit split,
      boolean needsTriplets) {
    this.arguments = arguments;
    this.raw = raw;
    this.record = record;
    this.choice = choice;
    this.split = split;
    this.needsTriplets = needsTriplets;
    this.trainingRows =
        split.learning() instanceof LabelFeedback labels
            ? labels.rows()
            : IntStream.range(0, raw.size()).toArray();
  }

  /**
   * Reads the rows and the feedback for an online learner.
   *
   * @param start the checkpoint to continue from, or null
   * @param chooses whether the learner is chosen automatically
   */
  static TrainingSetup ofRounds(
      TrainingArguments arguments,
      DataWithVectors data,
      ItemFeatures features,
      Checkpoint start,
      boolean chooses,
      Console console)
      throws IOException {
    DataWithVectors.Training read =
        data.readForTraining(features, !arguments.feedback().isGiven(), console);
    Dataset raw = read.rows().used();
    TrainingRecord before = start == null ? null : TrainingRecord.from(start.context());
    RowFeedback feedback = arguments.feedback().read(raw);
    TrainingRecord record = record(arguments, raw, read.part(), feedback, before, chooses);
    if (before != null) {
      before.requireResumedBy(record, arguments.resume());
    }
    TrainingSetup setup =
        new TrainingSetup(
            arguments,
            raw,
            record,
            start == null ? Map.of() : ChosenLearner.facts(start.context()),
            record.split(feedback),
            true);
    setup.noteFewerTriplets(console);
    return setup;
  }

  /** Reads the rows, and the triplets if needed, for a learner of distances. */
  static TrainingSetup ofDistance(
      TrainingArguments arguments,
      DataWithVectors data,
      ItemFeatures features,
      DistanceAlgorithm algorithm,
      Console console)
      throws IOException {
    arguments.requireNothingOfRounds(algorithm.label());
    FeedbackArguments given = arguments.feedback();
    if (given.triplets() != null && !algorithm.needsTriplets()) {
      throw new InvalidInputException(
          algorithm.label() + " does not learn from triplets: leave out --triplets");
    }
    if (arguments.sampling().needsNeighbours() && !algorithm.needsTriplets()) {
      throw new InvalidInputException(
          algorithm.label() + " does not learn from triplets: leave out --sampling");
    }
    if (given.groups() != null) {
      throw new InvalidInputException(
          algorithm.label() + " learns from labels or --triplets: leave out --groups");
    }
    DataWithVectors.Training read =
        data.readForTraining(features, !arguments.feedback().isGiven(), console);
    Dataset raw = read.rows().used();
    RowFeedback feedback = given.read(raw);
    if (feedback instanceof TripletFeedback triplets && triplets.list().isWeighted()) {
      throw new InvalidInputException(
          algorithm.label()
              + " does not weigh its triplets: leave out the weights in "
              + given.triplets());
    }
    TrainingRecord record =
        record(arguments, raw, read.part(), feedback, null, false).forDistance(algorithm);
    TrainingSetup setup =
        new TrainingSetup(
            arguments, raw, record, Map.of(), record.split(feedback), algorithm.needsTriplets());
    setup.noteFewerTriplets(console);
    return setup;
  }

  private void noteFewerTriplets(Console console) {
    Long asked = arguments.rounds();
    if (asked != null
        && split.learning() instanceof TripletFeedback listed
        && asked > listed.list().size()) {
      console.note(
          "note: learning all "
              + Formatting.count(listed.list().size())
              + " triplets of "
              + arguments.feedback().triplets()
              + (record.holdout() > 0 ? " that are not held out" : "")
              + " once: there are fewer than --rounds "
              + asked);
    }
  }

  /** The given value, else that of the checkpoint, else the default. */
  private static TrainingRecord record(
      TrainingArguments given,
      Dataset raw,
      Optional<VectorPart> part,
      RowFeedback feedback,
      TrainingRecord before,
      boolean chooses) {
    boolean labelled = feedback instanceof LabelFeedback;
    // a named algorithm learns from all of a given list
    double usual = labelled ? SHARE_OF_CLASSES : chooses ? FeedbackSplit.SHARE : 0;
    return new TrainingRecord(
        raw.name(),
        raw.hash(),
        given.feedback().kind(),
        labelled ? "" : given.feedback().file().toString(),
        given.holdout() != null ? given.holdout() : before != null ? before.holdout() : usual,
        given.seed() != null ? given.seed() : before != null ? before.seed() : 1,
        normalization(given, part, before),
        labelled ? drawing(given) : FeedbackArguments.fingerprint(feedback));
  }

  /** The steps that are asked for, else those of the checkpoint, else the usual ones. */
  private static String normalization(
      TrainingArguments given, Optional<VectorPart> part, TrainingRecord before) {
    boolean asks = given.normalize() != null || given.normalizeVectors() != null;
    if (!asks && before != null) {
      return before.normalization();
    }
    String steps = given.normalize() != null ? given.normalize() : USUAL_STEPS;
    if (part.isEmpty()) {
      if (given.normalizeVectors() != null) {
        throw new InvalidInputException("--normalize-vectors is for --vectors: give both");
      }
      return TrainingArguments.validSteps("--normalize", steps).toString();
    }
    String ofVectors =
        given.normalizeVectors() != null ? given.normalizeVectors() : USUAL_STEPS_OF_VECTORS;
    return TrainingArguments.validSteps("--normalize", steps)
        .beside(part.get(), TrainingArguments.validSteps("--normalize-vectors", ofVectors))
        .toString();
  }

  private static String drawing(TrainingArguments given) {
    if (given.sampling().needsNeighbours()) {
      return given.sampling().description();
    }
    if (given.hardestOf() != null) {
      return "hardest of " + given.hardestOf();
    }
    return given.allowSelf() ? UNIFORM + ", the anchor itself included" : UNIFORM;
  }

  /** This setup with what was chosen, which model and checkpoint keep. */
  TrainingSetup withChoice(ChosenLearner chosen) {
    TrainingRecord chosenRecord =
        chosen.plan().recipe().keepsNeighbours()
            ? record.withSampling(SamplingArguments.mixed().description())
            : record;
    return new TrainingSetup(arguments, raw, chosenRecord, chosen.facts(), split, needsTriplets);
  }

  private TripletSampler sampler(int[] rows) {
    return arguments.allowSelf()
        ? TripletSampler.allowingSelf(raw.labels(), rows, record.seed())
        : TripletSampler.of(raw.labels(), rows, record.seed());
  }

  Dataset raw() {
    return raw;
  }

  /** The share that is held out. */
  double holdout() {
    return record.holdout();
  }

  /** What is held out, to measure what learning gains; empty if nothing is. */
  Optional<HeldOut> heldOut(List<SparseVector> normalized) {
    return record.holdout() == 0
        ? Optional.empty()
        : Optional.of(split.heldOut(normalized, arguments.threads()));
  }

  /** Whether the learner was chosen automatically before the checkpoint. */
  boolean wasChosen() {
    return !choice.isEmpty();
  }

  /** The record of the training for models and checkpoints. */
  Map<String, String> record() {
    Map<String, String> all = new TreeMap<>(record.asMap());
    all.putAll(choice);
    return all;
  }

  /** Prints how the learner of a checkpoint was chosen, if it was chosen automatically. */
  void printEarlierChoice(Console console) {
    ChosenLearner.printFacts(choice, console);
  }

  /** An automatic training with the feedback to learn from. */
  AutomaticTraining automatic(Dataset normalized, Console console) {
    AutomaticTraining training = AutomaticTraining.of(normalized, split.learning(), record.seed());
    if (record.isOfLabels() && !drawing(arguments).equals(UNIFORM)) {
      training =
          training.withDrawing(
              (rows, learner) ->
                  triplets(sampler(rows), rows, normalized.vectors(), learner, console));
    }
    return training.withResources(arguments.threads(), arguments.memoryBudget());
  }

  /** The number of rows that are not learnt from. */
  int heldOutRows() {
    return raw.size() - trainingRows.length;
  }

  /** The normalisation, fitted to the rows that are learnt from. */
  Normalization fitNormalization() {
    return Normalization.parse(record.normalization()).fit(raw.select(trainingRows).vectors());
  }

  /**
   * The triplets to learn from; hard negatives, and neighbours by the model, depend on the learner.
   */
  TripletSource triplets(List<SparseVector> normalized, OnlineLearner learner, Console console) {
    return record.isOfLabels()
        ? triplets(sampler(trainingRows), trainingRows, normalized, learner, console)
        : split.learning().triplets(record.seed());
  }

  private TripletSource triplets(
      TripletSampler from,
      int[] rows,
      List<SparseVector> normalized,
      OnlineLearner learner,
      Console console) {
    SamplingArguments sampling = arguments.sampling();
    if (sampling.findsNeighboursByModel()) {
      NearestRowsFinder finder = neighbours(rows, normalized);
      return LocalTripletSampler.refreshing(
          from,
          sampling.localShare(),
          round -> round == 0 ? finder.byCosine() : finder.by(learner.snapshot()),
          sampling.refreshInterval());
    }
    if (arguments.hardestOf() == null) {
      return drawn(from, rows, normalized, console);
    }
    return new MinedTripletSampler(
        from,
        arguments.hardestOf(),
        (query, candidates) ->
            learner.scores(
                normalized.get(query),
                Arrays.stream(candidates).mapToObj(normalized::get).toList()));
  }

  /** The triplets that do not depend on a learner. */
  private TripletSource drawn(
      TripletSampler from, int[] rows, List<SparseVector> normalized, Console console) {
    if (!arguments.sampling().needsNeighbours()) {
      return from;
    }
    try (Console.Progress progress = console.progress("neighbours", rows.length)) {
      return LocalTripletSampler.of(
          from,
          arguments.sampling().localShare(),
          neighbours(rows, normalized).withProgress(progress::reached).byCosine());
    }
  }

  private NearestRowsFinder neighbours(int[] rows, List<SparseVector> normalized) {
    return new NearestRowsFinder(
            normalized,
            raw.labels(),
            rows,
            arguments.sampling().nearestPositives(),
            arguments.sampling().nearestNegatives())
        .withThreads(arguments.threads());
  }

  /** The given number of rounds, limited to the number of triplets; null to choose it. */
  Long askedRounds() {
    Long asked = arguments.rounds();
    return asked != null && split.learning() instanceof TripletFeedback listed
        ? (Long) Math.min(asked, listed.list().size())
        : asked;
  }

  private boolean isListed() {
    return split.learning() instanceof TripletFeedback;
  }

  /** The last round, including those before a checkpoint. */
  long lastRound(TripletSource source, long done) {
    long most =
        ChosenLearner.rounds(choice).orElse(isListed() ? source.size() : DEFAULT_ITERATIONS);
    Long asked = arguments.rounds();
    long end = Math.min(source.size(), asked == null ? most : asked);
    if (end < done) {
      throw new InvalidInputException(
          arguments.resume()
              + " has learnt "
              + done
              + " rounds already: expected --rounds of at least that many, since they are included,"
              + " found "
              + end);
    }
    return end;
  }

  /** The input of a learner of distances. */
  DistanceAlgorithm.TrainingSet distanceTraining(
      DistanceAlgorithm algorithm, List<SparseVector> normalized, Console console) {
    TripletSource source =
        !needsTriplets
            ? FixedTriplets.of()
            : isListed()
                ? split.learning().triplets(record.seed())
                : drawn(sampler(trainingRows), trainingRows, normalized, console);
    return new DistanceAlgorithm.TrainingSet(
        Arrays.stream(trainingRows).mapToObj(normalized::get).toList(),
        Arrays.stream(trainingRows).map(raw::label).toArray(),
        raw.dimension(),
        position -> source.triplet(position, normalized),
        distanceRounds(algorithm, source),
        arguments.threads());
  }

  private long distanceRounds(DistanceAlgorithm algorithm, TripletSource source) {
    Long given = arguments.rounds();
    long asked = given == null ? algorithm.defaultRounds() : given;
    if (!algorithm.needsTriplets()) {
      return asked;
    }
    return isListed() && given == null ? source.size() : Math.min(source.size(), asked);
  }

  /**
   * The model with its provenance.
   *
   * @param gain what learning gains; empty if that was not measured
   */
  Model documented(Model learnt, Normalization normalization, Optional<GainReport> gain) {
    Map<String, String> training = new TreeMap<>(record());
    gain.ifPresent(measured -> training.putAll(measured.facts()));
    return learnt
        .withFeatureNames(raw.featureNames())
        .withNormalization(normalization)
        .withRecipe(raw.recipe())
        .withProvenance(learnt.provenance().withTraining(training));
  }
}
