package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All items of a collection, numbered in their order.
 *
 * <p>Threads: immutable. Failures: an id that occurs twice, and vectors of different lengths, throw
 * {@link InvalidInputException}.
 */
public final class Items {

  private final List<Item> list;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final int dimension;

  private Items(List<Item> list) {
    this.list = List.copyOf(list);
    int length = 0;
    for (int number = 0; number < this.list.size(); number++) {
      Item item = this.list.get(number);
      if (numbers.put(item.id(), number) != null) {
        throw new InvalidInputException(
            "expected each item once, found the id '" + item.id() + "' twice");
      }
      float[] vector = item.vector();
      if (vector != null && length != 0 && vector.length != length) {
        throw new InvalidInputException(
            "item '"
                + item.id()
                + "': expected a vector of "
                + length
                + " numbers as before, found "
                + vector.length);
      }
      length = vector == null ? length : vector.length;
    }
    this.dimension = length;
  }

  /** Numbers items in their order. */
  public static Items of(List<Item> items) {
    return new Items(new ArrayList<>(items));
  }

  /** How many there are. */
  public int size() {
    return list.size();
  }

  /** The item with a number. */
  public Item get(int number) {
    return list.get(number);
  }

  /** The number of the item with an id, or -1. */
  public int number(String id) {
    return numbers.getOrDefault(id, -1);
  }

  /** Whether an item has a vector. */
  public boolean hasVectors() {
    return dimension > 0;
  }

  /** The length of the vectors, 0 if there is none. */
  public int dimension() {
    return dimension;
  }

  /** All items, in their order. */
  public List<Item> asList() {
    return list;
  }
}
