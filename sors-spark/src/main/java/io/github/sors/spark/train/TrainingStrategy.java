package io.github.sors.spark.train;

import io.github.sors.LearningProgress;
import io.github.sors.spark.input.TripletFeed;
import io.github.sors.spark.model.ModelRow;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;

/**
 * How the rounds of a slice are distributed over the machines.
 *
 * @param <S> the state between two slices: rows that are distributed, and the progress
 */
public interface TrainingStrategy<S extends TrainingState> {

  /** The share of all rounds that come before a slice. */
  default double shareBefore(int slice, int slices) {
    return (double) slice / slices;
  }

  /** The state before the first round. */
  S start(JavaSparkContext context);

  /**
   * Learns the triplets from one number to another, exclusive.
   *
   * @return the state after them, with its rows computed and cached; the rows of the state before
   *     are released
   */
  S advance(S state, TripletFeed feed, long from, long to);

  /** The rows of a state as beans, for a checkpoint. */
  Dataset<?> beans(SparkSession session, S state);

  /**
   * The state whose rows were stored; its rows are computed and cached.
   *
   * @param folder the folder that the beans were written to
   */
  S restored(
      SparkSession session, String folder, float untouchedDiagonal, LearningProgress progress);

  /** The rows of a state as those of a model. */
  JavaRDD<ModelRow> modelRows(S state);
}
