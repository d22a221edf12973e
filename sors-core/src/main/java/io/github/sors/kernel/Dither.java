package io.github.sors.kernel;

/**
 * Rounding to floats whose errors average out over many additions.
 *
 * <p>Rounding to the nearest float drops an addend that is smaller than half the distance between
 * two floats, and it drops the same addend again in every round. Dithered rounding goes up or down
 * in proportion to the remainder: of a hundred addends of 0.01 of that distance, about one moves
 * the sum by the whole distance. A hash of the number of the addition decides which one, so
 * dithering needs no generator, no seed and no memory, and is reproducible everywhere.
 *
 * <p>With independent offsets, the error would grow with the root of the number of additions. So
 * the offsets of every 64 additions are spread evenly, one in each 64th of the range, in an order
 * shuffled by a hash. For equal addends, the error of 64 additions is at most one distance, which
 * leaves about an eighth of the total error. The order has to be shuffled. With multiples of the
 * golden ratio, each offset would follow from the one before. So would the last bit of a sum that
 * alternates between coarse and fine floats, which causes a bias.
 *
 * <p>A negative number is rounded as the mirror image of the positive one, so that symmetric
 * entries stay symmetric. The sign of the addend has no effect: an amount that is added and
 * subtracted alternately gets evenly spread offsets, too.
 */
public final class Dither {

  /** Rounds to the nearest float. */
  public static final float NONE = 0;

  private static final int SPREAD_BITS = 6;
  private static final int SPREAD = 1 << SPREAD_BITS;

  private Dither() {}

  /** The offset of the n-th addition, in units of the distance between floats: from -½ up to ½. */
  public static float of(long n) {
    long order = Hash.of(~(n >>> SPREAD_BITS));
    // multiplying by an odd number and adding a number permutes the places
    long place = (n * (order | 1) + (order >>> 32)) & (SPREAD - 1);
    // 24 bits in total, which a float holds exactly
    long within = Hash.of(n) >>> (40 + SPREAD_BITS);
    return ((place << (24 - SPREAD_BITS)) + within) * 0x1p-24f - 0.5f;
  }

  /** Returns value + addend, rounded with an offset from {@link #of} or with {@link #NONE}. */
  public static float round(float value, double addend, float dither) {
    double sum = value + addend;
    return dither == NONE ? (float) sum : round(sum, value, dither);
  }

  /**
   * Rounds a number to a float, or to a multiple of two ulps if the previous float was coarser:
   * otherwise the last bit would depend on the previous dither, which causes a bias.
   *
   * @param before the previous value of the float
   */
  static float round(double number, float before, float dither) {
    double ulp = ulp((float) number);
    if (ulp == 0) {
      return (float) number;
    }
    double grid = ulp(before) > ulp ? 2 * ulp : ulp;
    return (float) (grid * Math.rint(number / grid + (number < 0 ? -dither : dither)));
  }

  /** The distance to the next float away from zero; 0 if that is not a normal number. */
  private static double ulp(float value) {
    return (double) Float.intBitsToFloat(Float.floatToRawIntBits(value) & 0x7F800000) * 0x1p-23;
  }
}
