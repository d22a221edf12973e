package io.github.sors.server.collection;

import io.github.sors.BilinearModel;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexView;
import io.github.sors.index.ItemFilter;
import io.github.sors.search.StrongestPairs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A model that a collection serves: it searches items and reports figures. One implementation per
 * kind of model; thread-safe.
 *
 * <p>Threads: any thread may search. Failures: a kind of model that cannot be served throws {@link
 * IllegalArgumentException}, a number of hits below 1 as well.
 */
public interface ServedModel {

  /**
   * Returns a model ready to be served.
   *
   * @param before the previous one, or null; results that are still valid are reused
   */
  static ServedModel of(Model model, @Nullable ServedModel before) {
    if (model instanceof BilinearModel matrix) {
      return new ServedMatrix(matrix);
    }
    if (model instanceof EncoderModel encoder) {
      return ServedEncoder.of(encoder, before);
    }
    throw new IllegalArgumentException("cannot serve a " + model.getClass().getName());
  }

  /** The similarity, without names. */
  Model model();

  /** Returns the items of the highest scores, best first. */
  List<IndexHit> search(IndexView items, SparseVector query, int top, ItemFilter filter);

  /**
   * Computes in advance what searches need.
   *
   * @param betweenItems called after each item, for example to pause
   */
  void prepare(IndexView items, Runnable betweenItems);

  /** Whether it is small enough to be published at once. */
  boolean isSmall(IndexView items);

  /** How many numbers are read to score both items of a triplet. */
  long scoringWork(Triplet triplet);

  /** The entries that are not zero. */
  long nonZeros();

  /** The share of entries that are zero. */
  double sparsity();

  /** The pairs of different features that the model connects most, the strongest first. */
  List<StrongestPairs.Pair> strongestPairs(int most);
}
