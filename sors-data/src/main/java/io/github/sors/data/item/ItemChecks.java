package io.github.sors.data.item;

import io.github.sors.InvalidInputException;
import java.util.HashMap;
import java.util.Map;

/** Checks that each item has an id of its own, and that all vectors have one dimension. */
final class ItemChecks {

  /** Names places in messages. */
  interface Places {

    /** A place as the start of a message, such as {@code shop.csv, line 3}. */
    String full(long place);

    /** A place in a message about another, such as {@code line 3}. */
    String seenFrom(long place, long other);
  }

  private final Places places;
  private final Map<String, Long> placeById = new HashMap<>();
  private int dimension;

  ItemChecks(Places places) {
    this.places = places;
  }

  /**
   * Checks an item.
   *
   * @param vectorName what its vector is called
   */
  void check(Item item, String vectorName, long place) {
    if (item.id().isBlank()) {
      throw error(place, "expected an id, found '" + item.id() + "': give each item an id");
    }
    Long before = placeById.putIfAbsent(item.id(), place);
    if (before != null) {
      throw error(
          place,
          "expected each id once, found "
              + Quotes.quote(item.id())
              + ", which "
              + places.seenFrom(before, place)
              + " has: give each item an id of its own");
    }
    float[] vector = item.vector();
    if (vector == null) {
      return;
    }
    if (dimension == 0) {
      dimension = vector.length;
    }
    if (vector.length != dimension) {
      throw error(
          place,
          "expected "
              + dimension
              + " numbers in '"
              + vectorName
              + "', found "
              + vector.length
              + ": take all vectors from one model");
    }
  }

  /** How many numbers a vector has; 0 before the first. */
  int dimension() {
    return dimension;
  }

  /** How many items were checked. */
  int size() {
    return placeById.size();
  }

  private InvalidInputException error(long place, String problem) {
    return new InvalidInputException(places.full(place) + ": " + problem);
  }
}
