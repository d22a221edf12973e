package io.github.sors.bench.embedding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Queries in five parts; each part is measured with what was learnt from the others. */
final class QueryFolds {

  static final int FOLDS = 5;

  private final List<Integer> order = new ArrayList<>();

  QueryFolds(int queries, long seed) {
    IntStream.range(0, queries).forEach(order::add);
    Collections.shuffle(order, new Random(seed));
  }

  int[] tested(int fold) {
    return queries(fold, true);
  }

  int[] learnt(int fold) {
    return queries(fold, false);
  }

  private int[] queries(int fold, boolean isTested) {
    return IntStream.range(0, order.size())
        .filter(place -> (place % FOLDS == fold) == isTested)
        .map(order::get)
        .toArray();
  }
}
