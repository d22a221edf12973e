package io.github.sors.adapter;

import java.util.Arrays;
import java.util.BitSet;

/**
 * A choice that is learnt again from time to time.
 *
 * @param query of unit length
 * @param first the items that stood first by the start when the choice came
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LoggedChoice(
    float[] query, int[] chosen, int[] skipped, int[] first, double weight, String person) {

  /** A hash of the query's numbers. */
  long hash() {
    return AdapterLearner.contentHash(query);
  }

  boolean names(BitSet items) {
    return anyOf(chosen, items) || anyOf(skipped, items);
  }

  private static boolean anyOf(int[] numbers, BitSet items) {
    return Arrays.stream(numbers).anyMatch(items::get);
  }

  LoggedChoice without(BitSet items) {
    if (!anyOf(first, items)) {
      return this;
    }
    int[] left = Arrays.stream(first).filter(item -> !items.get(item)).toArray();
    return new LoggedChoice(query, chosen, skipped, left, weight, person);
  }
}
