package io.github.sors.ranking.signal;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A query for which people chose items.
 *
 * @param id what feedback calls it
 * @param text what was asked; may be empty
 * @param vector its embedding, of length 1; null if it has none
 * @param items the items that people preferred, with a weight above 0, and those that they
 *     rejected, with one below 0, by id
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record JudgedQuery(
    String id, String text, float @Nullable [] vector, Map<String, Double> items) {

  /** Copies the items. */
  public JudgedQuery {
    items = new TreeMap<>(items);
  }
}
