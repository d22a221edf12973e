package io.github.sors.spark.train;

import io.github.sors.spark.input.TripletFeed;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Learns slice after slice, and writes checkpoints if configured.
 *
 * @param <S> the state between two slices
 * @param strategy how a slice is learnt
 * @param rounds the total number of rounds
 * @param slices the number of slices, of about equal size
 * @param checkpoint the checkpoint, if any
 * @param checkpointInterval the number of slices between two checkpoints
 */
public record Trainer<S extends TrainingState>(
    TrainingStrategy<S> strategy,
    long rounds,
    int slices,
    Optional<TrainingCheckpoint<S>> checkpoint,
    int checkpointInterval) {

  /**
   * Learns all slices, or those after a checkpoint.
   *
   * @param listener called after each slice
   */
  public S train(JavaSparkContext context, TripletFeed feed, BiConsumer<Integer, S> listener) {
    S state = strategy.start(context);
    int done = 0;
    Optional<TrainingCheckpoint.Reached<S>> reached =
        checkpoint.flatMap(TrainingCheckpoint::latest);
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
    double share = strategy.shareBefore(slice, slices);
    return slice == slices ? rounds : (long) (share * rounds);
  }
}
