package io.github.sors.data.feedback;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was preferred, and what was not, of the items that were shown for a query.
 *
 * <p>Threads: immutable. Failures: a weight that is not above 0 and finite throws {@link
 * IllegalArgumentException}.
 *
 * @param query the id of the query
 * @param preferred the ids of the items that were preferred
 * @param rejected the ids of the items that were not
 * @param weight how much it counts
 * @param time when it was given; null if unknown
 * @param person who gave it; empty if unknown
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
    if (!(weight > 0 && Double.isFinite(weight))) {
      throw new IllegalArgumentException("expected a weight above 0, found " + weight);
    }
  }
}
