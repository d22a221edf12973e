package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the feedback whose queries and items are there, and says which ids are not.
 *
 * <p>Feedback about an unknown query is left out. Unknown items are taken out of the others; what
 * had preferred items and has none any more is left out as a whole, because what is left of a
 * comparison is no dislike.
 *
 * <p>Threads: immutable, as long as nobody changes the sets. Failures: feedback of which nothing is
 * left throws {@link io.github.sors.InvalidInputException}.
 *
 * @param queries the ids of all queries
 * @param items the ids of all items
 */
public record KnownIds(Set<String> queries, Set<String> items) {

  private static final int NAMED = 5;

  /**
   * What is left.
   *
   * @param feedback the feedback that can be used
   * @param notes which ids are not there and how much is left out, a sentence each
   */
  public record Known(List<Feedback> feedback, List<String> notes) {

    public Known {
      feedback = List.copyOf(feedback);
      notes = List.copyOf(notes);
    }
  }

  /**
   * Takes unknown ids out of feedback.
   *
   * @throws InvalidInputException if there is feedback and nothing of it can be used
   */
  public Known in(List<Feedback> feedback) {
    Set<String> unknownQueries = new LinkedHashSet<>();
    Set<String> unknownItems = new LinkedHashSet<>();
    int withoutQuery = 0;
    int withUnknownItems = 0;
    List<Feedback> known = new ArrayList<>(feedback.size());
    for (Feedback one : feedback) {
      boolean allItems = items.containsAll(one.preferred()) && items.containsAll(one.rejected());
      if (!allItems) {
        withUnknownItems++;
        addUnknown(one.preferred(), unknownItems);
        addUnknown(one.rejected(), unknownItems);
      }
      if (!queries.contains(one.query())) {
        withoutQuery++;
        unknownQueries.add(one.query());
      } else if (allItems) {
        known.add(one);
      } else {
        addRest(one, known);
      }
    }
    List<String> notes = new ArrayList<>();
    if (withoutQuery > 0) {
      notes.add(note(withoutQuery, "query", "queries", unknownQueries));
    }
    if (withUnknownItems > 0) {
      notes.add(note(withUnknownItems, "item", "items", unknownItems));
    }
    int lost = feedback.size() - known.size();
    if (known.isEmpty() && lost > 0) {
      throw new InvalidInputException(
          "expected feedback about ids that are there, found none in "
              + feedback.size()
              + (feedback.size() == 1 ? " feedback: " : " feedbacks: ")
              + String.join("; ", notes)
              + ". Ids that are there: queries "
              + examples(queries)
              + "; items "
              + examples(items)
              + ". Check that all files use the same ids");
    }
    if (lost > 0) {
      notes.add("left out " + lost + " of " + feedback.size() + " feedbacks for unknown ids");
    }
    return new Known(known, notes);
  }

  private void addUnknown(List<String> ids, Set<String> unknown) {
    for (String id : ids) {
      if (!items.contains(id)) {
        unknown.add(id);
      }
    }
  }

  private void addRest(Feedback one, List<Feedback> known) {
    List<String> preferred = one.preferred().stream().filter(items::contains).toList();
    List<String> rejected = one.rejected().stream().filter(items::contains).toList();
    boolean isDislike = one.preferred().isEmpty() && !rejected.isEmpty();
    if (!preferred.isEmpty() || isDislike) {
      known.add(
          new Feedback(one.query(), preferred, rejected, one.weight(), one.time(), one.person()));
    }
  }

  private static String note(int feedbacks, String one, String many, Set<String> unknown) {
    return feedbacks
        + (feedbacks == 1 ? " feedback names " : " feedbacks name ")
        + unknown.size()
        + " "
        + (unknown.size() == 1 ? one + " that is" : many + " that are")
        + " not there: "
        + examples(unknown);
  }

  /** The first five ids, and how many more there are. */
  private static String examples(Set<String> ids) {
    if (ids.isEmpty()) {
      return "none";
    }
    String first = ids.stream().limit(NAMED).collect(Collectors.joining(", "));
    return ids.size() <= NAMED ? first : first + " and " + (ids.size() - NAMED) + " more";
  }
}
