package io.github.sors.spark;

import io.github.sors.LearningProgress;
import io.github.sors.MatrixRow;
import org.apache.spark.api.java.JavaRDD;

/**
 * A model in the middle of its training: the settled rows that rounds have met, wherever they are.
 *
 * @param rows each once
 * @param untouchedDiagonal the diagonal entry of all other rows
 * @param progress how far the training has come
 */
record TrainingState(JavaRDD<MatrixRow> rows, float untouchedDiagonal, LearningProgress progress) {}
