package io.github.sors.spark.train;

import io.github.sors.LearningProgress;
import io.github.sors.MatrixRow;
import org.apache.spark.api.java.JavaRDD;

/**
 * The state of the training of a matrix M: the settled rows that rounds have touched.
 *
 * @param rows the rows, each once
 * @param untouchedDiagonal the diagonal entry of all other rows
 * @param progress the progress of the training
 */
record MatrixState(JavaRDD<MatrixRow> rows, float untouchedDiagonal, LearningProgress progress)
    implements TrainingState {

  @Override
  public void release() {
    rows.unpersist(false);
  }
}
