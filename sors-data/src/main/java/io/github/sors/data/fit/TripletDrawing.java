package io.github.sors.data.fit;

import io.github.sors.data.triplet.TripletSource;
import io.github.sors.learn.OnlineLearner;

/**
 * Draws triplets from labelled rows.
 *
 * <p>Threads: called on the thread that trains. Failures: rows that give no triplet throw {@link
 * io.github.sors.InvalidInputException}, which ends the training.
 */
@FunctionalInterface
public interface TripletDrawing {

  /**
   * Triplets of the given rows.
   *
   * @param rows the rows to draw from
   * @param learner the learner; hard triplets depend on its present state
   */
  TripletSource from(int[] rows, OnlineLearner learner);
}
