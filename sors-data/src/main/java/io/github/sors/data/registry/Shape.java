package io.github.sors.data.registry;

import io.github.sors.data.Dataset;
import java.util.Locale;

/**
 * How large a data set is.
 *
 * <p>Threads: immutable. Failures: numbers below 1 throw {@link IllegalArgumentException}.
 *
 * @param rows the number of rows
 * @param features the number of features that the rows may have
 * @param classes the number of classes
 */
public record Shape(int rows, int features, int classes) {

  public Shape {
    if (rows < 1 || features < 1 || classes < 1) {
      throw new IllegalArgumentException(
          "expected at least one row, feature and class, found "
              + rows
              + ", "
              + features
              + " and "
              + classes);
    }
  }

  /** The shape of a data set that has at least one row and one feature. */
  public static Shape of(Dataset data) {
    return new Shape(data.size(), data.dimension(), data.classCount());
  }

  /**
   * Whether data of another shape can be this data set: rows and classes are equal, and at most one
   * feature in a hundred is missing, since files do not show features that no row has.
   */
  public boolean admits(Shape other) {
    return other.rows == rows
        && other.classes == classes
        && other.features <= features
        && other.features >= features - features / 100;
  }

  /** As in {@code 2,225 rows, 9,635 features, 5 classes}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%,d rows, %,d features, %,d classes", rows, features, classes);
  }
}
