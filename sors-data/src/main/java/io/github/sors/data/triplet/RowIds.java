package io.github.sors.data.triplet;

import io.github.sors.InvalidInputException;
import io.github.sors.data.Dataset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a data set by id: by name, or by number from 0 as text. A name takes precedence over
 * a number.
 *
 * <p>Threads: immutable. Failures: an id that no row has, or several, throws {@link
 * InvalidInputException}.
 */
public final class RowIds {

  // stands for a name that several rows have
  private static final int AMBIGUOUS = -1;
  private static final int LONGEST_NUMBER = 10;

  private final int size;
  private final Map<String, Integer> byName = new HashMap<>();

  private RowIds(int size, List<String> names) {
    this.size = size;
    for (int row = 0; row < names.size(); row++) {
      byName.merge(names.get(row), row, (first, second) -> AMBIGUOUS);
    }
  }

  /** The ids of the rows of a data set. */
  public static RowIds of(Dataset data) {
    return new RowIds(data.size(), data.rowNames());
  }

  /** The ids of rows without names. */
  public static RowIds ofNumbers(int rows) {
    return new RowIds(rows, List.of());
  }

  /** The number of rows. */
  public int size() {
    return size;
  }

  /**
   * The number of the row that has an id.
   *
   * @throws InvalidInputException if no row has it, or several do
   */
  public int row(String id) {
    Integer named = byName.get(id);
    if (named != null) {
      if (named == AMBIGUOUS) {
        throw new InvalidInputException(
            "expected a row, found a name that several rows have: '"
                + id
                + "'; give row numbers from 0");
      }
      return named;
    }
    long number = number(id);
    if (number < 0 || number >= size) {
      throw new InvalidInputException(
          "expected "
              + (byName.isEmpty() ? "a row number" : "the name of a row or a number")
              + " from 0 to "
              + (size - 1)
              + ", found '"
              + (id.length() > 40 ? id.substring(0, 39) + "…" : id)
              + "'");
    }
    return (int) number;
  }

  /** The number that a text of digits stands for, or -1. */
  private static long number(String id) {
    if (id.isEmpty() || id.length() > LONGEST_NUMBER) {
      return -1;
    }
    long number = 0;
    for (int i = 0; i < id.length(); i++) {
      int digit = id.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }
}
