package io.github.sors.matrix;

/**
 * Finds the magnitude below which entries have to be dropped to keep at most a given number,
 * without sorting: two passes over the values, each of which builds a histogram of one half of the
 * magnitude's bits.
 *
 * <p>Positive floats have the same order as their bits, so the result is exact.
 */
final class MagnitudeCut {

  private static final int LOW_BITS = 15;

  private final long most;
  private final long[] byHighBits = new long[1 << (31 - LOW_BITS)];
  private final long[] byLowBits = new long[1 << LOW_BITS];
  private long count;
  private int highBits = -1;
  private long above;

  /**
   * Creates a cut.
   *
   * @param most the maximum number of values to keep
   */
  MagnitudeCut(long most) {
    this.most = most;
  }

  private static int bits(float value) {
    return Float.floatToRawIntBits(value) & Integer.MAX_VALUE;
  }

  /** Counts a value in the first pass; zeros do not count. */
  void count(float value) {
    if (value != 0) {
      byHighBits[bits(value) >>> LOW_BITS]++;
      count++;
    }
  }

  /** How many values are not zero. */
  long count() {
    return count;
  }

  /** Ends the first pass; returns whether values have to be dropped, which takes a second pass. */
  boolean isNeeded() {
    if (count <= most) {
      return false;
    }
    above = 0;
    highBits = byHighBits.length - 1;
    while (above + byHighBits[highBits] <= most) {
      above += byHighBits[highBits--];
    }
    return true;
  }

  /** Counts the same value in the second pass. */
  void refine(float value) {
    if (value != 0 && bits(value) >>> LOW_BITS == highBits) {
      byLowBits[bits(value) & ((1 << LOW_BITS) - 1)]++;
    }
  }

  /**
   * The values to keep: all of a larger magnitude than {@code least}, and some of that magnitude.
   *
   * @param least the magnitude
   * @param equal how many values of exactly that magnitude to keep
   */
  record Cut(float least, long equal) {

    /** The cut that keeps every value that is not zero. */
    static final Cut NOTHING = new Cut(0, 0);

    boolean isAbove(float value) {
      return Math.abs(value) > least;
    }

    boolean isEqual(float value) {
      return value != 0 && Math.abs(value) == least;
    }
  }

  /** Ends the second pass. */
  Cut cut() {
    int low = byLowBits.length - 1;
    long larger = above;
    while (larger + byLowBits[low] <= most) {
      larger += byLowBits[low--];
    }
    return new Cut(Float.intBitsToFloat((highBits << LOW_BITS) | low), most - larger);
  }
}
