package io.github.sors.ranking;

import io.github.sors.InvalidInputException;

/**
 * What a person asked for.
 *
 * @param id what judgements, clicks and runs call the query; not blank
 * @param text the words of the query; may be empty
 */
public record SearchQuery(String id, String text) {

  /** Checks the id. */
  public SearchQuery {
    if (id.isBlank()) {
      throw new InvalidInputException("expected the id of a query, found '" + id + "'");
    }
  }
}
