package io.github.sors.data.record;

import io.github.sors.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * Which columns of JSON lines or CSV, or elements of SGML documents, are not content.
 *
 * <p>Threads: immutable. Failures: one column for both throws {@link
 * io.github.sors.InvalidInputException}.
 *
 * @param labelColumn the column of the class, or null for one called label, class, category or
 *     target, if there is one
 * @param nameColumn the column of the record's name, or null for one called id, _id, docno or name,
 *     if there is one; else a record is called by its line
 * @since 0.1.0
 */
public record RecordOptions(@Nullable String labelColumn, @Nullable String nameColumn) {

  /** Finds the columns by what they are called. */
  public static final RecordOptions DEFAULT = new RecordOptions(null, null);

  /**
   * @throws InvalidInputException if the same column is given for both
   */
  public RecordOptions {
    if (labelColumn != null && labelColumn.equals(nameColumn)) {
      throw new InvalidInputException(
          "expected two columns for the label and the name, found '" + labelColumn + "' for both");
    }
  }
}
