package io.github.sors.server.collection;

import io.github.sors.LearningProgress;
import io.github.sors.Model;

/**
 * The published model of a collection.
 *
 * @param served the similarity, and how items are found with it
 * @param progress the progress of the learner
 * @param recentLoss the mean loss of the latest rounds, each before its update
 */
public record LearntModel(ServedModel served, LearningProgress progress, double recentLoss) {

  /** The similarity, without names. */
  public Model model() {
    return served.model();
  }
}
