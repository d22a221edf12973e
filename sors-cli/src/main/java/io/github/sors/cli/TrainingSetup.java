package io.github.sors.cli;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.fit.AutomaticTraining;
import io.github.sors.data.format.GroupFile;
import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.GroupTripletSampler;
import io.github.sors.data.triplet.LocalTripletSampler;
import io.github.sors.data.triplet.MinedTripletSampler;
import io.github.sors.data.triplet.NearestRowsFinder;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.data.triplet.TripletSource;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.OnlineLearner;
import io.github.sors.metric.MetricAlgorithm;
import io.github.sors.metric.MetricTraining;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The inputs of a training: all rows, the rows to learn from, and the record for models and
 * checkpoints.
 */
final class TrainingSetup {

  private static final long DEFAULT_ITERATIONS = 100_000;
  private static final String UNIFORM = "uniform";
  // the number of triplets that identify groups
  private static final int IDENTIFYING_TRIPLETS = 1000;

  private final TrainingArguments arguments;
  private final Dataset raw;
  private final TrainingRecord record;
  // how the learner was chosen, if it was chosen automatically
  private final Map<String, String> choice;
  private final int[] trainingRows;
  // either triplets from a file, or a way to draw them from rows
  private final FixedTriplets listed;
  private final TripletSampler sampler;

  private TrainingSetup(
      TrainingArguments arguments,
      Dataset raw,
      TrainingRecord record,
      Map<String, String> choice,
      FixedTriplets listed,
      boolean drawsTriplets) {
    this.arguments = arguments;
    this.raw = raw;
    this.record = record;
    this.choice = choice;
    this.listed = listed;
    this.trainingRows =
        listed == null ? record.split(raw).train() : IntStream.range(0, raw.size()).toArray();
    this.sampler = listed == null && drawsTriplets ? sampler(trainingRows) : null;
  }

  /**
   * Reads the rows and the triplets for an online learner.
   *
   * @param start the checkpoint to continue from, or null
   */
  static TrainingSetup ofRounds(
      TrainingArguments arguments, DataArguments data, Checkpoint start, Console console)
      throws IOException {
    Dataset raw = data.read(console);
    TrainingRecord before = start == null ? null : TrainingRecord.from(start.context());
    FixedTriplets triplets = triplets(arguments, raw, seed(arguments, before), console);
    TrainingRecord record = record(arguments, raw, triplets, before);
    if (before != null) {
      before.requireResumedBy(record, arguments.resume());
    }
    return new TrainingSetup(
        arguments,
        raw,
        record,
        start == null ? Map.of() : ChosenLearner.facts(start.context()),
        triplets,
        true);
  }

  /** Reads the rows, and the triplets if needed, for a learner of distances. */
  static TrainingSetup ofDistance(
      TrainingArguments arguments, DataArguments data, MetricAlgorithm algorithm, Console console)
      throws IOException {
    arguments.requireNothingOfRounds(algorithm.label());
    if (arguments.triplets() != null && !algorithm.needsTriplets()) {
      throw new InvalidInputException(
          algorithm.label() + " does not learn from triplets: leave out --triplets");
    }
    if (arguments.sampling().needsNeighbours() && !algorithm.needsTriplets()) {
      throw new InvalidInputException(
          algorithm.label() + " does not learn from triplets: leave out --sampling");
    }
    if (arguments.sampling().groups() != null) {
      throw new InvalidInputException(
          algorithm.label() + " learns from labels or --triplets: leave out --groups");
    }
    Dataset raw = data.read(console);
    FixedTriplets triplets = triplets(arguments, raw, seed(arguments, null), console);
    if (triplets != null && triplets.isWeighted()) {
      throw new InvalidInputException(
          algorithm.label()
              + " does not weigh its triplets: leave out the weights in "
              + arguments.triplets());
    }
    TrainingRecord record = record(arguments, raw, triplets, null).forMetric(algorithm);
    return new TrainingSetup(arguments, raw, record, Map.of(), triplets, algorithm.needsTriplets());
  }

  private static FixedTriplets triplets(
      TrainingArguments arguments, Dataset raw, long seed, Console console) throws IOException {
    Path groups = arguments.sampling().groups();
    Long asked = arguments.iterations();
    if (groups != null) {
      long count = Math.max(asked == null ? DEFAULT_ITERATIONS : asked, IDENTIFYING_TRIPLETS);
      return FixedTriplets.firstOf(
          GroupTripletSampler.of(raw.size(), GroupFile.read(groups, raw), seed),
          Math.toIntExact(count));
    }
    if (arguments.triplets() == null) {
      return null;
    }
    FixedTriplets read = FixedTriplets.read(arguments.triplets(), raw.size());
    if (asked != null && asked > read.size()) {
      console.note(
          "note: learning all "
              + Formatting.count(read.size())
              + " triplets of "
              + arguments.triplets()
              + " once: there are fewer than --iterations "
              + asked);
    }
    return read;
  }

