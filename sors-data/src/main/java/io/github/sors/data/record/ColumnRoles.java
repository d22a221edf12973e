package io.github.sors.data.record;

import io.github.sors.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Turns columns into a record: one is the label, one the name, the others are content. */
final class ColumnRoles {

  private static final List<String> LABELS = List.of("label", "class", "category", "target");
  private static final List<String> NAMES = List.of("id", "_id", "docno", "name");

  private final RecordOptions options;

  ColumnRoles(RecordOptions options) {
    this.options = options;
  }

  /**
   * Makes a record.
   *
   * @param columns text by column
   * @param where file and line, for messages
   * @param line the number that names the record if no column does
   */
  TextRecord row(Map<String, String> columns, String where, long line) {
    String labelColumn = find(options.labelColumn(), LABELS, columns, where, "label");
    String nameColumn = find(options.nameColumn(), NAMES, columns, where, "name");
    Map<String, String> fields = new LinkedHashMap<>(columns);
    String label = labelColumn == null ? "" : fields.remove(labelColumn);
    String name = nameColumn == null ? null : fields.remove(nameColumn);
    return new TextRecord(
        name == null || name.isBlank() ? "line " + line : name.strip(), label.strip(), fields);
  }

  private static String find(
      String given, List<String> usual, Map<String, String> columns, String where, String role) {
    if (given != null) {
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
        if (column.toLowerCase(Locale.ROOT).equals(candidate)) {
          return column;
        }
      }
    }
    return null;
  }
}
