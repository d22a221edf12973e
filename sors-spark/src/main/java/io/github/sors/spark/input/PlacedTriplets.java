package io.github.sors.spark.input;

import io.github.sors.InvalidInputException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;

/** Some triplets as places of rows, with numbers at equal distances. */
final class PlacedTriplets implements Serializable {

  private static final long serialVersionUID = 1;

  private final long first;
  private final int step;
  // three per triplet
  private final int[] places;
  // one per triplet; empty if all are 1
  private final double[] weights;

  private PlacedTriplets(long first, int step, int[] places, double[] weights) {
    this.first = first;
    this.step = step;
    this.places = places;
    this.weights = weights;
  }

  /** Packs triplets with the numbers 0, 1, 2, …, each a row of three places and a weight. */
  static PlacedTriplets of(Iterator<Row> triplets) {
    int[] places = new int[3 * 1024];
    double[] weights = new double[1024];
    boolean isWeighted = false;
    int end = 0;
    while (triplets.hasNext()) {
      Row triplet = triplets.next();
      if (end == places.length) {
        if (end > Integer.MAX_VALUE / 2) {
          throw new InvalidInputException(
              "expected at most "
                  + end / 3
                  + " triplets per partition, found more: repartition them");
        }
        places = Arrays.copyOf(places, 2 * end);
        weights = Arrays.copyOf(weights, 2 * weights.length);
      }
      double weight = triplet.getDouble(3);
      weights[end / 3] = weight;
      isWeighted |= weight != 1;
      for (int role = 0; role < 3; role++) {
        places[end++] = triplet.getInt(role);
      }
    }
    return new PlacedTriplets(
        0, 1, Arrays.copyOf(places, end), Arrays.copyOf(weights, isWeighted ? end / 3 : 0));
  }

  /** The same triplets with other numbers. */
  PlacedTriplets startingAt(long newFirst) {
    return new PlacedTriplets(newFirst, step, places, weights);
  }

  /** The number of triplets. */
  int size() {
    return places.length / 3;
  }

  /**
   * Those with numbers from one to another, exclusive, that leave a remainder. The numbers have to
   * be consecutive.
   */
  PlacedTriplets share(long from, long to, int remainder, int divisor) {
    long start = Math.max(from, first);
    start += Math.floorMod(remainder - start, divisor);
    long end = Math.min(to, first + size());
    int count = end <= start ? 0 : (int) ((end - start + divisor - 1) / divisor);
    int[] some = new int[3 * count];
    double[] someWeights = new double[weights.length == 0 ? 0 : count];
    for (int k = 0; k < count; k++) {
      int at = (int) (start + (long) k * divisor - first);
      System.arraycopy(places, 3 * at, some, 3 * k, 3);
      if (someWeights.length > 0) {
        someWeights[k] = weights[at];
      }
    }
    return new PlacedTriplets(start, divisor, some, someWeights);
  }

  /** Joins shares with the same remainder of consecutive triplets, in any order. */
  static PlacedTriplets joined(List<PlacedTriplets> shares) {
    if (shares.isEmpty()) {
      return new PlacedTriplets(0, 1, new int[0], new double[0]);
    }
    List<PlacedTriplets> sorted = new ArrayList<>(shares);
    sorted.sort(Comparator.comparingLong((PlacedTriplets share) -> share.first));
    int end = 0;
    boolean isWeighted = false;
    for (PlacedTriplets share : sorted) {
      end = Math.addExact(end, share.places.length);
      isWeighted |= share.weights.length > 0;
    }
    int[] all = new int[end];
    double[] allWeights = new double[isWeighted ? end / 3 : 0];
    Arrays.fill(allWeights, 1);
    end = 0;
    for (PlacedTriplets share : sorted) {
      System.arraycopy(share.places, 0, all, end, share.places.length);
      if (share.weights.length > 0) {
        System.arraycopy(share.weights, 0, allWeights, end / 3, share.weights.length);
      }
      end += share.places.length;
    }
    return new PlacedTriplets(sorted.get(0).first, sorted.get(0).step, all, allWeights);
  }

  /** The triplets with the vectors of their rows. */
  Iterator<NumberedTriplet> triplets(PackedVectors rows) {
    return IntStream.range(0, size())
        .mapToObj(
            k ->
                new NumberedTriplet(
                    first + (long) k * step,
                    new ShippedVector(rows.vector(places[3 * k])),
                    new ShippedVector(rows.vector(places[3 * k + 1])),
                    new ShippedVector(rows.vector(places[3 * k + 2])),
                    weights.length == 0 ? 1 : weights[k]))
        .iterator();
  }
}
