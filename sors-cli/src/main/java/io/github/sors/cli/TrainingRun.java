package io.github.sors.cli;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.data.triplet.TripletSource;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.MemoryBudgetException;
import io.github.sors.learn.OnlineBilinearLearner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The loop of learning: shows its progress, keeps a checkpoint, and stops well when told to.
 *
 * <p>Until it is closed, Ctrl-C makes the loop stop, and the process waits for what is done then.
 */
final class TrainingRun implements AutoCloseable {

  private static final int LOOK_AHEAD = 64;

  private final OnlineBilinearLearner learner;
  private final List<SparseVector> vectors;
  private final TripletSource source;
  private final Map<String, String> context;
  private final Console console;
  private final Interruption interruption;
  private long learningNanos;

  TrainingRun(
      OnlineBilinearLearner learner,
      List<SparseVector> vectors,
      TripletSource source,
      Map<String, String> context,
      Console console) {
    this.learner = learner;
    this.vectors = vectors;
    this.source = source;
    this.context = context;
    this.console = console;
    this.interruption = new Interruption(console, "the checkpoint");
  }

  /** The seconds spent learning, without those for checkpoints. */
  double seconds() {
    return learningNanos * 1e-9;
  }

  /**
   * Learns until so many rounds are done.
   *
   * @param safety where a checkpoint is kept, from time to time and when interrupted
   * @return whether they are; false if it was interrupted, with the checkpoint written
   * @throws MemoryBudgetException if the matrix has outgrown its budget, with the checkpoint
   *     written
   */
  boolean learnUntil(long end, Path safety, Duration interval) throws IOException {
    try (Console.Progress progress = console.progress("learning", end)) {
      long lastCheckpoint = System.nanoTime();
      long start = lastCheckpoint;
      while (learner.progress().rounds() < end) {
        if (interruption.requested()) {
          learningNanos += System.nanoTime() - start;
          writeCheckpoint(safety);
          return false;
        }
        try {
          learnSome(end);
        } catch (MemoryBudgetException e) {
          writeCheckpoint(safety);
          throw e;
        }
        progress.reached(learner.progress().rounds());
        long now = System.nanoTime();
        if (now - lastCheckpoint > interval.toNanos()) {
          learningNanos += now - start;
          writeCheckpoint(safety);
          lastCheckpoint = System.nanoTime();
          start = lastCheckpoint;
        }
      }
      learningNanos += System.nanoTime() - start;
      progress.reached(end);
      return true;
    }
  }

  /** Learns the next few triplets, at once where the source lets us look ahead. */
  private void learnSome(long end) {
    TripletRows rows = new TripletRows();
    long first = learner.progress().rounds();
    long count = Math.min(source.isKnownAhead() ? LOOK_AHEAD : 1, end - first);
    List<Triplet> triplets = new ArrayList<>();
    try {
      for (long position = first; position < first + count; position++) {
        source.read(position, rows);
        triplets.add(rows.of(vectors));
      }
      learner.learn(triplets);
    } catch (IllegalArgumentException e) {
      long refused = learner.progress().rounds();
      if (source.isKnownAhead()) {
        source.read(refused, rows);
      }
      throw new InvalidInputException(
          "round " + (refused + 1) + ", rows " + rows + ": " + e.getMessage(), e);
    }
  }

  private void writeCheckpoint(Path file) throws IOException {
    new Checkpoint(learner, context).write(file);
  }

  @Override
  public void close() {
    interruption.close();
  }
}
