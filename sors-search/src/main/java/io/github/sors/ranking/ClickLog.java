package io.github.sors.ranking;

import io.github.sors.InvalidInputException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What people were shown and what they clicked. Keeps the order of the log.
 *
 * <p>Threads: immutable. Failures: a query id that stands for two texts throws {@link
 * io.github.sors.InvalidInputException}.
 */
public final class ClickLog {

  private final List<Impression> impressions;
  private final Map<String, SearchQuery> queries;

  /**
   * Creates a log.
   *
   * @throws InvalidInputException if a query's id stands for two texts
   */
  public ClickLog(Collection<Impression> impressions) {
    this.impressions = List.copyOf(impressions);
    this.queries = new LinkedHashMap<>();
    for (Impression impression : this.impressions) {
      SearchQuery query = impression.query();
      SearchQuery before = queries.putIfAbsent(query.id(), query);
      if (before != null && !before.equals(query)) {
        throw new InvalidInputException(
            "query '"
                + query.id()
                + "': expected one text per id, found '"
                + before.text()
                + "' and '"
                + query.text()
                + "'");
      }
    }
  }

  /** All impressions. */
  public List<Impression> impressions() {
    return impressions;
  }

  /** Each query once, in the order of its first impression. */
  public List<SearchQuery> queries() {
    return List.copyOf(queries.values());
  }
}
