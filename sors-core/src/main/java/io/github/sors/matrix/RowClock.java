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
  private static final double EXCESS_OF_ONE_STEP = 1024;
  private static final double SMALLEST_EXCESS = 0.25;
  private static final double LAST_EXCESS = 256;
  // settling looks at an entry at most so many times for each time that one is written
  private static final long LOOKS_PER_WRITE = 8;
  // rows with more steps than so many per column they step on have met each gradient many times
  private static final double STEPS_PER_COLUMN = 256;
  // from so many steps on, sums of squares are dithered, and steps that are small beside others
  private static final long MANY_STEPS = 1 << 12;
  private static final long MANY_SQUARES = 1 << 13;
  private static final double SMALL_STEP = 0x1p-18;

  /** The time on the matrix's clock from which the row's shrinkage counts. */
  double origin;

  /** The steps that the row has taken. */
  long steps;

  /** The entries that these steps have written. */
  long written;

  /** Those of them that were written since the row settled. */
  long writtenSinceSettled;

  /** How the next step rounds entries, and sums of squares. */
  float stepDither;

  float squareDither;

  /** How long the row's shrinkage has added up. */
  double age(double now) {
    return Math.max(0, now - origin);
  }

  /**
   * Whether {@link #settles} is worth asking.
   *
   * @param shrunk lambda times the {@link #age}
   * @param addend the typical magnitude of what a step is about to add, times σ in an adaptive row
   * @param columns the number of columns that there are
   */
  boolean maySettle(double shrunk, double addend, int columns) {
    // the values to be written are hardly smaller than what is added
    return shrunk > SMALLEST_EXCESS * addend && shrunk > limit(columns) * addend;
  }

  /**
   * Whether the row settles before the step.
   *
   * @param excess by how much the thresholds outweigh the values that are about to be written
   */
  boolean settles(double excess, int columns) {
    return excess > limit(columns);
  }

  private double limit(int columns) {
    boolean affordable = LOOKS_PER_WRITE * writtenSinceSettled >= Math.min(columns, written);
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
    writtenSinceSettled = 0;
    return taken;
  }

  /**
   * Decides how the next step rounds.
   *
   * @param addend as of {@link #maySettle}
   * @param largest the largest that any step has added to any entry
   */
  void decideRounding(double addend, double largest) {
    if (steps < STEPS_PER_COLUMN) {
      stepDither = Dither.NONE;
      squareDither = Dither.NONE;
      return;
    }
    boolean small = steps >= MANY_STEPS && addend < SMALL_STEP * largest;
    boolean narrow = (double) steps * steps > STEPS_PER_COLUMN * written;
    stepDither = small || narrow ? Dither.of(steps) : Dither.NONE;
    squareDither = narrow || steps >= MANY_SQUARES ? Dither.of(steps) : Dither.NONE;
  }

  /** Counts a step that has written so many entries. */
  void step(int entries) {
    steps++;
    written += entries;
    writtenSinceSettled += entries;
  }
}
