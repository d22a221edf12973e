package io.github.sors.bench;

import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Generated sparse unit vectors whose features are distributed like words: the k-th most frequent
 * one has a probability proportional to 1/k.
 *
 * <p>The positive has half of its features in common with the query. As in data whose features are
 * hashed, the index of a feature does not depend on its frequency.
 */
final class ZipfTriplets implements TripletStream {

  private static final long SEED = 1;
  // a prime, so that multiplying by it permutes the indices
  private static final long SCATTER = 15_485_863;

  private final int dimension;
  private final int features;

  /**
   * Creates a stream.
   *
   * @param dimension the number of features
   * @param features the number of features per vector
   */
  ZipfTriplets(int dimension, int features) {
    if (features < 2 || dimension < 4L * features || dimension % SCATTER == 0) {
      throw new IllegalArgumentException(
          "expected far more features than a vector has, found " + dimension + " and " + features);
    }
    this.dimension = dimension;
    this.features = features;
  }

  @Override
  public Triplet triplet(long round) {
    SplittableRandom random = new SplittableRandom(SEED + round);
    int[] query = distinct(new int[0], random);
    int[] inCommon = new int[features / 2];
    for (int k = 0; k < inCommon.length; k++) {
      inCommon[k] = query[2 * k];
    }
    return new Triplet(
        vector(query, random),
        vector(distinct(inCommon, random), random),
        vector(distinct(new int[0], random), random));
  }

  /** Ascending features, some of them given, the others drawn. */
  private int[] distinct(int[] given, SplittableRandom random) {
    int[] drawn = Arrays.copyOf(given, features);
    int count = given.length;
    while (count < features) {
      for (; count < features; count++) {
        drawn[count] = feature(random.nextDouble());
      }
      Arrays.sort(drawn);
      count = withoutRepeats(drawn);
    }
    return drawn;
  }

  /** The feature at a quantile of the distribution. */
  private int feature(double place) {
    // the probabilities of ranks 1 to k sum to about ln k, so the logarithm of the rank is uniform
    long rank = Math.min(dimension - 1, (long) Math.pow(dimension, place) - 1);
    return (int) (rank * SCATTER % dimension);
  }

  private static int withoutRepeats(int[] sorted) {
    int kept = 1;
    for (int k = 1; k < sorted.length; k++) {
      if (sorted[k] != sorted[kept - 1]) {
        sorted[kept++] = sorted[k];
      }
    }
    return kept;
  }

  private static SparseVector vector(int[] indices, SplittableRandom random) {
    float[] values = new float[indices.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = (float) (0.5 + random.nextDouble());
    }
    return Normalization.L2.apply(SparseVector.ofTrusted(indices, values));
  }
}
