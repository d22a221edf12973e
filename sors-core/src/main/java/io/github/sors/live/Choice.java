package io.github.sors.live;

import java.util.Objects;

/**
 * One piece of feedback: what a person chose, and what the person skipped, among the items that
 * were shown for a query.
 *
 * <p>Threads: immutable, as long as nobody writes to its arrays. Failures: neither chosen nor
 * skipped items, an item that is both, and a weight out of range throw {@link
 * IllegalArgumentException}.
 *
 * @param <Q> what a query is
 * @param query what was asked
 * @param chosen the numbers of the items that were chosen; empty if all were refused
 * @param skipped the numbers of items that were seen and not chosen
 * @param version the version of the model that ranked what was shown, 0 for the start, or {@link
 *     #UNKNOWN}
 * @param weight the factor of its loss, above 0 and at most {@link #LARGEST_WEIGHT}
 * @param person who chose, to be erased on demand; empty if unknown
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Choice<Q>(
    Q query, int[] chosen, int[] skipped, int version, double weight, String person) {

  /** The version if it is not known which model ranked what was shown. */
  public static final int UNKNOWN = -1;

  /** The largest weight. */
  public static final double LARGEST_WEIGHT = 1e6;

  public Choice {
    Objects.requireNonNull(query, "query");
    Objects.requireNonNull(person, "person");
    if (chosen.length + skipped.length == 0) {
      throw new IllegalArgumentException("expected a chosen or a skipped item, found none");
    }
    for (int item : chosen) {
      for (int other : skipped) {
        if (item == other) {
          throw new IllegalArgumentException("item " + item + " is both chosen and skipped");
        }
      }
    }
    if (!(weight > 0 && weight <= LARGEST_WEIGHT)) {
      throw new IllegalArgumentException(
          "expected a weight above 0 and at most " + LARGEST_WEIGHT + ", found " + weight);
    }
  }

  /** Creates a choice of weight 1 by an unknown person, ranked by an unknown version. */
  public Choice(Q query, int[] chosen, int... skipped) {
    this(query, chosen, skipped, UNKNOWN, 1, "");
  }
}
