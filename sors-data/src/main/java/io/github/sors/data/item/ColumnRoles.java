package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Turns the columns of one file into items: one column is the label, one the id, one the vector,
 * the others are content.
 *
 * <p>Either every item of a file has an id or none. A column called {@code query} is called {@code
 * text} if there is none of that name, as files of queries have it.
 */
final class ColumnRoles {

  private static final List<String> LABELS = List.of("label", "class", "category", "target");
  private static final List<String> IDS =
      List.of(
          "id",
          "_id",
          "docno",
          "doc_id",
          "docid",
          "item_id",
          "product_id",
          "query_id",
          "qid",
          "sku",
          "name");
  private static final List<String> VECTORS = List.of("vector", "embedding");
  private static final String QUERY = "query";

  private final ItemOptions options;
  private @Nullable String usedLabel;
  private @Nullable String usedId;
  private @Nullable String usedVector;
  // the line of the first item, 0 before it
  private long firstLine;

  ColumnRoles(ItemOptions options) {
    this.options = options;
  }

  /** Whether a name is one that a column of an item usually has. */
  boolean isUsual(String column) {
    String name = column.strip().toLowerCase(Locale.ROOT);
    return IDS.contains(name)
        || LABELS.contains(name)
        || VECTORS.contains(name)
        || List.of(Item.TEXT, "title", QUERY).contains(name)
        || column.equals(options.idColumn())
        || column.equals(options.labelColumn())
        || column.equals(options.vectorColumn())
        || options.contentColumns().contains(column);
  }

  /** Whether a column has vectors. */
  boolean isVector(String column) {
    return options.vectorColumn() == null
        ? VECTORS.contains(column.toLowerCase(Locale.ROOT))
            && !column.equals(options.labelColumn())
            && !column.equals(options.idColumn())
        : column.equals(options.vectorColumn());
  }

  /** Remembers where vectors come from; there is one column of them. */
  void useVector(String column, String where) {
    if (usedVector != null && !usedVector.equals(column)) {
      throw new InvalidInputException(
          where
              + ": expected one column of vectors, found '"
              + usedVector
              + "' and '"
              + column
              + "': leave one of them out");
    }
    usedVector = column;
  }

  /** What the vector is called. */
  String vectorName() {
    return usedVector == null ? VECTORS.get(0) : usedVector;
  }

  /** The column of the id among some, or null if there is none. */
  @Nullable String idColumn(Collection<String> columns, String where) {
    return find(options.idColumn(), IDS, options.labelColumn(), columns, where, "id");
  }

  /**
   * Makes an item.
   *
   * @param columns text by column, without the vector
   * @param where file and line, for messages
   * @param line the number that the item is called by if no column does
   */
  Item item(Map<String, String> columns, float @Nullable [] vector, String where, long line) {
    String labelColumn =
        find(options.labelColumn(), LABELS, options.idColumn(), columns.keySet(), where, "label");
    String idColumn = idColumn(columns.keySet(), where);
    Map<String, String> fields = new LinkedHashMap<>(columns);
    String label = take(labelColumn, fields);
    String id = take(idColumn, fields);
    requireIdsOfAll(idColumn, id, where);
    usedLabel = labelColumn == null ? usedLabel : labelColumn;
    firstLine = firstLine == 0 ? line : firstLine;
    if (fields.containsKey(QUERY)
        && !fields.containsKey(Item.TEXT)
        && !options.contentColumns().contains(QUERY)) {
      fields.put(Item.TEXT, fields.remove(QUERY));
    }
    return new Item(idColumn == null ? "line " + line : id.strip(), label.strip(), fields, vector);
  }

  private void requireIdsOfAll(@Nullable String idColumn, String id, String where) {
    if (idColumn == null && usedId != null) {
      throw new InvalidInputException(
          where
              + ": expected an id in '"
              + usedId
              + "', as in line "
              + firstLine
              + ", found none: give each item an id");
    }
    if (idColumn != null && id.isBlank()) {
      throw new InvalidInputException(
          where + ": expected an id in '" + idColumn + "', found none: give each item an id");
    }
    if (idColumn != null && usedId == null && firstLine > 0) {
      throw new InvalidInputException(
          where
              + ": found the id "
              + Quotes.quote(id)
              + ", but line "
              + firstLine
              + " has none: give each item an id");
    }
    usedId = idColumn;
  }

  /** What columns were used for. */
  List<String> uses() {
    List<String> uses = new ArrayList<>();
    uses.add(usedId == null ? "ids from line numbers" : "id from '" + usedId + "'");
    if (usedLabel != null) {
      uses.add("label from '" + usedLabel + "'");
    }
    if (usedVector != null) {
      uses.add("vector from '" + usedVector + "'");
    }
    return uses;
  }

  /** Removes a column and returns its text; empty if there is none. */
  private static String take(@Nullable String column, Map<String, String> fields) {
    String text = column == null ? null : fields.remove(column);
    return text == null ? "" : text;
  }

  /** The column of a role: the given one, or a usual one that is not given for the other role. */
  private static @Nullable String find(
      @Nullable String given,
      List<String> usual,
      @Nullable String others,
      Collection<String> columns,
      String where,
      String role) {
    if (given != null) {
      if (given.equals(ItemOptions.NO_COLUMN) && !columns.contains(given)) {
        return null;
      }
      if (!columns.contains(given)) {
        throw new InvalidInputException(
            where
                + ": expected the "
                + role
                + " column '"
                + given
                + "', found the columns "
                + String.join(", ", columns));
      }
      return given;
    }
    for (String candidate : usual) {
      for (String column : columns) {
        if (column.equalsIgnoreCase(candidate) && !column.equals(others)) {
          return column;
        }
      }
    }
    return null;
  }
}
