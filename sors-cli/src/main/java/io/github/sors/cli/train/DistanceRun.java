package io.github.sors.cli.train;

import io.github.sors.BilinearModel;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.input.DistanceAlgorithm;
import io.github.sors.console.Interruption;

/**
 * Learns a distance: shows progress, and ends early on request.
 *
 * <p>Until it is closed, Ctrl-C ends the learning, and the process waits until the model is saved.
 */
final class DistanceRun implements AutoCloseable {

  private final DistanceAlgorithm.Learner learner;
  private final Console console;
  private final Interruption interruption;
  private double seconds;

  DistanceRun(DistanceAlgorithm.Learner learner, Console console) {
    this.learner = learner;
    this.console = console;
    this.interruption = new Interruption(console::error, "the model");
  }

  BilinearModel learn(DistanceAlgorithm.TrainingSet training) {
    try (Console.Progress progress = console.progress("learning", 0)) {
      long start = System.nanoTime();
      BilinearModel learnt =
          learner.learn(
              training,
              (done, most) -> {
                progress.total(most);
                progress.reached(done);
                return !interruption.requested();
              });
      seconds = (System.nanoTime() - start) * 1e-9;
      return learnt;
    }
  }

  /** Whether the learning was interrupted. */
  boolean isInterrupted() {
    return interruption.requested();
  }

  /** The seconds spent learning. */
  double seconds() {
    return seconds;
  }

  @Override
  public void close() {
    interruption.close();
  }
}
