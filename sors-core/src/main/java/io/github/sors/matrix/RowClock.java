package io.github.sors.matrix;

import io.github.sors.kernel.Dither;

/**
 * What a row has behind it: since when its levels count their shrinkage, and how many steps it has
 * taken. It decides when the row settles and how its steps are rounded, from nothing but these
 * counts and the magnitudes at hand, so that no decision depends on threads, stores or blocks.
 *
 * <p>A level is a float that holds a threshold beside a value. A threshold E times as large as the
 * value makes the error of each write E times that of a plain float, and n writes add up to √n of
 * them. So E may be the smaller the more steps the row has taken.
 *
 * <p>Loaded from and stored to {@link RowClocks}.
 */
final class RowClock {

  // E: for few steps, its product with √n, for ever so many, and that at which cost is no excuse
  private static final double LARGEST_EXCESS = 16;
  private static final double EXCESS_OF_ONE_STEP = 256;
  private static final double SMALLEST_EXCESS = 0.25;
  private static final double LAST_EXCESS = 64;
  // the work of a step beside that on its entries, in entries
  private static final int WORK_PER_STEP = 16;
  // one in 16 steps is looked at
  private static final int EXAMINED_BITS = 64 - 4;
  // how much work pays for one look at the entries of a step, and how many looks it pays for
  private static final long WORK_PER_EXAMINATION = 8;
  private static final long LOOKS_PER_WORK = 8;
  // rows with more steps than so many per column they step on have met each gradient many times
  private static final double STEPS_PER_COLUMN = 256;
  // from so many steps on, sums of squares are dithered, and steps that are small beside others
  private static final double MANY_STEPS = (1 << 12) - 0.5;
  private static final long MANY_SQUARES = 1 << 13;
  private static final double SMALL_STEP = 0x1p-18;

  /** The time on the matrix's clock from which the row's shrinkage counts. */
  double origin;

  /** The steps that the row has taken. */
  long steps;

  /** The entries that these steps have written. */
  long written;

  /**
   * The work that was done on the row, in entries, since it settled or was found not to need it.
   */
  long work;

  /** How the next step rounds entries. */
  float stepDither;

  /** How the next step rounds sums of squares: dithered wherever entries are. */
  float squareDither;

  /** How long the row's shrinkage has added up. */
  double age(double now) {
    return Math.max(0, now - origin);
  }

  /**
   * Whether to look before the next step if the row {@link #maySettle}: before some steps, and not
   * every n-th.
   */
  boolean isExamined() {
    // multiples of the golden ratio keep in step with no period of the stream
    return (steps * 0x9E3779B97F4A7C15L) >>> EXAMINED_BITS == 0;
  }

  /**
   * Whether it is time to ask whether the row {@link #settles}.
   *
   * @param shrunk lambda times the {@link #age}
   * @param addend the typical magnitude of what a step is about to add, times σ in an adaptive row
   * @param entries that the step is about to write
   * @param columns the number of columns that there are
   */
  boolean maySettle(double shrunk, double addend, int entries, int columns) {
    // the values to be written are hardly smaller than what is added
    return shrunk > SMALLEST_EXCESS * addend
        && (work >= WORK_PER_EXAMINATION * entries || steps == 0)
        && shrunk > limit(columns) * addend;
  }

  /**
   * Whether the row settles before the step.
   *
   * @param excess by how much the thresholds outweigh the values that are about to be written
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
   * Settles: has the shrinkage count from later on.
   *
   * @return what the levels are to lose at once: nearly all of what they have lost, as a number of
   *     so few bits that a float less that much is a float
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
   * @param addend as of {@link #maySettle}
   * @param largest the largest that any step has added to any entry
   * @param withSquares whether there are squares to round
   */
  void decideRounding(double addend, double largest, boolean withSquares) {
    // positive where it holds, in one branch, since most rows have neither for long
    double small = Math.min(steps - MANY_STEPS, SMALL_STEP * largest - addend);
    double narrow = (double) steps * steps - STEPS_PER_COLUMN * written;
    stepDither = Math.max(small, narrow) > 0 ? Dither.of(steps) : Dither.NONE;
    squareDither = withSquares && steps >= MANY_SQUARES ? Dither.of(steps) : stepDither;
  }

  /**
   * How the next step rounds sums of squares where what is added to an entry depends on how its
   * square was rounded: by offsets of their own, since with those of the entries the two would be
   * off in the same direction in every step.
   */
  float independentSquareDither() {
    return squareDither == Dither.NONE ? Dither.NONE : Dither.of(~steps);
  }

  boolean isDithered() {
    return stepDither != Dither.NONE || squareDither != Dither.NONE;
  }

  /** Counts a step that has written so many entries. */
  void step(int entries) {
    steps++;
    written += entries;
    work += entries + WORK_PER_STEP;
  }
}
