package io.github.sors.index;

import io.github.sors.BilinearModel;
import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Scores every item with the model itself and sorts: what the index has to equal. */
final class BruteForce {

  static final Comparator<IndexHit> BEST_FIRST =
      Comparator.comparingDouble((IndexHit hit) -> -hit.score()).thenComparing(IndexHit::id);

  private BruteForce() {}

  static List<IndexHit> search(
      BilinearModel model,
      SparseVector query,
      Collection<IndexedItem> items,
      int top,
      Predicate<IndexedItem> accepted) {
    Similarity.ItemScorer scorer = model.scorerFor(query);
    return items.stream()
        .filter(accepted)
        .map(item -> new IndexHit(item.id(), item.label(), scorer.score(item.vector())))
        .sorted(BEST_FIRST)
        .limit(top)
        .toList();
  }
}
