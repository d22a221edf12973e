package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a person was shown for a query, from the top down, and what the person chose.
 *
 * <p>Threads: immutable, as long as nobody changes the ranks. Failures: an item that is shown
 * twice, a click on one that was not shown, and ranks that do not ascend from 1 throw {@link
 * io.github.sors.InvalidInputException}.
 *
 * @param query the id of the query
 * @param shown the ids of the items that were shown, by rank
 * @param ranks the rank of each shown item, ascending from 1; empty if they are 1, 2, 3, …
 * @param clicked the ids of those that were clicked, each kept once
 * @param time when it was; null if unknown
 * @param person who it was, a person or a session; empty if unknown
 */
public record Impression(
    String query,
    List<String> shown,
    List<Integer> ranks,
    List<String> clicked,
    @Nullable Instant time,
    String person) {

  private static final int SHORT = 32;

  public Impression {
    shown = List.copyOf(shown);
    ranks = List.copyOf(ranks);
    clicked = clicked.size() < 2 ? List.copyOf(clicked) : clicked.stream().distinct().toList();
    Objects.requireNonNull(query, "query");
    Objects.requireNonNull(person, "person");
    requireRanks(shown, ranks);
    // a page of results is short, and sets would be most of the work
    Collection<String> ids = shown.size() <= SHORT ? shown : new HashSet<>(shown);
    if (ids.size() < shown.size() || ids == shown) {
      requireOnce(shown);
    }
    for (String item : clicked) {
      if (!ids.contains(item)) {
        throw new InvalidInputException(
            "expected clicks on shown items, found one on '" + item + "'");
      }
    }
  }

  private static void requireOnce(List<String> shown) {
    for (int i = 1; i < shown.size(); i++) {
      if (shown.indexOf(shown.get(i)) < i) {
        throw new InvalidInputException(
            "expected each shown item once, found '" + shown.get(i) + "' twice");
      }
    }
  }

  private static void requireRanks(List<String> shown, List<Integer> ranks) {
    if (ranks.isEmpty()) {
      return;
    }
    if (ranks.size() != shown.size()) {
      throw new InvalidInputException(
          "expected a rank for each of " + shown.size() + " items, found " + ranks.size());
    }
    int above = 0;
    for (int i = 0; i < ranks.size(); i++) {
      int rank = ranks.get(i);
      if (rank <= above) {
        throw new InvalidInputException(
            above == 0
                ? "expected ranks from 1, found " + rank + " for '" + shown.get(i) + "'"
                : "expected one item per rank, found rank " + above + " twice");
      }
      above = rank;
    }
  }

  /** The rank of a shown item by its place from 0. */
  public int rank(int place) {
    return ranks.isEmpty() ? place + 1 : ranks.get(place);
  }
}
