package io.github.sors.tune;

import io.github.sors.data.Dataset;
import java.util.Objects;

/**
 * The input, the duration and the resources of a training.
 *
 * <p>Threads: immutable; the observer is called on the thread that trains. Failures: null throws
 * {@link NullPointerException}.
 *
 * @param rows the normalised training rows
 * @param dimension the number of features of all rows, of which the training rows may have fewer
 * @param parameters the parameters of the method
 * @param rounds the number of triplets, or of pairs of pairs
 * @param seed the seed of all random numbers
 * @param resources the limits of the training
 * @param observer called with the model at some rounds; online methods only
 */
public record TrainingTask(
    Dataset rows,
    int dimension,
    Parameters parameters,
    long rounds,
    long seed,
    Resources resources,
    Observer observer) {

  public TrainingTask {
    Objects.requireNonNull(rows, "rows");
    Objects.requireNonNull(parameters, "parameters");
    Objects.requireNonNull(resources, "resources");
    Objects.requireNonNull(observer, "observer");
  }

  /**
   * The limits of a training.
   *
   * @param threads the number of threads
   * @param memory the memory limit of the matrix in bytes
   * @param seconds the time limit of learning
   */
  public record Resources(int threads, long memory, double seconds) {

    /** This with another number of bytes. */
    public Resources withMemory(long bytes) {
      return new Resources(threads, bytes, seconds);
    }
  }

  /** Observes the learnt model; its time does not count as learning. */
  public interface Observer {

    /** Observes nothing. */
    Observer NONE =
        new Observer() {
          @Override
          public long[] rounds() {
            return new long[0];
          }

          @Override
          public void observe(long round, LearntSimilarity soFar) {}
        };

    /** The rounds to observe, ascending; 0 is before the first. */
    long[] rounds();

    void observe(long round, LearntSimilarity soFar);
  }
}
