package io.github.sors.encoder.row;

/**
 * The initial rows of an encoder: w_ij = ±1/√k, where the sign depends only on the seed, the side,
 * the feature and j.
 *
 * <p>Such a matrix is a random projection: the cosine of two encodings is the cosine of the vectors
 * up to an error of about 1/√k (D. Achlioptas, <i>Database-friendly random projections</i>, PODS
 * 2001).
 *
 * <p>Threads: immutable. Failures: a row that does not fit into its array throws {@link
 * IndexOutOfBoundsException}.
 *
 * @param seed the seed of the encoder, the same for both sides
 * @param side 0 for query features or shared features, 1 for item features
 * @param dimensions k
 */
public record RandomStart(long seed, int side, int dimensions) implements RowStart {

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  @Override
  public void fill(int feature, float[] row, int from) {
    float length = (float) (1 / Math.sqrt(dimensions));
    long state = mix(mix(seed + side * GOLDEN_GAMMA) ^ mix(feature + GOLDEN_GAMMA));
    long signs = 0;
    for (int j = 0; j < dimensions; j++) {
      if ((j & 63) == 0) {
        state += GOLDEN_GAMMA;
        signs = mix(state);
      }
      row[from + j] = (signs & 1) == 0 ? length : -length;
      signs >>>= 1;
    }
  }

  /** The finalizer of SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014). */
  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
