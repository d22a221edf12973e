package io.github.sors.server.collection;

import io.github.sors.SparseVector;

/**
 * An upper bound of the memory that a model takes after some comparisons, before they are learnt.
 */
interface LearningBound {

  /** Takes a comparison into account. */
  void add(SparseVector query, SparseVector better, SparseVector worse);

  /**
   * The most bytes that a model takes afterwards.
   *
   * @param now an upper bound of what it takes before, see {@link CollectionLearner#mostBytes}
   */
  long bytesAfter(long now);
}
