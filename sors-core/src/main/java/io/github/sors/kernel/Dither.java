package io.github.sors.kernel;

/**
 * Rounding to a float that loses nothing in the long run.
 *
 * <p>Rounding to the nearest float drops an addend that is smaller than half the distance between
 * two floats, and it drops the same addend again in every round. Dithered rounding goes up or down
 * in proportion to what lies between: of a hundred addends of 0.01 of that distance, about one
 * moves the sum by all of it. Which one is decided by a hash of the number of the addition, so that
 * it takes no generator, no seed and no memory, and gives the same everywhere.
 *
 * <p>Evenly spread offsets, such as the multiples of the golden ratio, would be better for equal
 * addends and are worse here: each follows from the one before, and so does the last bit of a sum
 * that goes to and fro between coarse and fine floats, which makes a bias.
 *
 * <p>A negative addend is rounded as the mirror image of the positive one, so that what is added to
 * one entry and taken from another leaves their sum as it was.
 */
public final class Dither {

  /** Rounds to the nearest float. */
  public static final float NONE = 0;

  private Dither() {}

  /** The offset of the n-th addition, in distances between floats: from -½ up to ½. */
  public static float of(long n) {
    // a Weyl sequence through the finalizer of MurmurHash3, in a variant by Stafford
    long hash = n * 0x9E3779B97F4A7C15L;
    hash = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
    return ((hash ^ (hash >>> 31)) >> 40) * 0x1p-24f;
  }

  /** The sum, rounded with an offset of {@link #of} or {@link #NONE}. */
  public static float round(float value, double addend, float dither) {
    double sum = value + addend;
    return dither == NONE ? (float) sum : round(sum, value, addend < 0 ? -dither : dither);
  }

  /**
   * Rounds a number to a float, or to every other one where the float before it was coarser: if the
   * last bit came and went, it would tell of the dither before, and the next one follows from that.
   *
   * @param before what the float was before
   */
  static float round(double number, float before, float dither) {
    double ulp = ulp((float) number);
    if (ulp == 0) {
      return (float) number;
    }
    double grid = ulp(before) > ulp ? 2 * ulp : ulp;
    return (float) (grid * Math.rint(number / grid + dither));
  }

  /** The distance to the next float away from zero; 0 where that is not a normal number. */
  private static double ulp(float value) {
    return (double) Float.intBitsToFloat(Float.floatToRawIntBits(value) & 0x7F800000) * 0x1p-23;
  }
}
