package io.github.sors.server.collection;

import io.github.sors.LearningProgress;
import io.github.sors.Model;

/**
 * The published model of a collection.
 *
 * <p>Threads: immutable.
 *
 * @param served the similarity, and how items are found with it
 * @param progress the progress of the learner
 * @param recentLoss the mean loss of the latest rounds, each before its update
 * @since 0.1.0
 */
public record LearntModel(ServedModel served, LearningProgress progress, double recentLoss) {

  /** The similarity, without names. */
  public Model model() {
    return served.model();
  }
}
