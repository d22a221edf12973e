package io.github.sors.ranking;

import io.github.sors.InvalidInputException;
import java.util.Map;

/**
 * What a person asked for.
 *
 * <p>Threads: immutable. Failures: an empty id throws {@link io.github.sors.InvalidInputException}.
 *
 * @param id what judgements, clicks and runs call the query; not blank
 * @param text the words of the query; may be empty
 * @param fields what else is known of it, such as the department of the person, by name
 */
public record SearchQuery(String id, String text, Map<String, String> fields) {

  /** Checks the id and copies the fields. */
  public SearchQuery {
    fields = Map.copyOf(fields);
    if (id.isBlank()) {
      throw new InvalidInputException("expected the id of a query, found '" + id + "'");
    }
  }

  /** A query of words alone. */
  public SearchQuery(String id, String text) {
    this(id, text, Map.of());
  }
}
