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
 * <p>Independent offsets would make an error that grows with the root of the number of additions.
 * So the offsets of every 64 additions are spread evenly, one in each 64th of the range, in an
 * order that a hash shuffles: of equal addends each 64 are off by one distance at most, which
 * leaves about an eighth of the error. The order has to be a shuffled one. With the multiples of
 * the golden ratio each offset follows from the one before, and so does the last bit of a sum that
 * goes to and fro between coarse and fine floats, which makes a bias.
 *
 * <p>A negative number is rounded as the mirror image of the positive one, so that entries that
 * mirror each other go on doing so. The sign of the addend does not count: what is added and taken
 * off again by turns meets offsets that are spread evenly, too.
 */
public final class Dither {

  /** Rounds to the nearest float. */
  public static final float NONE = 0;

  private static final int SPREAD_BITS = 6;
  private static final int SPREAD = 1 << SPREAD_BITS;

  private Dither() {}

  /** The offset of the n-th addition, in distances between floats: from -½ up to ½. */
  public static float of(long n) {
    long order = hash(~(n >>> SPREAD_BITS));
    // multiplying by an odd number and adding another is a permutation of the places
    long place = (n * (order | 1) + (order >>> 32)) & (SPREAD - 1);
    // 24 bits in all, so that it is a float
    long within = hash(n) >>> (40 + SPREAD_BITS);
    return ((place << (24 - SPREAD_BITS)) + within) * 0x1p-24f - 0.5f;
  }

  /** A Weyl sequence through the finalizer of MurmurHash3, in a variant by Stafford. */
  private static long hash(long n) {
    long hash = n * 0x9E3779B97F4A7C15L;
    hash = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
    return hash ^ (hash >>> 31);
  }

  /** The sum, rounded with an offset of {@link #of} or {@link #NONE}. */
  public static float round(float value, double addend, float dither) {
    double sum = value + addend;
    return dither == NONE ? (float) sum : round(sum, value, dither);
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
    return (float) (grid * Math.rint(number / grid + (number < 0 ? -dither : dither)));
  }

  /** The distance to the next float away from zero; 0 where that is not a normal number. */
  private static double ulp(float value) {
    return (double) Float.intBitsToFloat(Float.floatToRawIntBits(value) & 0x7F800000) * 0x1p-23;
  }
}
