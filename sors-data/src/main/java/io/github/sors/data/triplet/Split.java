package io.github.sors.data.triplet;

import io.github.sors.InvalidInputException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Two parts of the rows of a data set: those to learn from and those held out for a test.
 *
 * <p>Both are in ascending order, share no row and together hold every row.
 *
 * <p>Threads: immutable. Failures: a share out of range throws {@link
 * io.github.sors.InvalidInputException}.
 */
public final class Split {

  // separates the stream of the split from other streams with the same seed
  private static final long STREAM = 1;

  private final int[] train;
  private final int[] test;

  private Split(int[] train, int[] test) {
    this.train = train;
    this.test = test;
  }

  /**
   * Holds out a share of every class at random.
   *
   * <p>Of a class with n rows ⌊(1 - holdout) · n⌋ are for training and the others for the test, but
   * at least one for each if n ≥ 2; a single row is for training. A share of 0 holds out nothing.
   * The share is used as a decimal number: of 10 rows, 0.8 leaves 2, though in binary 1 - 0.8 is
   * less than 0.2.
   *
   * <p>The split of a class depends only on its label, its rows, the share and the seed, not on
   * other classes.
   *
   * @param labels the class of every row
   * @param holdout from 0 to below 1
   * @throws InvalidInputException if the share is not in that range
   */
  public static Split perClass(int[] labels, double holdout, long seed) {
    requireShare(holdout);
    BigDecimal trainShare = BigDecimal.ONE.subtract(BigDecimal.valueOf(holdout));
    RowsByClass grouped = new RowsByClass(labels, IntStream.range(0, labels.length).toArray());
    int[] train = new int[labels.length];
    int[] test = new int[labels.length];
    int trainCount = 0;
    int testCount = 0;
    long key = CounterRandom.bits(seed, STREAM);
    for (int c = 0; c < grouped.classes(); c++) {
      int[] rows =
          shuffled(grouped, c, CounterRandom.bits(key, labels[grouped.row(grouped.start(c))]));
      int kept = trainingRows(rows.length, trainShare);
      System.arraycopy(rows, 0, train, trainCount, kept);
      System.arraycopy(rows, kept, test, testCount, rows.length - kept);
      trainCount += kept;
      testCount += rows.length - kept;
    }
    return new Split(sorted(train, trainCount), sorted(test, testCount));
  }

  /** Checks a share to hold out. */
  public static void requireShare(double holdout) {
    if (!(holdout >= 0 && holdout < 1)) {
      throw new InvalidInputException(
          "expected a share to hold out from 0 to below 1, found "
              + holdout
              + "; 0.3 keeps 30 of 100 rows for the test");
    }
  }

  private static int trainingRows(int rows, BigDecimal share) {
    if (rows == 1 || share.compareTo(BigDecimal.ONE) == 0) {
      return rows;
    }
    int floor =
        share.multiply(BigDecimal.valueOf(rows)).setScale(0, RoundingMode.FLOOR).intValueExact();
    return Math.min(Math.max(floor, 1), rows - 1);
  }

  private static int[] shuffled(RowsByClass grouped, int classNumber, long key) {
    int[] rows = new int[grouped.size(classNumber)];
    for (int k = 0; k < rows.length; k++) {
      rows[k] = grouped.row(grouped.start(classNumber) + k);
    }
    for (int k = rows.length - 1; k > 0; k--) {
      int other = CounterRandom.below(k + 1, CounterRandom.bits(key, k));
      int row = rows[k];
      rows[k] = rows[other];
      rows[other] = row;
    }
    return rows;
  }

  private static int[] sorted(int[] rows, int count) {
    int[] sorted = Arrays.copyOf(rows, count);
    Arrays.sort(sorted);
    return sorted;
  }

  /** The rows to learn from, ascending. */
  public int[] train() {
    return train.clone();
  }

  /** The rows held out for the test, ascending; may be empty. */
  public int[] test() {
    return test.clone();
  }
}
