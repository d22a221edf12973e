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
import io.github.sors.learn.MemoryBudgetException;
import io.github.sors.learn.OnlineBilinearLearner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Learns a model from labelled rows or from triplets. */
@Command(
    name = "train",
    header = "Learn a model from labelled rows, or from a file of triplets.",
    customSynopsis = "sors train [OPTIONS] --model=FILE DATA...",
    description = {
      "",
      "Triplets are drawn from the labels: an anchor, a row of its class, a row of any other class."
          + " A share of every class is held out for 'sors evaluate'. Interrupted by Ctrl-C, it"
          + " leaves a checkpoint to go on from.",
      ""
    },
    footer = {
      "",
      "Example: sors train rows.libsvm --model rows.sors --lambda 1e-5",
      "Sparser: a larger --lambda. Learning too slowly: a larger --eta."
    })
final class TrainCommand extends Subcommand {

  private static final long DEFAULT_ITERATIONS = 100_000;
  // seen by callers inside the JVM only: after Ctrl-C the process itself ends with 130
  private static final int INTERRUPTED = 1;
  private static final int OUT_OF_MEMORY = 1;

  @Mixin private DataArguments data;

  @Option(
      names = "--model",
      required = true,
      paramLabel = "FILE",
      description = "Where to write the model, by habit NAME.sors.")
  private Path model;