  /** The given value, else that of the checkpoint, else the default. */
  private static TrainingRecord record(
      TrainingArguments given, Dataset raw, FixedTriplets triplets, TrainingRecord before) {
    double holdout = before != null ? before.holdout() : 0.3;
    String normalization = before != null ? before.normalization() : "l2";
    return new TrainingRecord(
        raw.name(),
        raw.hash(),
        triplets != null ? 0 : given.holdout() != null ? given.holdout() : holdout,
        seed(given, before),
        TrainingArguments.validNormalization(
            given.normalize() != null ? given.normalize() : normalization),
        triplets != null ? origin(given, triplets) : drawing(given));
  }

  private static long seed(TrainingArguments given, TrainingRecord before) {
    return given.seed() != null ? given.seed() : before != null ? before.seed() : 1;
  }

  /** Identifies the triplets by content, since the file may change. */
  private static String origin(TrainingArguments given, FixedTriplets triplets) {
    // the first triplets of groups are always the same
    return given.sampling().groups() == null
        ? triplets.fingerprint()
        : "groups, first " + FixedTriplets.firstOf(triplets, IDENTIFYING_TRIPLETS).fingerprint();
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
    return new TrainingSetup(arguments, raw, chosenRecord, chosen.facts(), listed, sampler != null);
  }

  private TripletSampler sampler(int[] rows) {
    return arguments.allowSelf()
        ? TripletSampler.allowingSelf(raw.labels(), rows, record.seed())
        : TripletSampler.of(raw.labels(), rows, record.seed());
  }

  Dataset raw() {
    return raw;
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

  /** An automatic training with these rows or triplets. */
  AutomaticTraining automatic(Dataset normalized, Console console) {
    AutomaticTraining training =
        listed == null
            ? AutomaticTraining.onRows(normalized, trainingRows, record.seed())
            : AutomaticTraining.onTriplets(normalized, listed, record.seed());
    if (listed == null && !drawing(arguments).equals(UNIFORM)) {
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
    return listed != null ? listed : triplets(sampler, trainingRows, normalized, learner, console);
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
    Long asked = arguments.iterations();
    return asked == null || listed == null ? asked : (Long) Math.min(asked, listed.size());
  }

  /** The last round, including those before a checkpoint. */
  long lastRound(TripletSource source, long done) {
    long most =
        ChosenLearner.rounds(choice).orElse(listed == null ? DEFAULT_ITERATIONS : source.size());
    Long asked = arguments.iterations();
    long end = Math.min(source.size(), asked == null ? most : asked);
    if (end < done) {
      throw new InvalidInputException(
          arguments.resume()
              + " has learnt "
              + done
              + " rounds already: expected --iterations of at least that many, since they are included,"
              + " found "
              + end);
    }
    return end;
  }

  /** The input of a learner of distances. */
  MetricTraining metricTraining(
      MetricAlgorithm algorithm, List<SparseVector> normalized, Console console) {
    TripletSource source =
        listed != null
            ? listed
            : sampler != null
                ? drawn(sampler, trainingRows, normalized, console)
                : FixedTriplets.of();
    return new MetricTraining(
            Arrays.stream(trainingRows).mapToObj(normalized::get).toList(),
            Arrays.stream(trainingRows).map(raw::label).toArray(),
            raw.dimension(),
            position -> source.triplet(position, normalized),
            metricIterations(algorithm, source))
        .withThreads(arguments.threads());
  }

  private long metricIterations(MetricAlgorithm algorithm, TripletSource source) {
    Long given = arguments.iterations();
    long asked = given == null ? algorithm.defaultIterations() : given;
    if (!algorithm.needsTriplets()) {
      return asked;
    }
    return listed != null && given == null ? source.size() : Math.min(source.size(), asked);
  }

  /** The model with its provenance. */
  Model documented(Model learnt, Normalization normalization) {
    return learnt
        .withFeatureNames(raw.featureNames())
        .withNormalization(normalization)
        .withRecipe(raw.recipe())
        .withProvenance(learnt.provenance().withTraining(record()));
  }
}
