package io.github.sors.kernel;

/**
 * Rounding to a float that loses nothing in the long run.
 *
 * <p>Rounding to the nearest float drops an addend that is smaller than half the distance between
 * two floats, and it drops the same addend again in every round. Dithered rounding goes up or down
 * in proportion to what lies between: of a hundred addends of 0.01 of that distance, one moves the
 * sum by all of it. Which one is decided by the fractional part of n · φ, where n counts the
 * additions: the golden ratio φ spreads these parts as evenly as possible, so that the error of n
 * equal addends grows like log n, and it takes no generator, no seed and no memory.
 *
 * <p>A negative addend is rounded as the mirror image of the positive one, so that what is added to
 * one entry and taken from another leaves their sum as it was.
 */
public final class Dither {

  /** Rounds to the nearest float. */
  public static final float NONE = 0;

  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private Dither() {}

  /** The offset of the n-th addition, in distances between floats: from -½ up to ½. */
  public static float of(long n) {
    return (n * GOLDEN_RATIO >> 40) * 0x1p-24f;
  }

  /** The sum, rounded with an offset of {@link #of} or {@link #NONE}. */
  public static float round(float value, double addend, float dither) {
    double sum = value + addend;
    if (dither == NONE) {
      return (float) sum;
    }
    return (float) (sum + (addend < 0 ? -dither : dither) * (double) ulp((float) sum));
  }

  /** The distance to the next float away from zero; 0 for the smallest. */
  static float ulp(float value) {
    return Float.intBitsToFloat(Float.floatToRawIntBits(value) & 0x7F800000) * 0x1p-23f;
  }
}
