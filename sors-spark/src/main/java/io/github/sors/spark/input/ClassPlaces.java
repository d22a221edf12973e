package io.github.sors.spark.input;

import io.github.sors.InvalidInputException;
import io.github.sors.data.triplet.CounterRandom;
import java.util.Arrays;

/**
 * Draws the same triplets as {@link io.github.sors.data.triplet.TripletSampler} from nothing but
 * the sizes of the classes: the rows of a class are contiguous, in the order of the rows, and a
 * triplet is three positions among them.
 *
 * <p>So drawing needs O(classes) memory on every machine, and triplet t is a pure function of the
 * sizes, the seed and t, on every machine and for any number of parts. Classes are in ascending
 * order of their labels; those with a single row, which has no positive, come last.
 */
final class ClassPlaces implements TripletPlaces {

  private static final long serialVersionUID = 1;

  // as in TripletSampler
  private static final long STREAM = 2;
  private static final int QUERY = 0;
  private static final int POSITIVE = 1;
  private static final int NEGATIVE = 2;

  // where each class starts, and a last one
  private final int[] starts;
  private final int queries;
  private final long key;

  /**
   * Creates a sampler.
   *
   * @param sizes the sizes of the classes, in their order
   * @throws InvalidInputException if no triplet is possible
   */
  ClassPlaces(long[] sizes, long seed) {
    starts = new int[sizes.length + 1];
    int withPositives = 0;
    long rows = 0;
    for (int c = 0; c < sizes.length; c++) {
      rows += sizes[c];
      if (rows > Integer.MAX_VALUE) {
        throw new InvalidInputException(
            "triplets are drawn from at most "
                + Integer.MAX_VALUE
                + " labelled rows, found more: learn from a sample, or give triplets");
      }
      starts[c + 1] = (int) rows;
      withPositives = sizes[c] > 1 ? starts[c + 1] : withPositives;
    }
    if (sizes.length < 2 || withPositives == 0) {
      throw new InvalidInputException(
          "triplets need rows of at least two classes, one of them with two rows, found "
              + rows
              + " rows of "
              + sizes.length
              + (sizes.length == 1 ? " class" : " classes")
              + "; check the label column");
    }
    queries = withPositives;
    key = CounterRandom.bits(seed, STREAM);
  }

  @Override
  public int[] places(long number) {
    long tripletKey = CounterRandom.bits(key, number);
    int query = CounterRandom.below(queries, CounterRandom.bits(tripletKey, QUERY));
    int found = Arrays.binarySearch(starts, query);
    int classNumber = found >= 0 ? found : -found - 2;
    int start = starts[classNumber];
    int size = starts[classNumber + 1] - start;
    int positive = start + CounterRandom.below(size - 1, CounterRandom.bits(tripletKey, POSITIVE));
    int negative =
        CounterRandom.below(
            starts[starts.length - 1] - size, CounterRandom.bits(tripletKey, NEGATIVE));
    return new int[] {
      query,
      positive < query ? positive : positive + 1,
      negative < start ? negative : negative + size
    };
  }
}
