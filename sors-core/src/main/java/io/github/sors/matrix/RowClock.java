package io.github.sors.matrix;

import io.github.sors.kernel.Dither;

/**
 * The history of a row: since when its levels accumulate shrinkage, and how many steps it has
 * taken. It decides when the row settles and how its steps are rounded. The decisions depend only
 * on these counts and on the magnitudes of the step, never on threads, stores or blocks.
 *
 * <p>A level is a float that holds the sum of a value and a threshold. If the threshold is E times
 * as large as the value, the rounding error of each write is E times that of a plain float, and n
 * writes accumulate about √n such errors. So the more steps a row has taken, the smaller E has to
 * be.
 *
 * <p>Loaded from and stored to {@link RowClocks}.
 */
final class RowClock {

  // limits of E: after few steps; times √n; after any number of steps; and regardless of cost
  private static final double LARGEST_EXCESS = 16;
  private static final double EXCESS_OF_ONE_STEP = 256;
  private static final double SMALLEST_EXCESS = 0.25;
  private static final double LAST_EXCESS = 64;
  // the fixed cost of a step, in units of entries
  private static final int WORK_PER_STEP = 16;
  // one in 16 steps is examined
  private static final int EXAMINED_BITS = 64 - 4;
  // the work that has to be done before an examination is worth its cost, and the number of
  // examinations it pays for
  private static final long WORK_PER_EXAMINATION = 8;
  private static final long LOOKS_PER_WORK = 8;
  // with more steps per column than this, a row has seen each gradient many times
  private static final double STEPS_PER_COLUMN = 256;
  // after this many steps, sums of squares are dithered, and so are comparatively small steps
  private static final double MANY_STEPS = (1 << 12) - 0.5;
  private static final long MANY_SQUARES = 1 << 13;
  private static final double SMALL_STEP = 0x1p-18;

  /** The time on the matrix's clock from which the row's shrinkage counts. */
  double origin;

  /** The steps that the row has taken. */
  long steps;

  /** The entries that these steps have written. */
  long written;

  /** The work done on the row, in entries, since it settled or was examined without settling. */
  long work;

  /** How the next step rounds entries. */
  float stepDither;

  /** How the next step rounds sums of squares; dithered whenever entries are. */
  float squareDither;

  /** The time over which the row has accumulated shrinkage. */
  double age(double now) {
    return Math.max(0, now - origin);
  }

  /**
   * Whether to check {@link #maySettle} before the next step: true for one in 16 steps, at
   * irregular intervals.
   */
  boolean isExamined() {
    // multiples of the golden ratio do not coincide with any period of the stream
    return (steps * 0x9E3779B97F4A7C15L) >>> EXAMINED_BITS == 0;
  }

  /**
   * Whether to check {@link #settles}; a cheap test before a costly one.
   *
   * @param shrunk lambda times the {@link #age}
   * @param addend the typical amount that the step is about to add, times σ in an adaptive row
   * @param entries the number of entries that the step is about to write
   * @param columns the number of columns of the matrix
   */
  boolean maySettle(double shrunk, double addend, int entries, int columns) {
    // the values to be written are rarely smaller than the addend
    return shrunk > SMALLEST_EXCESS * addend
        && (work >= WORK_PER_EXAMINATION * entries || steps == 0)
        && shrunk > limit(columns) * addend;
  }

  /**
   * Whether the row settles before the step.
   *
   * @param excess the ratio of the thresholds to the values that are about to be written
   */
  boolean settles(double excess, int columns) {
    if (excess > limit(columns)) {
      return true;
    }
    work = 0;
    return false;
  }

  private double limit(int columns) {
    boolean affordable = LOOKS_PER_WORK * work >= Math.min(columns, written);
    if (!affordable) {
      return LAST_EXCESS;
    }
    double limit = EXCESS_OF_ONE_STEP / Math.sqrt((double) steps);
    return Math.max(SMALLEST_EXCESS, Math.min(LARGEST_EXCESS, limit));
  }

  /**
   * Settles the row: its shrinkage counts from a later time.
   *
   * @return the amount to subtract from the levels: nearly all of the accumulated shrinkage,
   *     rounded to so few bits that the differences are exact floats
   */
  double settle(double lambda, double now) {
    double shrunk = lambda * age(now);
    double taken = Double.longBitsToDouble(Double.doubleToRawLongBits(shrunk) & (-1L << 44));
    origin += taken / lambda;
    work = 0;
    return taken;
  }

  /**
   * Decides how the next step rounds.
   *
   * @param addend as for {@link #maySettle}
   * @param largest the largest amount that any step has added to an entry
   * @param withSquares whether there are squares to round
   */
  void decideRounding(double addend, double largest, boolean withSquares) {
    // combined into one branch, since for most rows both are false most of the time
    double small = Math.min(steps - MANY_STEPS, SMALL_STEP * largest - addend);
    double narrow = (double) steps * steps - STEPS_PER_COLUMN * written;
    stepDither = Math.max(small, narrow) > 0 ? Dither.of(steps) : Dither.NONE;
    squareDither = withSquares && steps >= MANY_SQUARES ? Dither.of(steps) : stepDither;
  }

  boolean isDithered() {
    return stepDither != Dither.NONE || squareDither != Dither.NONE;
  }

  /** Counts a step that has written the given number of entries. */
  void step(int entries) {
    steps++;
    written += entries;
    work += entries + WORK_PER_STEP;
  }
}
