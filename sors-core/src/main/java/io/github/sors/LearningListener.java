package io.github.sors;

/**
 * Called synchronously after every round; keep it fast.
 *
 * @since 0.1.0
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
