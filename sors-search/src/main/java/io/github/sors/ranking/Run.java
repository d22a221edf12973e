package io.github.sors.ranking;

import io.github.sors.InvalidInputException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rankings of one search for many queries. Keeps the order of the queries.
 *
 * <p>Threads: immutable. Failures: a second ranking of a query, or a name with blanks, throws
 * {@link io.github.sors.InvalidInputException}.
 */
public final class Run {

  private final String name;
  private final Map<String, Ranking> rankings;

  /**
   * Creates a run.
   *
   * @param name what the run is called, without blanks
   * @throws InvalidInputException if a query has two rankings, or the name has blanks
   */
  public Run(String name, Collection<Ranking> rankings) {
    if (name.isEmpty() || name.chars().anyMatch(Character::isWhitespace)) {
      throw new InvalidInputException(
          "expected the name of a run without blanks, found '" + name + "'");
    }
    this.name = name;
    Map<String, Ranking> byQuery = new LinkedHashMap<>();
    for (Ranking ranking : rankings) {
      if (byQuery.put(ranking.queryId(), ranking) != null) {
        throw new InvalidInputException(
            "run '"
                + name
                + "': expected one ranking per query, found two of '"
                + ranking.queryId()
                + "'");
      }
    }
    this.rankings = Collections.unmodifiableMap(byQuery);
  }

  /** What the run is called. */
  public String name() {
    return name;
  }

  /** The ids of the queries that have a ranking. */
  public Set<String> queries() {
    return rankings.keySet();
  }

  /** The rankings, in the order of the queries. */
  public Collection<Ranking> rankings() {
    return rankings.values();
  }

  /** The ranking of a query. */
  public Optional<Ranking> of(String queryId) {
    return Optional.ofNullable(rankings.get(queryId));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Run run && name.equals(run.name) && rankings.equals(run.rankings);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + rankings.hashCode();
  }

  @Override
  public String toString() {
    return name + ", " + rankings.size() + " queries";
  }
}
