package io.github.sors;

/** Is told of every round of a learner; what it does there, the learner waits for. */
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
