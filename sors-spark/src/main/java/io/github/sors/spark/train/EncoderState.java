package io.github.sors.spark.train;

import io.github.sors.LearningProgress;
import org.apache.spark.api.java.JavaRDD;

/**
 * The state of the training of an encoder: the rows of W that rounds have changed.
 *
 * @param blocks the rows; partition p has one block, with the features whose remainder is p
 * @param progress the progress of the training
 */
record EncoderState(JavaRDD<EncoderBlock> blocks, LearningProgress progress)
    implements TrainingState {

  @Override
  public float untouchedDiagonal() {
    return 0;
  }

  @Override
  public void release() {
    blocks.unpersist(false);
  }
}
