package io.github.sors.server.collection;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexView;
import io.github.sors.index.ItemFilter;
import io.github.sors.index.WeightedQuery;
import io.github.sors.search.StrongestPairs;
import java.util.List;

/** A matrix M: queries are expanded to Mᵀx, and the index finds the items by their features. */
record ServedMatrix(BilinearModel model) implements ServedModel {

  private static final int SMALL = 100_000;

  @Override
  public List<IndexHit> search(IndexView items, SparseVector query, int top, ItemFilter filter) {
    return items.search(WeightedQuery.expand(model, query), top, filter);
  }

  @Override
  public void prepare(IndexView items, Runnable betweenItems) {
    // nothing to prepare: a search only needs the index
  }

  @Override
  public boolean isSmall(IndexView items) {
    return model.nonZeros() < SMALL;
  }

  @Override
  public long scoringWork(Triplet triplet) {
    return (long) triplet.query().size() * (triplet.positive().size() + triplet.negative().size());
  }

  @Override
  public long nonZeros() {
    return model.nonZeros();
  }

  @Override
  public double sparsity() {
    return model.sparsity();
  }

  @Override
  public List<StrongestPairs.Pair> strongestPairs(int most) {
    // M starts with the diagonal, so the other pairs show what was learnt
    return StrongestPairs.of(model, most, true);
  }
}
