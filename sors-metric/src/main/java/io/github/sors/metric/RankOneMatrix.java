package io.github.sors.metric;

/**
 * A symmetric matrix A that starts as a multiple of the identity, is looked at through zᵀAz, and
 * changed by A ← A + β(Az)(Az)ᵀ: all that learning with the LogDet divergence asks for.
 */
sealed interface RankOneMatrix permits DenseMatrix, SpanMatrix {

  /**
   * Returns a matrix scale · I, dense or in the span of the pairs, whatever takes less work.
   *
   * @param pairs how many different z there will be at most
   */
  static RankOneMatrix scaledIdentity(int dimension, double scale, long pairs, WorkTeam team) {
    return isSpanned(dimension, pairs)
        ? new SpanMatrix(dimension, scale, (int) pairs)
        : new DenseMatrix(dimension, scale, team);
  }

  /** The bytes that {@link #scaledIdentity} will take at most. */
  static long bytes(int dimension, long pairs) {
    return HeapBudget.square(isSpanned(dimension, pairs) ? pairs : dimension);
  }

  private static boolean isSpanned(int dimension, long pairs) {
    return pairs < dimension;
  }

  /** Returns zᵀAz, and keeps Az for {@link #update}. */
  double measure(Difference z);

  /** Adds β(Az)(Az)ᵀ for the z that was measured last. */
  void update(double beta);

  /** Puts a row of A into a place. */
  void read(int row, double[] into);
}
