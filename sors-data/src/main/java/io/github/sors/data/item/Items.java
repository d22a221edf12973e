package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All items of a collection, or all queries, in memory and in their order; each has an id of its
 * own, and all vectors have one dimension.
 *
 * <p>Items may lack a label, a text or a vector; {@link #notes} says how many do.
 *
 * <p>Threads: immutable. Failures: an id that occurs twice or is blank, and vectors of different
 * dimensions, throw {@link InvalidInputException}; a number that no item has throws {@link
 * IndexOutOfBoundsException}.
 */
public final class Items {

  private static final int MOST_NAMED = 5;

  private final List<Item> items;
  private final Map<String, Integer> numbers;
  private final int dimension;
  private final List<String> uses;

  private Items(List<Item> items, int dimension, List<String> uses) {
    this.items = items;
    this.dimension = dimension;
    this.uses = uses;
    numbers = new HashMap<>(2 * items.size());
    for (int number = 0; number < items.size(); number++) {
      numbers.put(items.get(number).id(), number);
    }
  }

  /**
   * A collection of these items.
   *
   * @throws InvalidInputException if two have the same id, one has a blank id, or their vectors
   *     have different dimensions
   */
  public static Items of(List<Item> items) {
    ItemChecks checks = new ItemChecks(new ItemNumbers());
    for (int number = 0; number < items.size(); number++) {
      checks.check(items.get(number), "vector", number);
    }
    return new Items(List.copyOf(items), checks.dimension(), List.of());
  }

  /** A collection of items that were checked. */
  static Items ofChecked(List<Item> items, int dimension, List<String> uses) {
    return new Items(Collections.unmodifiableList(items), dimension, uses);
  }

  /** How many items there are. */
  public int size() {
    return items.size();
  }

  /** The item with a number, from 0. */
  public Item get(int number) {
    return items.get(number);
  }

  /** The number of the item with an id; -1 if there is none. */
  public int number(String id) {
    return numbers.getOrDefault(id, -1);
  }

  /** Whether an item has a vector. */
  public boolean hasVectors() {
    return dimension > 0;
  }

  /** How many numbers a vector has; 0 if no item has one. */
  public int dimension() {
    return dimension;
  }

  /** All items, in their order. */
  public List<Item> asList() {
    return items;
  }

  /** How many items have a text, a number or a category. */
  public int withText() {
    return (int) items.stream().filter(Item::hasText).count();
  }

  /** How many items have a label. */
  public int withLabel() {
    return (int) items.stream().filter(item -> !item.label().isEmpty()).count();
  }

  /** How many items have a vector. */
  public int withVector() {
    return (int) items.stream().filter(item -> item.vector() != null).count();
  }

  /** How many items have more than blanks in a field, by its name. */
  public Map<String, Integer> fields() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Item item : items) {
      item.fields()
          .forEach((name, text) -> counts.merge(name, text.isBlank() ? 0 : 1, Integer::sum));
    }
    return counts;
  }

  /**
   * What a user is told about them, line by line: how many there are with text, label and vector,
   * what each column is used for, and which items lack a vector that others have.
   */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    int vectors = withVector();
    notes.add(
        format("%,d items: %s with text, ", size(), count(withText()))
            + format("%s with a label, ", count(withLabel()))
            + (vectors == 0
                ? "none with a vector"
                : format("%s with a vector of %,d numbers", count(vectors), dimension)));
    Map<String, Integer> fields = fields();
    List<String> columns = new ArrayList<>(uses);
    if (!fields.isEmpty()) {
      List<String> counted = new ArrayList<>();
      fields.forEach((name, count) -> counted.add(format("'%s' of %s", name, count(count))));
      columns.add("fields " + String.join(", ", counted));
    }
    if (!columns.isEmpty()) {
      notes.add(String.join("; ", columns));
    }
    if (vectors > 0 && vectors < size()) {
      notes.add(withoutVector(size() - vectors));
    }
    return List.copyOf(notes);
  }

  private String withoutVector(int missing) {
    List<String> named =
        items.stream()
            .filter(item -> item.vector() == null)
            .limit(MOST_NAMED)
            .map(item -> Quotes.shortened(item.id()))
            .toList();
    return format("no vector: %s", String.join(", ", named))
        + (missing > MOST_NAMED ? format(" and %,d more", missing - MOST_NAMED) : "");
  }

  private String count(int count) {
    return count == 0 ? "none" : count == size() ? "all" : format("%,d", count);
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Items that && items.equals(that.items);
  }

  @Override
  public int hashCode() {
    return items.hashCode();
  }

  @Override
  public String toString() {
    return notes().get(0);
  }

  /** Names items of a list by their number. */
  private static final class ItemNumbers implements ItemChecks.Places {

    @Override
    public String full(long place) {
      return "item " + place;
    }

    @Override
    public String seenFrom(long place, long other) {
      return full(place);
    }
  }
}
