package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of items are for, and what stands in files beside them.
 *
 * <p>Columns are the fields of JSON objects, the columns of CSV, and the elements of SGML
 * documents.
 *
 * <p>Threads: immutable. Failures: one column for two roles throws {@link
 * io.github.sors.InvalidInputException}, null columns of content {@link NullPointerException}.
 *
 * @param labelColumn the column of the class, or null for one called label, class, category or
 *     target, if there is one; {@link #NO_COLUMN} if no column has classes
 * @param idColumn the column of the id, or null for one with a usual name, if there is one; else an
 *     item is called by its line
 * @param vectorColumn the column of the embedding, or null for one called vector or embedding, if
 *     there is one
 * @param contentColumns the other columns that will be used, or an empty set for all; lists and
 *     objects in others are skipped, whatever they hold
 * @param vectors a NumPy file with the embeddings of all items in their order, or null
 * @param ids a file with an id on each line, for items of NumPy files, or null
 */
public record ItemOptions(
    @Nullable String labelColumn,
    @Nullable String idColumn,
    @Nullable String vectorColumn,
    Set<String> contentColumns,
    @Nullable Path vectors,
    @Nullable Path ids) {

  /** The column of the label if no column has it. */
  public static final String NO_COLUMN = "none";

  /** Finds the columns by what they are called. */
  public static final ItemOptions DEFAULT = new ItemOptions(null, null);

  /** The options for items all of whose other columns are content. */
  public ItemOptions(@Nullable String labelColumn, @Nullable String idColumn) {
    this(labelColumn, idColumn, null, Set.of(), null, null);
  }

  /**
   * Copies the columns of content.
   *
   * @throws InvalidInputException if the same column is given for two roles
   */
  public ItemOptions {
    contentColumns = Set.copyOf(contentColumns);
    requireDifferent("label", labelColumn, "id", idColumn);
    requireDifferent("label", labelColumn, "vector", vectorColumn);
    requireDifferent("id", idColumn, "vector", vectorColumn);
  }

  private static void requireDifferent(
      String role, @Nullable String column, String otherRole, @Nullable String other) {
    if (column != null && column.equals(other)) {
      throw new InvalidInputException(
          "expected two columns for the "
              + role
              + " and the "
              + otherRole
              + ", found '"
              + column
              + "' for both");
    }
  }

  /** These options with the columns that will be used; none for all. */
  public ItemOptions withContentColumns(Collection<String> columns) {
    return new ItemOptions(labelColumn, idColumn, vectorColumn, Set.copyOf(columns), vectors, ids);
  }

  /** These options with the column of the embedding. */
  public ItemOptions withVectorColumn(@Nullable String column) {
    return new ItemOptions(labelColumn, idColumn, column, contentColumns, vectors, ids);
  }

  /** These options with a NumPy file of embeddings, one row per item, in the order of the items. */
  public ItemOptions withVectors(@Nullable Path file) {
    return new ItemOptions(labelColumn, idColumn, vectorColumn, contentColumns, file, ids);
  }

  /** These options with a file of ids, one per line, for items that are rows of NumPy files. */
  public ItemOptions withIds(@Nullable Path file) {
    return new ItemOptions(labelColumn, idColumn, vectorColumn, contentColumns, vectors, file);
  }

  /** Whether the content of a column matters. */
  boolean isContent(String column) {
    return contentColumns.isEmpty() || contentColumns.contains(column);
  }
}
