package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of JSON lines or CSV, or the elements of SGML documents, are for.
 *
 * <p>Threads: immutable. Failures: one column for label and name throws {@link
 * io.github.sors.InvalidInputException}, null columns of content {@link NullPointerException}.
 *
 * @param labelColumn the column of the class, or null for one called label, class, category or
 *     target, if there is one; {@link #NO_COLUMN} if no column has classes
 * @param nameColumn the column of the record's name, or null for one called id, _id, docno or name,
 *     if there is one; else a record is called by its line
 * @param contentColumns the columns that will be used, or an empty set for all; lists and objects
 *     in other columns of JSON are skipped, whatever they hold
 */
public record ItemOptions(
    @Nullable String labelColumn, @Nullable String nameColumn, Set<String> contentColumns) {

  /** The column of the label or the name if no column has it. */
  public static final String NO_COLUMN = "none";

  /** Finds the columns by what they are called. */
  public static final ItemOptions DEFAULT = new ItemOptions(null, null);

  /** The options for records all of whose other columns are content. */
  public ItemOptions(@Nullable String labelColumn, @Nullable String nameColumn) {
    this(labelColumn, nameColumn, Set.of());
  }

  /**
   * Copies the columns of content.
   *
   * @throws InvalidInputException if the same column is given for label and name
   */
  public ItemOptions {
    contentColumns = Set.copyOf(contentColumns);
    if (labelColumn != null && labelColumn.equals(nameColumn)) {
      throw new InvalidInputException(
          "expected two columns for the label and the name, found '" + labelColumn + "' for both");
    }
  }

  /** These options with the columns that will be used; none for all. */
  public ItemOptions withContentColumns(Collection<String> columns) {
    return new ItemOptions(labelColumn, nameColumn, Set.copyOf(columns));
  }

  /** Whether the content of a column matters. */
  boolean isContent(String column) {
    return contentColumns.isEmpty() || contentColumns.contains(column);
  }
}
