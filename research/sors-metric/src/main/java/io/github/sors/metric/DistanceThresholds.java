package io.github.sors.metric;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How far apart similar rows may be and dissimilar ones have to be: the 5th and the 95th percentile
 * of the squared Euclidean distances between rows.
 *
 * <p>Uses all pairs of rows if there are at most 10,000, else a sample of 10,000 that depends only
 * on the number of rows.
 *
 * @param similar l, the maximum for similar pairs; at least 10⁻⁹
 * @param median the median
 * @param dissimilar u, the minimum for dissimilar pairs; at least l
 */
record DistanceThresholds(double similar, double median, double dissimilar) {

  private static final int DRAWN = 10_000;

  /** The minimum distance; smaller ones are raised to it. */
  static final double LEAST = 1e-9;

  static DistanceThresholds of(List<SparseVector> rows) {
    long all = (long) rows.size() * (rows.size() - 1) / 2;
    if (all == 0) {
      throw new InvalidInputException(
          "expected at least two rows to measure distances, found " + rows.size());
    }
    double[] distances = all <= DRAWN ? everyDistance(rows) : drawnDistances(rows);
    Arrays.sort(distances);
    double similar = Math.max(LEAST, percentile(distances, 0.05));
    double median = Math.max(similar, percentile(distances, 0.5));
    return new DistanceThresholds(similar, median, Math.max(median, percentile(distances, 0.95)));
  }

  private static double[] everyDistance(List<SparseVector> rows) {
    double[] distances = new double[rows.size() * (rows.size() - 1) / 2];
    int count = 0;
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < i; j++) {
        distances[count++] = Difference.of(rows.get(i), rows.get(j)).squaredNorm();
      }
    }
    return distances;
  }

  private static double[] drawnDistances(List<SparseVector> rows) {
    SplittableRandom random = new SplittableRandom(rows.size());
    double[] distances = new double[DRAWN];
    for (int k = 0; k < DRAWN; k++) {
      int i = random.nextInt(rows.size());
      int other = random.nextInt(rows.size() - 1);
      int j = other < i ? other : other + 1;
      distances[k] = Difference.of(rows.get(i), rows.get(j)).squaredNorm();
    }
    return distances;
  }

  /** Interpolates linearly between two neighbours. */
  private static double percentile(double[] ascending, double share) {
    double place = share * (ascending.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, ascending.length - 1);
    return ascending[below] + (place - below) * (ascending[above] - ascending[below]);
  }
}
