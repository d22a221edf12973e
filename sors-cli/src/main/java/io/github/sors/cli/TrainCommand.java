package io.github.sors.cli;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.LearningProgress;
import io.github.sors.Normalization;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.TripletFile;
import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.MinedTripletSampler;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.data.triplet.TripletSource;
import io.github.sors.io.ModelFile;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.OnlineBilinearLearner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Learns a model from labelled rows or from triplets. */
@Command(
    name = "train",
    header = "Learn a model from labelled rows, or from a file of triplets.",
    description = {
      "",
      "Triplets are drawn from the labels: an anchor, a row of its class, a row of any",
      "other class. A share of every class is held out for 'sors evaluate'.",
      "Interrupted by Ctrl-C, it leaves a checkpoint to go on from.",
      ""
    },
    footer = {
      "",
      "Example: sors train rows.libsvm --model rows.sors --lambda 1e-5",
      "Sparser: a larger --lambda. Learning too slowly: a larger --eta."
    })
final class TrainCommand extends Subcommand {

  private static final long DEFAULT_ITERATIONS = 100_000;
  private static final int INTERRUPTED = 1;

  @Mixin private DataArguments data;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE",
      description = "Where to write the model, by habit NAME.sors.")
  private Path model;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      description = "sors-1, sors-2, adasors-1, adasors-2, oasis or ogd (default: adasors-2).")
  private String algorithm;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Rounds, one triplet each (default: 100000, or all of --triplets).")
  private Long iterations;

  @Option(
      names = "--lambda",
      paramLabel = "X",
      description = "Weight of the L1 norm; larger is sparser (default: 1e-6).")
  private String lambda;

  @Option(
      names = "--eta",
      paramLabel = "X",
      description = "Step size: 0.1, 0.1/sqrt(t) or 0.1/t (default: 0.1).")
  private String eta;

  @Option(
      names = "--delta",
      paramLabel = "X",
      description = "AdaSORS: smoothing of the step sizes (default: 0.1).")
  private String delta;

  @Option(names = "--c", paramLabel = "X", description = "OASIS: the largest step (default: 0.1).")
  private String aggressiveness;

  @Option(names = "--margin", paramLabel = "X", description = "Margin of the loss (default: 1).")
  private String margin;

  @Option(
      names = "--init",
      paramLabel = "NAME",
      description = "Start from identity or zero (default: identity).")
  private String init;

  @Option(
      names = "--normalize",
      paramLabel = "STEPS",
      description =
          "none, l2, l1, max-abs, log, tf-idf, or several joined by commas (default: l2).")
  private String normalize;

  @Option(
      names = "--holdout",
      paramLabel = "X",
      description = "Share of every class to hold out (default: 0.3).")
  private Double holdout;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the split and of the triplets (default: 1).")
  private Long seed;

  @Option(
      names = "--triplets",
      paramLabel = "FILE",
      description =
          "Learn from these instead, once and in order: lines 'anchor positive negative' of rows of"
              + " DATA, counted from 0. Nothing is held out.")
  private Path triplets;

  @Option(
      names = "--hardest-of",
      paramLabel = "N",
      description = "Draw N negatives each round and take the one that scores highest.")
  private Integer hardestOf;

  @Option(
      names = "--allow-self",
      description = "Let the positive be the anchor itself, as the paper's wording does.")
  private boolean allowSelf;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "Keep a checkpoint here while learning (default: MODEL.checkpoint).")
  private Path checkpoint;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "SECONDS",
      description = "How often (default: 300).")
  private int checkpointSeconds = 300;

  @Option(
      names = "--resume",
      paramLabel = "FILE",
      description = "Go on from a checkpoint, as if it had never stopped.")
  private Path resume;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    requirePlausibleNumbers();
    Checkpoint start = resume == null ? null : Checkpoint.read(resume);
    Dataset raw = data.read(console());
    TrainingRecord record = record(raw, start);
    int[] trainingRows =
        triplets == null ? record.split(raw).train() : IntStream.range(0, raw.size()).toArray();
    Normalization normalization =
        Normalization.parse(record.normalization()).fit(raw.select(trainingRows).vectors());
    Dataset normalized = raw.map(normalization::apply);
    OnlineBilinearLearner learner = start == null ? newLearner(raw) : start.learner();
    TripletSource source = source(normalized, trainingRows, record, learner);
    long most = triplets == null ? DEFAULT_ITERATIONS : source.size();
    long end = Math.min(source.size(), iterations == null ? most : iterations);

    Path safety =
        checkpoint == null ? model.resolveSibling(model.getFileName() + ".checkpoint") : checkpoint;
    double seconds;
    try (TrainingRun run =
        new TrainingRun(learner, normalized.vectors(), source, record.asMap(), console())) {
      if (!run.learnUntil(end, safety, Duration.ofSeconds(checkpointSeconds))) {
        sayHowToGoOn(learner, end, safety);
        return INTERRUPTED;
      }
      seconds = run.seconds();
    }
    BilinearModel learnt = learner.snapshot();
    learnt =
        learnt
            .withFeatureNames(raw.featureNames())
            .withNormalization(normalization)
            .withProvenance(learnt.provenance().withTraining(record.asMap()));
    ModelFile.write(learnt, model);
    if (checkpoint == null) {
      Files.deleteIfExists(safety);
    } else {
      new Checkpoint(learner, record.asMap()).write(checkpoint);
    }
    report(learner, learnt, seconds, raw.size() - trainingRows.length);
    return DONE;
  }

  private void sayHowToGoOn(OnlineBilinearLearner learner, long end, Path safety) {
    String drawn = allowSelf ? " --allow-self" : "";
    drawn += hardestOf == null ? "" : " --hardest-of " + hardestOf;
    drawn += triplets == null ? "" : " --triplets " + triplets;
    console()
        .note(
            "interrupted after "
                + Texts.count(learner.progress().rounds())
                + " rounds; to go on: sors train "
                + data.asGiven()
                + " --model "
                + model
                + drawn
                + " --iterations "
                + end
                + " --resume "
                + safety);
  }

  private void requirePlausibleNumbers() {
    if (iterations != null && iterations < 0) {
      throw new InvalidInputException("--iterations of at least 0 expected, found " + iterations);
    }
    if (checkpointSeconds < 1) {
      throw new InvalidInputException(
          "--checkpoint-every of at least 1 second expected, found " + checkpointSeconds);
    }
    if (holdout != null && !(holdout >= 0 && holdout < 1)) {
      throw new InvalidInputException(
          "--holdout of at least 0 and below 1 expected, found " + holdout);
    }
    if (triplets != null && (hardestOf != null || allowSelf || holdout != null)) {
      throw new InvalidInputException(
          "with --triplets nothing is drawn or held out: leave out --hardest-of, --allow-self and"
              + " --holdout");
    }
    if (hardestOf != null && (hardestOf < 1 || allowSelf)) {
      throw new InvalidInputException(
          "--hardest-of of at least 1 expected, and without --allow-self");
    }
    requireWritable(model);
    if (checkpoint != null) {
      requireWritable(checkpoint);
    }
  }

  /** A target that can't be written to is better known before the work than after. */
  private static void requireWritable(Path target) {
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null || Files.isDirectory(target)) {
      throw new InvalidInputException(target + " is a folder: give the name of a file to write");
    }
    if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
      throw new InvalidInputException(
          "can't write "
              + target
              + ": "
              + (Files.isDirectory(folder) ? "no permission to write to " : "there is no folder ")
              + folder);
    }
  }

  /** What is given now, else what the checkpoint remembers, else the default. */
  private TrainingRecord record(Dataset raw, Checkpoint start) throws IOException {
    TrainingRecord before = start == null ? null : TrainingRecord.from(start.context());
    TrainingRecord record =
        new TrainingRecord(
            raw.name(),
            raw.hash(),
            triplets != null
                ? 0
                : holdout != null ? holdout : before != null ? before.holdout() : 0.3,
            seed != null ? seed : before != null ? before.seed() : 1,
            validNormalization(
                normalize != null ? normalize : before != null ? before.normalization() : "l2"),
            sampling());
    if (before != null) {
      requireSame("data", before.dataHash(), record.dataHash());
      requireSame("--holdout", before.holdout(), record.holdout());
      requireSame("--seed", before.seed(), record.seed());
      requireSame("--normalize", before.normalization(), record.normalization());
      requireSame("source of triplets", before.sampling(), record.sampling());
      requireSameOptions(start.learner());
    }
    return record;
  }

  private static String validNormalization(String steps) {
    try {
      return Normalization.parse(steps).toString();
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--normalize: " + e.getMessage(), e);
    }
  }

  private String sampling() {
    if (triplets != null) {
      return "triplets of " + triplets.getFileName();
    }
    if (hardestOf != null) {
      return "hardest of " + hardestOf;
    }
    return allowSelf ? "uniform, the anchor itself included" : "uniform";
  }

  private void requireSame(String what, Object before, Object now) {
    if (!before.equals(now)) {
      throw new InvalidInputException(
          "a run goes on with what it began with, but the "
              + what
              + " of "
              + resume
              + " was "
              + before
              + " and is "
              + now
              + " now");
    }
  }

  private void requireSameOptions(OnlineBilinearLearner learner) {
    if (algorithm != null) {
      requireSame("--algorithm", learner.algorithm(), algorithm);
    }
    OnlineBilinearLearner asked = create(Algorithm.parse(learner.algorithm()), learner.options());
    requireSame("options", learner.options(), asked.options());
  }

  private OnlineBilinearLearner newLearner(Dataset raw) {
    Algorithm chosen;
    try {
      chosen = Algorithm.parse(algorithm == null ? "adasors-2" : algorithm);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException("--algorithm: " + e.getMessage(), e);
    }
    String dimension = Integer.toString(raw.dimension());
    return create(chosen, Map.of("queryDimension", dimension, "itemDimension", dimension));
  }

  /** A learner with the given options, and those of the command line in their place. */
  private OnlineBilinearLearner create(Algorithm chosen, Map<String, String> others) {
    Map<String, String> options = new LinkedHashMap<>(others);
    Map<String, String> given = new LinkedHashMap<>();
    given.put("lambda", lambda);
    given.put("eta", eta);
    given.put("delta", delta);
    given.put("c", aggressiveness);
    given.put("margin", margin);
    given.put("init", init);
    List<String> known = new ArrayList<>(chosen.optionNames());
    known.addAll(List.of("margin", "init"));
    given.forEach(
        (name, value) -> {
          if (value != null && known.contains(name)) {
            options.put(name, value);
          } else if (value != null) {
            console().note("note: --" + name + " has no effect on " + chosen.label());
          }
        });
    try {
      return chosen.create(options);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(e.getMessage(), e);
    }
  }

  private TripletSource source(
      Dataset normalized, int[] trainingRows, TrainingRecord record, OnlineBilinearLearner learner)
      throws IOException {
    if (triplets != null) {
      return FixedTriplets.of(TripletFile.readAll(triplets, normalized.size()));
    }
    int[] labels = normalized.labels();
    if (allowSelf) {
      return TripletSampler.allowingSelf(labels, trainingRows, record.seed());
    }
    TripletSampler sampler = TripletSampler.of(labels, trainingRows, record.seed());
    return hardestOf == null
        ? sampler
        : new MinedTripletSampler(
            sampler,
            hardestOf,
            (anchor, candidate) ->
                learner.score(normalized.vector(anchor), normalized.vector(candidate)));
  }

  private void report(
      OnlineBilinearLearner learner, BilinearModel learnt, double seconds, int heldOut)
      throws IOException {
    LearningProgress progress = learner.progress();
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("algorithm", learner.algorithm());
      result.put("rounds", progress.rounds());
      result.put("activeRounds", progress.activeRounds());
      result.put("cumulativeLoss", progress.cumulativeLoss());
      result.put("touchedEntries", progress.touchedEntries());
      result.put("trainSeconds", seconds);
      result.put("nonZeros", learnt.nonZeros());
      result.put("sparsity", learnt.sparsity());
      result.put("heldOutRows", heldOut);
      result.put("learnerBytes", learner.matrixBytes());
      result.put("storage", learner.storage());
      result.put("model", model.toString());
      result.put("modelBytes", Files.size(model));
      console().printJson(result);
      return;
    }
    String[][] lines = {
      {
        "learnt",
        Texts.count(progress.rounds())
            + " rounds of "
            + Algorithm.parse(learner.algorithm()).title()
            + " in "
            + Texts.seconds(seconds)
            + " s"
      },
      {
        "loss",
        Texts.percent((double) progress.activeRounds() / Math.max(1, progress.rounds()))
            + "% of the rounds had one, "
            + Texts.decimal(progress.cumulativeLoss() / Math.max(1, progress.rounds()))
            + " on average"
      },
      {
        "matrix",
        Texts.count(learnt.queryDimension())
            + " x "
            + Texts.count(learnt.itemDimension())
            + ", "
            + Texts.count(learnt.nonZeros())
            + " non-zeros, sparsity "
            + Texts.percent(learnt.sparsity())
            + "%"
      },
      {"model", model + ", " + Texts.bytes(Files.size(model))},
      {"held out", Texts.count(heldOut) + " rows"},
      {"next", "sors evaluate " + data.asGiven() + " --model " + model}
    };
    Arrays.stream(lines)
        .forEach(line -> console().print(String.format("%-9s %s", line[0], line[1])));
  }
}
