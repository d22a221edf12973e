package io.github.sors.data.feedback;

import io.github.sors.data.item.Item;
import java.util.List;

/**
 * What was read from a file of feedback.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param feedback the feedback, in the order of the file
 * @param queries the queries that the file itself brings, each once: a log of clicks has their
 *     texts
 * @param notes what was left out and how much of it, a sentence each
 */
public record FeedbackFile(List<Feedback> feedback, List<Item> queries, List<String> notes) {

  public FeedbackFile {
    feedback = List.copyOf(feedback);
    queries = List.copyOf(queries);
    notes = List.copyOf(notes);
  }
}
