package io.github.sors.lab;

import io.github.sors.data.Dataset;
import java.util.Objects;

/**
 * What a method is to learn from, for how long and with what.
 *
 * @param rows the training rows, normalised; no others are known to the method
 * @param dimension the number of features of all rows, of which the training rows may have fewer
 * @param parameters the method's own
 * @param rounds the number of triplets, or as many pairs of pairs
 * @param seed of whatever is drawn at random
 * @param resources what it may use
 * @param observer is shown what has been learnt at some rounds; online methods only
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
   * What a training may use.
   *
   * @param threads the threads that may share the work
   * @param memory the bytes that the matrix may take
   * @param seconds the longest that learning may take
   */
  public record Resources(int threads, long memory, double seconds) {

    /** This with another number of bytes. */
    public Resources withMemory(long bytes) {
      return new Resources(threads, bytes, seconds);
    }
  }

  /** Is shown what has been learnt so far; the time it takes does not count as learning. */
  public interface Observer {

    /** Looks at nothing. */
    Observer NONE =
        new Observer() {
          @Override
          public long[] rounds() {
            return new long[0];
          }

          @Override
          public void observe(long round, LearntSimilarity soFar) {}
        };

    /** The rounds to look at, ascending; 0 is before the first. */
    long[] rounds();

    void observe(long round, LearntSimilarity soFar);
  }
}
