package io.github.sors.cli.train;

import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.cli.input.FeedbackArguments;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options of a training: its rounds, its split, its triplets, its checkpoints and its memory.
 */
final class TrainingArguments {

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "Rounds, one triplet each (default: chosen by the data, at most 1000000; with a named"
              + " algorithm 100000, or all of --triplets); LMNN: maximum number of steps (default:"
              + " 1000); other distances: triplets to take pairs from (default: 10000).")
  private Long rounds;

  @Option(
      names = "--normalize",
      paramLabel = "STEPS",
      description =
          "none, l2, l1, max-abs, log, tf-idf, centre, or several joined by commas (default: l2).")
  private String normalize;

  @Option(
      names = "--normalize-vectors",
      paramLabel = "STEPS",
      description =
          "The same for --vectors, but no tf-idf; then both parts stand side by side, and rows get"
              + " length 1 (default: l2,centre,l2; centre subtracts the mean of what is learnt"
              + " from).")
  private String normalizeVectors;

  @Option(
      names = "--holdout",
      paramLabel = "X",
      description =
          "Share to hold out, to measure what learning gains: of every class (default: 0.3); with"
              + " --groups of the groups, with --triplets of the queries (default: 0.2; 0 with a"
              + " named algorithm).")
  private Double holdout;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the split and of the triplets (default: 1).")
  private Long seed;

  @Mixin private FeedbackArguments feedback;

  @Option(
      names = "--hardest-of",
      paramLabel = "N",
      description = "Draw N negatives per round and use the one with the highest score.")
  private Integer hardestOf;

  @Option(
      names = "--allow-self",
      description = "Allow the positive to be the query itself, as the paper's wording does.")
  private boolean allowSelf;

  @Mixin private SamplingArguments sampling;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = "File to write checkpoints to while learning (default: MODEL.checkpoint).")
  private Path checkpoint;

  @Option(
      names = "--checkpoint-every",
      paramLabel = "SECONDS",
      description = "Seconds between checkpoints (default: 300).")
  private int checkpointSeconds = 300;

  @Option(
      names = "--resume",
      paramLabel = "FILE",
      description = "Continue from this checkpoint, as if learning had never stopped.")
  private Path resume;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Upper limit of the threads that share a large round; the model does not depend on it"
              + " (default: one per core, at most 14; of 8 cores or more, an eighth stays unused).")
  private int threads = Math.min(14, Runtime.getRuntime().availableProcessors());

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "Memory limit of the matrix, such as 800m or 6g (default: 80%% of Java's memory).")
  private String memory;

  /** The number of rounds that was given, or null. */
  Long rounds() {
    return rounds;
  }

  /** The steps of normalising that are asked for, or null. */
  String normalize() {
    return normalize;
  }

  /** The steps of normalising embeddings that are asked for, or null. */
  String normalizeVectors() {
    return normalizeVectors;
  }

  /** The share to hold out that was given, or null. */
  Double holdout() {
    return holdout;
  }

  /** The seed that was given, or null. */
  Long seed() {
    return seed;
  }

  /** Where the feedback comes from. */
  FeedbackArguments feedback() {
    return feedback;
  }

  /** The number of negatives to choose the hardest from, or null. */
  Integer hardestOf() {
    return hardestOf;
  }

  boolean allowSelf() {
    return allowSelf;
  }

  /** How triplets are drawn. */
  SamplingArguments sampling() {
    return sampling;
  }

  /** The checkpoint to keep, or null to delete it when the model is written. */
  Path checkpoint() {
    return checkpoint;
  }

  /** The checkpoint to write while learning to this model. */
  Path checkpointWhileLearning(Path model) {
    return checkpoint != null
        ? checkpoint
        : model.resolveSibling(model.getFileName() + ".checkpoint");
  }

  Duration checkpointInterval() {
    return Duration.ofSeconds(checkpointSeconds);
  }

  /** The checkpoint to continue from, or null. */
  Path resume() {
    return resume;
  }

  int threads() {
    return threads;
  }

  /** The memory limit of the matrix: the given one, else most of Java's memory. */
  long memoryBudget() {
    long heap = Runtime.getRuntime().maxMemory();
    if (memory == null) {
      return heap / 10 * 8;
    }
    long given = Formatting.parseBytes("--memory", memory);
    if (given > heap / 10 * 9) {
      throw new InvalidInputException(
          "--memory "
              + memory
              + " is more than Java's memory, "
              + Formatting.bytes(heap)
              + ": give it more with SORS_JAVA_OPTIONS=-Xmx…");
    }
    return given;
  }

  /** Checks the options before any data is read. */
  void requirePlausible() {
    if (rounds != null && rounds < 0) {
      throw new InvalidInputException("expected --rounds of at least 0, found " + rounds);
    }
    if (checkpointSeconds < 1) {
      throw new InvalidInputException(
          "expected --checkpoint-every of at least 1 second, found " + checkpointSeconds);
    }
    if (threads < 1) {
      throw new InvalidInputException("expected --threads of at least 1, found " + threads);
    }
    memoryBudget();
    if (holdout != null && !(holdout >= 0 && holdout < 1)) {
      throw new InvalidInputException(
          "expected --holdout of at least 0 and below 1, found " + holdout);
    }
    sampling.requirePlausible();
    feedback.requirePlausible();
    if (feedback.isGiven() && (hardestOf != null || allowSelf || sampling.needsNeighbours())) {
      throw new InvalidInputException(
          "--hardest-of, --allow-self and --sampling draw triplets from labels: leave them out with"
              + " --"
              + feedback.kind());
    }
    if (sampling.needsNeighbours() && (hardestOf != null || allowSelf)) {
      throw new InvalidInputException(
          "--hardest-of and --allow-self are for --sampling uniform, where any row may be drawn");
    }
    if (hardestOf != null && (hardestOf < 1 || allowSelf)) {
      throw new InvalidInputException(
          "expected --hardest-of of at least 1, and without --allow-self");
    }
    validSteps("--normalize", normalize == null ? "none" : normalize);
    Normalization ofVectors =
        validSteps("--normalize-vectors", normalizeVectors == null ? "none" : normalizeVectors);
    if (ofVectors.toString().contains("tf-idf")) {
      throw new InvalidInputException(
          "--normalize-vectors: tf-idf is for terms, and not for an embedding: leave it out");
    }
  }

  /** The normalisation that an option asks for. */
  static Normalization validSteps(String option, String steps) {
    Normalization parsed;
    try {
      parsed = Normalization.parse(steps);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(option + ": " + e.getMessage(), e);
    }
    if (parsed.vectorPart().isPresent()) {
      throw new InvalidInputException(
          option + ": expected steps of one part, found '" + steps + "': give --vectors");
    }
    return parsed;
  }

  /** Checks that no file is both read and written, or written twice. */
  void requirePlausibleTargets(Path model, List<Path> data) throws IOException {
    OutputFiles.requireWritable(model);
    if (checkpoint != null) {
      OutputFiles.requireWritable(checkpoint);
      OutputFiles.requireOther(checkpoint, model);
      for (Path input : data) {
        OutputFiles.requireOther(checkpoint, input);
      }
      requireOther(checkpoint, feedback.file());
    }
    for (Path input : data) {
      OutputFiles.requireOther(model, input);
    }
    requireOther(model, feedback.file());
    requireOther(model, resume);
  }

  private static void requireOther(Path target, Path input) throws IOException {
    if (input != null) {
      OutputFiles.requireOther(target, input);
    }
  }

  /** Rejects options that only online learners support. */
  void requireNothingOfRounds(String algorithm) {
    if (sampling.findsNeighboursByModel()) {
      throw new InvalidInputException(
          algorithm + " has no model during training: leave out --neighbours model");
    }
    if (resume != null || checkpoint != null || hardestOf != null || memory != null) {
      throw new InvalidInputException(
          algorithm
              + " has no checkpoints, no hard negatives and no memory limit:"
              + " leave out --resume, --checkpoint, --hardest-of and --memory");
    }
  }

  /**
   * Adds the options that a command needs to continue this training.
   *
   * @param withMemory whether to add the memory limit
   */
  ShellCommand addTo(
      ShellCommand command, long rounds, Path resumedCheckpoint, boolean withMemory) {
    return sampling
        .addTo(feedback.addTo(command.option("--rounds", rounds)))
        .option("--hardest-of", hardestOf)
        .flag("--allow-self", allowSelf)
        .option("--checkpoint", checkpoint)
        .option("--memory", withMemory ? memory : null)
        .option("--resume", resumedCheckpoint);
  }
}
