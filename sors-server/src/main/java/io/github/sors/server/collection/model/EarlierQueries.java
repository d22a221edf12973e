package io.github.sors.server.collection.model;

import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.List;

/**
 * The latest {@value #MOST} different queries of a collection's feedback, the latest last; fewer if
 * the vectors that are not those of items have more than {@value #MOST_VALUES} values.
 *
 * <p>A query is dropped when its item is changed or removed.
 */
public final class EarlierQueries {

  static final int MOST = 256;
  // 8 MiB
  static final int MOST_VALUES = 1 << 20;
  // as many people may take turns
  private static final int VISITS = 8;

  /**
   * A query.
   *
   * @param item the item that is the query; empty if the query is a vector
   */
  public record Asked(String item, SparseVector vector) {

    boolean isSame(Asked other) {
      return item.equals(other.item) && (!item.isEmpty() || vector.equals(other.vector));
    }
  }

  private final List<Asked> queries = new ArrayList<>();

  /**
   * Whether a query was asked so recently that its feedback belongs with what was learnt then:
   * people who ask at the same time may take turns.
   */
  boolean isOfLatestVisits(Asked query) {
    int known = queries.size();
    // at most half of the queries, or where few come again and again, none would ever be tested
    int visits = known < VISITS ? known : Math.min(VISITS, known / 2);
    return queries.subList(known - visits, known).stream().anyMatch(query::isSame);
  }

  /** Makes a query the latest one. */
  void add(Asked query) {
    queries.removeIf(query::isSame);
    queries.add(query);
    while (queries.size() > MOST || values() > MOST_VALUES) {
      queries.remove(0);
    }
  }

  private long values() {
    return queries.stream()
        .filter(query -> query.item().isEmpty())
        .mapToLong(query -> query.vector().size())
        .sum();
  }

  void itemChanged(String id) {
    queries.removeIf(query -> query.item().equals(id));
  }

  int size() {
    return queries.size();
  }

  Asked get(int number) {
    return queries.get(number);
  }

  /** All of them, the latest last. */
  List<Asked> all() {
    return List.copyOf(queries);
  }

  void restore(List<Asked> before) {
    queries.clear();
    queries.addAll(before);
  }
}
