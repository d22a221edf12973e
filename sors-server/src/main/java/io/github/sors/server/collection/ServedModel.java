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

/**
 * A model as a collection serves it: how items are found with it, and its figures. One
 * implementation per kind of model; may be shared by threads.
 */
public interface ServedModel {

  /**
   * Returns how a model is served.
   *
   * @param before what was served before, or null: what it has worked out is used again as far as
   *     it still holds
   */
  static ServedModel of(Model model, ServedModel before) {
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
   * Works out what searches would otherwise have to.
   *
   * @param betweenItems what to do after each item, such as resting
   */
  void prepare(IndexView items, Runnable betweenItems);

  /** Whether it is so small that publishing it never takes long. */
  boolean isSmall(IndexView items);

  /** The numbers that scoring both items of a triplet looks at. */
  long scoringWork(Triplet triplet);

  /** The entries that are not zero. */
  long nonZeros();

  /** The share of what could be there that is zero. */
  double sparsity();

  /** The pairs of different features that the model connects most, the strongest first. */
  List<StrongestPairs.Pair> strongestPairs(int most);
}
