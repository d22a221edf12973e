package io.github.sors.ranking;

import io.github.sors.InvalidInputException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * How well documents answer queries, as people judged: a grade for each judged pair.
 *
 * <p>A grade above 0 is relevant, and a larger one is better; 0 and below were judged and found not
 * to be relevant. Keeps the order in which queries and documents were added.
 *
 * <p>Threads: immutable; a builder belongs to one thread. Failures: a second judgement of the same
 * pair throws {@link io.github.sors.InvalidInputException}, and the builder can go on. A pair
 * without a judgement has grade 0.
 */
public final class Judgements {

  private final Map<String, Map<String, Integer>> grades;

  private Judgements(Map<String, Map<String, Integer>> grades) {
    this.grades = grades;
  }

  /** Returns a builder without a judgement. */
  public static Builder builder() {
    return new Builder();
  }

  /** The ids of the queries that have a judgement. */
  public Set<String> queries() {
    return grades.keySet();
  }

  /** The grade of each judged document of a query; empty for a query without judgements. */
  public Map<String, Integer> of(String queryId) {
    return grades.getOrDefault(queryId, Map.of());
  }

  /** The grade of a document for a query, 0 if it was not judged. */
  public int grade(String queryId, String documentId) {
    return of(queryId).getOrDefault(documentId, 0);
  }

  /** The documents of a query whose grade is above 0. */
  public Set<String> relevant(String queryId) {
    Set<String> relevant = new LinkedHashSet<>();
    of(queryId)
        .forEach(
            (document, grade) -> {
              if (grade > 0) {
                relevant.add(document);
              }
            });
    return Collections.unmodifiableSet(relevant);
  }

  /** The number of judged pairs. */
  public long size() {
    return grades.values().stream().mapToLong(Map::size).sum();
  }

  /** The judgements of some queries, in the order of these judgements. */
  public Judgements restrictedTo(Set<String> queryIds) {
    Map<String, Map<String, Integer>> kept = new LinkedHashMap<>(grades);
    kept.keySet().retainAll(queryIds);
    return new Judgements(Collections.unmodifiableMap(kept));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Judgements judgements && grades.equals(judgements.grades);
  }

  @Override
  public int hashCode() {
    return grades.hashCode();
  }

  @Override
  public String toString() {
    return size() + " judgements of " + grades.size() + " queries";
  }

  /** Collects judgements. */
  public static final class Builder {

    private final Map<String, Map<String, Integer>> grades = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Adds a judgement.
     *
     * @throws InvalidInputException if the document was judged for the query before
     */
    public Builder add(String queryId, String documentId, int grade) {
      Map<String, Integer> ofQuery =
          grades.computeIfAbsent(queryId, unseen -> new LinkedHashMap<>());
      Integer before = ofQuery.putIfAbsent(documentId, grade);
      if (before != null) {
        throw new InvalidInputException(
            "query '"
                + queryId
                + "': expected one judgement of document '"
                + documentId
                + "', found two, "
                + before
                + " and "
                + grade);
      }
      return this;
    }

    /** Returns the judgements so far. */
    public Judgements build() {
      Map<String, Map<String, Integer>> copy = new LinkedHashMap<>();
      grades.forEach(
          (query, documents) ->
              copy.put(query, Collections.unmodifiableMap(new LinkedHashMap<>(documents))));
      return new Judgements(Collections.unmodifiableMap(copy));
    }
  }
}
