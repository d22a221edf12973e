package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Queries in parts of about equal size, drawn at random by a seed. A fold is held out while the
 * others are learnt from.
 */
final class QueryFolds {

  private final int[] foldOf;
  private final int count;

  private QueryFolds(int[] foldOf, int count) {
    this.foldOf = foldOf;
    this.count = count;
  }

  static QueryFolds of(int queries, int count, long seed) {
    if (count < 2 || queries < count) {
      throw new InvalidInputException(
          "expected at least 2 folds, and a judged query for each, found "
              + count
              + (count == 1 ? " fold and " : " folds and ")
              + queries
              + (queries == 1 ? " query" : " queries"));
    }
    List<Integer> order = new ArrayList<>();
    for (int query = 0; query < queries; query++) {
      order.add(query);
    }
    Collections.shuffle(order, new Random(seed));
    int[] foldOf = new int[queries];
    for (int place = 0; place < queries; place++) {
      foldOf[order.get(place)] = place % count;
    }
    return new QueryFolds(foldOf, count);
  }

  int count() {
    return count;
  }

  int foldOf(int query) {
    return foldOf[query];
  }

  /** The queries of all other folds. */
  <T> List<T> training(List<T> queries, int fold) {
    return part(queries, fold, false);
  }

  /** The queries of a fold. */
  <T> List<T> heldOut(List<T> queries, int fold) {
    return part(queries, fold, true);
  }

  private <T> List<T> part(List<T> queries, int fold, boolean inside) {
    List<T> part = new ArrayList<>();
    for (int query = 0; query < queries.size(); query++) {
      if ((foldOf[query] == fold) == inside) {
        part.add(queries.get(query));
      }
    }
    return part;
  }
}
