package io.github.sors.cli.input;

import io.github.sors.data.Dataset;
import java.util.Arrays;

/** The rows that a command works on, and the whole data that they were drawn from. */
public final class SampledRows {

  private final Dataset whole;
  private final int[] numbers;
  private final Dataset used;

  /**
   * Creates a sample.
   *
   * @param whole all rows of the data
   * @param numbers the numbers of the rows to use, ascending; all if there is no sample
   */
  SampledRows(Dataset whole, int[] numbers) {
    this.whole = whole;
    this.numbers = numbers.clone();
    this.used = numbers.length == whole.size() ? whole : whole.select(numbers);
  }

  /** The rows to work on. */
  public Dataset used() {
    return used;
  }

  /** All rows of the data. */
  public Dataset whole() {
    return whole;
  }

  /** The positions of rows of the whole data in the sample; skips rows that are not in it. */
  public int[] among(int[] ofWhole) {
    return Arrays.stream(ofWhole)
        .map(row -> Arrays.binarySearch(numbers, row))
        .filter(position -> position >= 0)
        .toArray();
  }
}
