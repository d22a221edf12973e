package io.github.sors.cli.train;

import io.github.sors.SparseVector;
import io.github.sors.cli.frame.Console;
import io.github.sors.console.Interruption;
import io.github.sors.data.triplet.LearningLoop;
import io.github.sors.data.triplet.TripletSource;
import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.MemoryBudgetException;
import io.github.sors.learn.OnlineLearner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Learns until a round: shows progress, writes checkpoints, and stops cleanly on request.
 *
 * <p>Until it is closed, Ctrl-C stops the loop, and the process waits until the checkpoint is
 * written.
 */
final class TrainingRun implements AutoCloseable {

  private final OnlineLearner learner;
  private final TripletSource source;
  private final LearningLoop loop;
  private final Map<String, String> context;
  private final Console console;
  private final Interruption interruption;
  private long learningNanos;

  TrainingRun(
      OnlineLearner learner,
      List<SparseVector> vectors,
      TripletSource source,
      Map<String, String> context,
      Console console) {
    this.learner = learner;
    this.source = source;
    this.loop = LearningLoop.overRows(learner, source, vectors);
    this.context = context;
    this.console = console;
    this.interruption = new Interruption(console::error, "the checkpoint");
  }

  /** The seconds spent learning, without those for checkpoints. */
  double seconds() {
    return learningNanos * 1e-9;
  }

  /**
   * Learns until the given number of rounds is done.
   *
   * @param safety the file for checkpoints, written from time to time and on interruption
   * @return whether all rounds are done; false if it was interrupted, after writing the checkpoint
   * @throws MemoryBudgetException if the matrix exceeds its budget, after writing the checkpoint
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
        if (source.refreshInterval() != TripletSource.NEVER_REFRESHED) {
          // learning can resume only at rounds at which neighbours are found
          writeCheckpoint(safety);
        }
        try {
          loop.learnSome(end);
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

  /**
   * Writes a checkpoint; if learning could not resume from this round, the file already has the
   * last one from which it can.
   */
  void writeCheckpoint(Path file) throws IOException {
    if (source.canResumeAt(learner.progress().rounds())) {
      new Checkpoint(learner, context).write(file);
    }
  }

  @Override
  public void close() {
    interruption.close();
  }
}
