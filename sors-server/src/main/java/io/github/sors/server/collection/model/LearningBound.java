package io.github.sors.server.collection.model;

import io.github.sors.SparseVector;

/**
 * An upper bound of the memory that a model takes after some comparisons, before they are learnt.
 */
public interface LearningBound {

  /** Adds a comparison. */
  void add(SparseVector query, SparseVector better, SparseVector worse);

  /**
   * An upper bound of the model's bytes afterwards.
   *
   * @param now an upper bound of its bytes before, see {@link CollectionLearner#mostBytes}
   */
  long bytesAfter(long now);
}
