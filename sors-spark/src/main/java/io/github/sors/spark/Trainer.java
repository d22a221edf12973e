package io.github.sors.spark;

import io.github.sors.LearningProgress;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Learns slice after slice, and writes checkpoints if configured.
 *
 * @param strategy how a slice is learnt
 * @param rounds the total number of rounds
 * @param slices the number of slices, of about equal size
 * @param checkpoint the checkpoint, if any
 * @param checkpointInterval the number of slices between two checkpoints
 */
record Trainer(
    TrainingStrategy strategy,
    long rounds,
    int slices,
    Optional<TrainingCheckpoint> checkpoint,
    int checkpointInterval) {

  /**
   * Learns all slices, or those after a checkpoint.
   *
   * @param untouchedDiagonal the diagonal of M₁
   * @param listener called after each slice
   */
  TrainingState train(
      JavaSparkContext context,
      TripletFeed feed,
      float untouchedDiagonal,
      BiConsumer<Integer, TrainingState> listener) {
    TrainingState state =
        new TrainingState(context.emptyRDD(), untouchedDiagonal, LearningProgress.NONE);
    int done = 0;
    Optional<TrainingCheckpoint.Reached> reached = checkpoint.flatMap(TrainingCheckpoint::latest);
    if (reached.isPresent()) {
      done = reached.get().slices();
      state = reached.get().state();
    }
    while (done < slices) {
      state = strategy.advance(state, feed, start(done), start(done + 1));
      done++;
      if (checkpoint.isPresent() && (done % checkpointInterval == 0 || done == slices)) {
        state = checkpoint.get().write(done, state);
      }
      listener.accept(done, state);
    }
    return checkpoint.isPresent() ? checkpoint.get().finish(slices, state) : state;
  }

  private long start(int slice) {
    return rounds / slices * slice + rounds % slices * slice / slices;
  }
}
