package io.github.sors.spark.train;

import io.github.sors.LearningProgress;

/** The state of a training between two slices; its rows are distributed and cached. */
public interface TrainingState {

  /** The progress of the training. */
  LearningProgress progress();

  /** The diagonal entry of rows that no round has touched; 0 for encoders. */
  float untouchedDiagonal();

  /** Removes the rows from the cache; they are computed again if they are still needed. */
  void release();
}
