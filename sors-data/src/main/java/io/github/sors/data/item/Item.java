package io.github.sors.data.item;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that can be found, or asked for: a document, a product, a row, a query.
 *
 * <p>Each part but the id may be missing, as long as what is asked does not need it. Two items are
 * equal if all their parts are, vectors number by number.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param id what feedback and results call it, such as the name of its file or the number of its
 *     line
 * @param label its class; empty if it has none
 * @param fields its texts, numbers and categories by the name of their column, in the order of the
 *     columns
 * @param vector its embedding, which nobody may change; null if it has none
 */
@SuppressWarnings("ArrayRecordComponent") // copies of millions of embeddings help nobody
public record Item(String id, String label, Map<String, String> fields, float @Nullable [] vector) {

  /** The column of an item that is one text. */
  public static final String TEXT = "text";

  public Item {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(label, "label");
    Objects.requireNonNull(fields, "fields");
  }

  /** An item without an embedding. */
  public Item(String id, String label, Map<String, String> fields) {
    this(id, label, fields, null);
  }

  /** An item that is one text. */
  public static Item ofText(String id, String label, String text) {
    return new Item(id, label, Map.of(TEXT, text));
  }

  /** This item with an embedding. */
  public Item withVector(float[] newVector) {
    return new Item(id, label, fields, newVector);
  }

  /** All its texts, numbers and categories in one, in the order of the columns. */
  public String allText() {
    return String.join(" ", fields.values()).strip();
  }

  /** Whether a field has more than blanks. */
  public boolean hasText() {
    return fields.values().stream().anyMatch(text -> !text.isBlank());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Item item
        && id.equals(item.id)
        && label.equals(item.label)
        && fields.equals(item.fields)
        && Arrays.equals(vector, item.vector);
  }

  @Override
  public int hashCode() {
    return 31 * Objects.hash(id, label, fields) + Arrays.hashCode(vector);
  }

  @Override
  public String toString() {
    return "Item[id="
        + id
        + ", label="
        + label
        + ", fields="
        + fields
        + ", vector="
        + Arrays.toString(vector)
        + "]";
  }
}
