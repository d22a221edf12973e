package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns columns into a record: one is the label, one the name, the others are content. */
final class ColumnRoles {

  private static final List<String> LABELS = List.of("label", "class", "category", "target");
  private static final List<String> NAMES = List.of("id", "_id", "docno", "name");

  private final ItemOptions options;

  ColumnRoles(ItemOptions options) {
    this.options = options;
  }

  /**
   * Makes a record.
   *
   * @param columns text by column
   * @param where file and line, for messages
   * @param line the number that names the record if no column does
   */
  Item row(Map<String, String> columns, String where, long line) {
    String labelColumn =
        find(options.labelColumn(), LABELS, options.nameColumn(), columns, where, "label");
    String nameColumn =
        find(options.nameColumn(), NAMES, options.labelColumn(), columns, where, "name");
    Map<String, String> fields = new LinkedHashMap<>(columns);
    String label = take(labelColumn, fields);
    String name = take(nameColumn, fields);
    return new Item(name.isBlank() ? "line " + line : name.strip(), label.strip(), fields);
  }

  /** Whether a column is neither the label nor the name. */
  boolean isContent(String column) {
    return !isFor(options.labelColumn(), LABELS, column)
        && !isFor(options.nameColumn(), NAMES, column);
  }

  private static boolean isFor(@Nullable String given, List<String> usual, String column) {
    return given == null ? usual.contains(column.toLowerCase(Locale.ROOT)) : given.equals(column);
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
      Map<String, String> columns,
      String where,
      String role) {
    if (given != null) {
      if (given.equals(ItemOptions.NO_COLUMN) && !columns.containsKey(given)) {
        return null;
      }
      if (!columns.containsKey(given)) {
        throw new InvalidInputException(
            where
                + ": expected the "
                + role
                + " column '"
                + given
                + "', found the columns "
                + String.join(", ", columns.keySet()));
      }
      return given;
    }
    for (String candidate : usual) {
      for (String column : columns.keySet()) {
        if (column.toLowerCase(Locale.ROOT).equals(candidate) && !column.equals(others)) {
          return column;
        }
      }
    }
    return null;
  }
}
