package io.github.sors.data;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Draws some rows of a data set at random so that every class keeps its share.
 *
 * <p>A class with n_c of the n rows gets ⌊size · n_c / n⌋ rows; the remaining rows go, one each, to
 * the classes with the largest remainders, of equal ones to the lower class number first. A class
 * may get none if its share is below one row. Costs O(n + classes · log classes).
 *
 * <p>Threads: any thread may call it. Failures: a negative size throws {@link
 * IllegalArgumentException}; a size above that of the data is not an error.
 */
public final class StratifiedSample {

  private StratifiedSample() {}

  /**
   * Returns {@code size} rows without repetition, in the order they have in the data set, with the
   * same classes and features; the data set itself if it has no more rows than that.
   *
   * <p>The same data, size and seed give the same rows, on every version of Java.
   *
   * @throws IllegalArgumentException if the size is negative
   */
  public static Dataset of(Dataset data, int size, long seed) {
    int[] rows = rows(data, size, seed);
    return rows.length == data.size() ? data : data.select(rows);
  }

  /**
   * Returns the numbers of the rows that {@link #of} takes, ascending.
   *
   * @throws IllegalArgumentException if the size is negative
   */
  public static int[] rows(Dataset data, int size, long seed) {
    if (size < 0) {
      throw new IllegalArgumentException("expected a size of 0 or more, found " + size);
    }
    return size >= data.size()
        ? IntStream.range(0, data.size()).toArray()
        : drawn(data, size, seed);
  }

  private static int[] drawn(Dataset data, int size, long seed) {
    int[][] rowsByClass = rowsByClass(data);
    int[] quotas = quotas(rowsByClass, data.size(), size);
    Random random = new Random(seed);
    int[] chosen = new int[size];
    int count = 0;
    for (int label = 0; label < rowsByClass.length; label++) {
      int[] candidates = rowsByClass[label];
      for (int k = 0; k < quotas[label]; k++) {
        int pick = k + random.nextInt(candidates.length - k);
        chosen[count++] = candidates[pick];
        candidates[pick] = candidates[k];
      }
    }
    Arrays.sort(chosen);
    return chosen;
  }

  private static int[][] rowsByClass(Dataset data) {
    int[] sizes = new int[data.classCount()];
    for (int row = 0; row < data.size(); row++) {
      sizes[data.label(row)]++;
    }
    int[][] rowsByClass = new int[sizes.length][];
    Arrays.setAll(rowsByClass, label -> new int[sizes[label]]);
    int[] filled = new int[sizes.length];
    for (int row = 0; row < data.size(); row++) {
      int label = data.label(row);
      rowsByClass[label][filled[label]++] = row;
    }
    return rowsByClass;
  }

  private static int[] quotas(int[][] rowsByClass, int total, int size) {
    int[] quotas = new int[rowsByClass.length];
    // remainder above, the complement of the class number below: one sort gives the order
    long[] byRemainder = new long[rowsByClass.length];
    int left = size;
    for (int label = 0; label < quotas.length; label++) {
      long share = (long) size * rowsByClass[label].length;
      quotas[label] = (int) (share / total);
      left -= quotas[label];
      byRemainder[label] = (share % total) << 32 | (Integer.MAX_VALUE - label);
    }
    Arrays.sort(byRemainder);
    for (int k = byRemainder.length - 1; left > 0; k--, left--) {
      quotas[Integer.MAX_VALUE - (int) byRemainder[k]]++;
    }
    return quotas;
  }
}
