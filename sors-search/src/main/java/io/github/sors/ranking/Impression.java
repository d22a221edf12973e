package io.github.sors.ranking;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What one person was shown for a query, and what the person clicked.
 *
 * <p>Threads: immutable. Failures: a document that is shown twice, a click on one that was not
 * shown, or a rank below 1, throws {@link io.github.sors.InvalidInputException}.
 *
 * @param query the query
 * @param shown the documents, by rank
 * @param clicked those of the shown documents that were clicked
 */
public record Impression(SearchQuery query, List<Shown> shown, Set<String> clicked) {

  /**
   * A document on the page of results.
   *
   * @param rank its place, from 1
   */
  public record Shown(String id, int rank) {

    /** Checks the rank. */
    public Shown {
      if (rank < 1) {
        throw new InvalidInputException(
            "document '" + id + "': expected a rank from 1, found " + rank);
      }
    }
  }

  /** Sorts the documents by rank and checks that each is shown once and each click was shown. */
  public Impression {
    List<Shown> sorted = new ArrayList<>(shown);
    sorted.sort(Comparator.comparingInt(Shown::rank));
    Set<String> ids = new LinkedHashSet<>();
    for (Shown document : sorted) {
      if (!ids.add(document.id())) {
        throw new InvalidInputException(
            "expected each shown document once, found '" + document.id() + "' twice");
      }
    }
    for (String click : clicked) {
      if (!ids.contains(click)) {
        throw new InvalidInputException(
            "expected clicks on shown documents, found one on '" + click + "'");
      }
    }
    shown = List.copyOf(sorted);
    clicked = Collections.unmodifiableSet(new LinkedHashSet<>(clicked));
  }

  /** Creates an impression of documents that were shown from rank 1 on. */
  public static Impression of(SearchQuery query, List<String> shown, Collection<String> clicked) {
    List<Shown> ranked = new ArrayList<>(shown.size());
    for (String id : shown) {
      ranked.add(new Shown(id, ranked.size() + 1));
    }
    return new Impression(query, ranked, new LinkedHashSet<>(clicked));
  }

  /**
   * The documents above the last click that were not clicked: the person has most likely looked at
   * them and passed on.
   */
  public Set<String> skipped() {
    int last = 0;
    for (Shown document : shown) {
      last = clicked.contains(document.id()) ? document.rank() : last;
    }
    Set<String> skipped = new LinkedHashSet<>();
    for (Shown document : shown) {
      if (document.rank() < last && !clicked.contains(document.id())) {
        skipped.add(document.id());
      }
    }
    return Collections.unmodifiableSet(skipped);
  }
}
