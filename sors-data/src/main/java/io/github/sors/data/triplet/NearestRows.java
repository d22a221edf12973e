package io.github.sors.data.triplet;

/**
 * For each of some rows, the nearest other rows of its class and the nearest rows of all other
 * classes: {@link NearestRowsFinder} finds them, and {@link LocalTripletSampler} draws from them.
 *
 * <p>Threads: immutable. Failures: only training rows have neighbours; a row beyond the rows throws
 * {@link IndexOutOfBoundsException}, one that was not learnt from {@link NullPointerException}.
 */
public final class NearestRows {

  // by row of the data set, best first; null for rows that were not requested
  private final int[][] ofOwnClass;
  private final int[][] ofOtherClasses;

  NearestRows(int[][] ofOwnClass, int[][] ofOtherClasses) {
    this.ofOwnClass = ofOwnClass;
    this.ofOtherClasses = ofOtherClasses;
  }

  /** The nearest other rows of a row's class, nearest first. */
  public int[] ofOwnClass(int row) {
    return ofOwnClass[row].clone();
  }

  /** The nearest rows of all other classes, nearest first. */
  public int[] ofOtherClasses(int row) {
    return ofOtherClasses[row].clone();
  }

  /** One of the nearest rows of a row's class, chosen by random bits. */
  int drawOfOwnClass(int row, long bits) {
    return draw(ofOwnClass[row], bits);
  }

  /** One of the nearest rows of all other classes, chosen by random bits. */
  int drawOfOtherClasses(int row, long bits) {
    return draw(ofOtherClasses[row], bits);
  }

  private static int draw(int[] rows, long bits) {
    return rows[CounterRandom.below(rows.length, bits)];
  }
}
