package io.github.sors;

/**
 * Called synchronously after every round; keep it fast.
 *
 * <p>Threads: called on the thread that learns. Failures: what it throws ends the call of {@code
 * learn}, which may have played rounds that {@link TripletLearner#progress} does not count: discard
 * the learner then.
 */
@FunctionalInterface
public interface LearningListener {

  /**
   * Called after a round.
   *
   * @param round the number of the round, from 1
   * @param loss the loss of the model before the round's update
   */
  void afterRound(long round, double loss);
}
