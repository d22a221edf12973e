package io.github.sors.data.record;

import java.util.Map;
import java.util.Objects;

/**
 * A raw record.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param name its name, such as the name of its file or the number of its line
 * @param label its class; empty if it has none
 * @param fields its texts by the name of their column, in the order of the columns
 */
public record TextRecord(String name, String label, Map<String, String> fields) {

  /** The column of a record that is one text. */
  public static final String TEXT = "text";

  public TextRecord {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(fields, "fields");
  }

  /** A record that is one text. */
  public static TextRecord ofText(String name, String label, String text) {
    return new TextRecord(name, label, Map.of(TEXT, text));
  }
}