  @Mixin private LearnerArguments learnerArguments;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      description = "Rounds, one triplet each (default: 100000, or all of --triplets).")
  private Long iterations;

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

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Threads that share a large round; the model is the same (default: all cores, 8 at most).")
  private int threads = Math.min(8, Runtime.getRuntime().availableProcessors());

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "The most that the matrix may take, such as 800m or 6g (default: what Java has).")
  private String memory;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    requirePlausibleArguments();
    Checkpoint start = resume == null ? null : Checkpoint.read(resume);
    Dataset raw = data.read(console());
    int[] listed = triplets == null ? null : TripletFile.readAll(triplets, raw.size());
    TrainingRecord record = record(raw, listed, start);
    int[] trainingRows =
        triplets == null ? record.split(raw).train() : IntStream.range(0, raw.size()).toArray();
    // these two first: they find out whether there is anything to learn from, and room for it
    TripletSampler sampler = triplets == null ? sampler(raw, trainingRows, record) : null;
    OnlineBilinearLearner learner =
        start == null ? learnerArguments.create(raw.dimension()) : start.learner();
    learner.setThreads(threads);
    learner.setMemoryBudget(memoryBudget());
    learnerArguments.noteIneffective(Algorithm.parse(learner.algorithm()), console());
    Normalization normalization =
        Normalization.parse(record.normalization()).fit(raw.select(trainingRows).vectors());
    Dataset normalized = ModelOnData.normalized(raw, normalization);
    TripletSource source =
        triplets == null ? drawn(sampler, normalized, learner) : FixedTriplets.of(listed);
    long end = lastRound(source, learner.progress().rounds());

    Path safety = checkpoint == null ? defaultCheckpoint() : checkpoint;
    // saving is inside: Ctrl-C at that time waits until the model is there
    try (TrainingRun run =
        new TrainingRun(learner, normalized.vectors(), source, record.asMap(), console())) {
      if (!run.learnUntil(end, safety, Duration.ofSeconds(checkpointSeconds))) {
        console().note("interrupted after " + rounds(learner) + ", kept in " + safety);
        sayHowToGoOn(end, safety, memory);
        return INTERRUPTED;
      }
      BilinearModel learnt = learner.snapshot();
      learnt =
          learnt
              .withFeatureNames(raw.featureNames())
              .withNormalization(normalization)
              .withRecipe(raw.recipe())
              .withProvenance(learnt.provenance().withTraining(record.asMap()));
      ModelFile.write(learnt, model);
      if (checkpoint == null) {
        Files.deleteIfExists(safety);
      } else {
        new Checkpoint(learner, record.asMap()).write(checkpoint);
      }
      report(learner, learnt, run.seconds(), raw.size() - trainingRows.length);
    } catch (MemoryBudgetException e) {
      console().error(e.getMessage());
      console().note("what was learnt is kept in " + safety);
      // with all the memory there is
      sayHowToGoOn(end, safety, null);
      return OUT_OF_MEMORY;
    }
    return DONE;
  }

  private Path defaultCheckpoint() {
    return model.resolveSibling(model.getFileName() + ".checkpoint");
  }

  private static String rounds(OnlineBilinearLearner learner) {
    return Texts.count(learner.progress().rounds()) + " rounds";
  }

  /** The bytes that the matrix may take: what is given, else most of what Java may use at all. */
  private long memoryBudget() {
    long heap = Runtime.getRuntime().maxMemory();
    if (memory == null) {
      return heap / 10 * 8;
    }
    long given = Texts.parseBytes("--memory", memory);
    if (given > heap / 10 * 9) {
      throw new InvalidInputException(
          "--memory "
              + memory
              + " is more than Java may use, "
              + Texts.bytes(heap)
              + ": give it more with SORS_JAVA_OPTIONS=-Xmx…");
    }
    return given;
  }

  private void sayHowToGoOn(long end, Path safety, String newMemory) {
    console().note("to go on:");
    data.addTo(new ShellCommand("train"))
        .option("--model", model)
        .option("--iterations", end)
        .option("--triplets", triplets)
        .option("--hardest-of", hardestOf)
        .flag("--allow-self", allowSelf)
        .option("--checkpoint", checkpoint)
        .option("--memory", newMemory)
        .option("--resume", safety)
        .flag("--json", json)
        .lines("  ")
        .forEach(console()::note);
  }

  private void requirePlausibleArguments() throws IOException {
    if (iterations != null && iterations < 0) {
      throw new InvalidInputException("--iterations of at least 0 expected, found " + iterations);
    }
    if (checkpointSeconds < 1) {
      throw new InvalidInputException(
          "--checkpoint-every of at least 1 second expected, found " + checkpointSeconds);
    }
    if (threads < 1) {
      throw new InvalidInputException("--threads of at least 1 expected, found " + threads);
    }
    memoryBudget();
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
    validNormalization(normalize == null ? "none" : normalize);
    learnerArguments.requireValid();
    requirePlausibleTargets();
  }

  private void requirePlausibleTargets() throws IOException {
    OutputFiles.requireWritable(model);
    List<Path> inputs = new ArrayList<>(data.files());
    if (triplets != null) {
      inputs.add(triplets);
    }
    if (checkpoint != null) {
      OutputFiles.requireWritable(checkpoint);
      OutputFiles.requireOther(checkpoint, model);
      for (Path input : inputs) {
        OutputFiles.requireOther(checkpoint, input);
      }
    }
    if (resume != null) {
      inputs.add(resume);
    }
    for (Path input : inputs) {
      OutputFiles.requireOther(model, input);
    }
  }

  /** What is given now, else what the checkpoint remembers, else the default. */
  private TrainingRecord record(Dataset raw, int[] listed, Checkpoint start) {
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
            sampling(listed));
    if (before != null) {
      before.requireResumedBy(record, resume);
      learnerArguments.requireSameAs(start.learner(), resume);
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

  private String sampling(int[] listed) {
    if (triplets != null) {
      // the content counts, as another file may have this name tomorrow
      CRC32C checksum = new CRC32C();
      ByteBuffer bytes = ByteBuffer.allocate(4 * 3);
      for (int k = 0; k < listed.length; k += 3) {
        bytes.clear().putInt(listed[k]).putInt(listed[k + 1]).putInt(listed[k + 2]);
        checksum.update(bytes.flip());
      }
      return String.format(
          Locale.ROOT, "%d triplets, CRC32C %08x", listed.length / 3, checksum.getValue());
    }
    if (hardestOf != null) {
      return "hardest of " + hardestOf;
    }
    return allowSelf ? "uniform, the anchor itself included" : "uniform";
  }

  private TripletSampler sampler(Dataset raw, int[] trainingRows, TrainingRecord record) {
    return allowSelf
        ? TripletSampler.allowingSelf(raw.labels(), trainingRows, record.seed())
        : TripletSampler.of(raw.labels(), trainingRows, record.seed());
  }

  private TripletSource drawn(
      TripletSampler sampler, Dataset normalized, OnlineBilinearLearner learner) {
    return hardestOf == null
        ? sampler
        : new MinedTripletSampler(
            sampler,
            hardestOf,
            (anchor, candidate) ->
                learner.score(normalized.vector(anchor), normalized.vector(candidate)));
  }

  private long lastRound(TripletSource source, long done) {
    long most = triplets == null ? DEFAULT_ITERATIONS : source.size();
    long end = Math.min(source.size(), iterations == null ? most : iterations);
    if (end < done) {
      throw new InvalidInputException(
          resume
              + " has learnt "
              + done
              + " rounds already: --iterations counts them too, so at least that many expected,"
              + " found "
              + end);
    }
    return end;
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
      {"memory", Texts.bytes(learner.matrixBytes()) + " while learning, in " + learner.storage()},
      {"model", model + ", " + Texts.bytes(Files.size(model))},
      {"held out", Texts.count(heldOut) + " rows"}
    };
    Arrays.stream(lines)
        .forEach(line -> console().print(String.format("%-9s %s", line[0], line[1])));
    data.addTo(new ShellCommand("evaluate"))
        .option("--model", model)
        .lines("next      ")
        .forEach(console()::print);
  }
}
