package io.github.sors.data.feedback;

import io.github.sors.Triplet;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was asked, what was preferred and what was not, all by id.
 *
 * <p>Each preferred item is better than each rejected one. Without rejected items the preferred
 * ones are good; without preferred items the rejected ones are bad.
 *
 * <p>Threads: immutable. Failures: a blank query, an item that is blank, no item at all, or a
 * weight that is not one throw {@link IllegalArgumentException}, null {@link NullPointerException}.
 *
 * @param query the id of what was asked: of a query, or of an item
 * @param preferred the ids of items that fit
 * @param rejected the ids of items that fit less
 * @param weight how much it counts, above 0 and at most {@link Triplet#LARGEST_WEIGHT}
 * @param time when it was given; null if unknown
 * @param person who gave it, a person or a session; empty if unknown
 */
public record Feedback(
    String query,
    List<String> preferred,
    List<String> rejected,
    double weight,
    @Nullable Instant time,
    String person) {

  public Feedback {
    preferred = List.copyOf(preferred);
    rejected = List.copyOf(rejected);
    Objects.requireNonNull(person, "person");
    if (query.isBlank()) {
      throw new IllegalArgumentException("expected the id of a query, found a blank one");
    }
    if (preferred.isEmpty() && rejected.isEmpty()) {
      throw new IllegalArgumentException(
          "query '" + query + "': expected preferred or rejected items, found none");
    }
    requireIds(query, preferred);
    requireIds(query, rejected);
    if (!Triplet.isWeight(weight)) {
      throw new IllegalArgumentException(
          "query '"
              + query
              + "': expected a weight above 0 and at most "
              + Triplet.LARGEST_WEIGHT
              + ", found "
              + weight);
    }
  }

  private static void requireIds(String query, List<String> items) {
    for (String item : items) {
      if (item.isBlank()) {
        throw new IllegalArgumentException(
            "query '" + query + "': expected the id of an item, found a blank one");
      }
    }
  }

  /** Feedback of weight 1, at no known time, by nobody in particular. */
  public static Feedback of(String query, List<String> preferred, List<String> rejected) {
    return new Feedback(query, preferred, rejected, 1, null, "");
  }
}
