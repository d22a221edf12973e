package io.github.sors.ranking.learn;

import io.github.sors.SparseVector;
import io.github.sors.data.triplet.TripletSource;
import java.util.List;

/**
 * Triplets and the vectors that their rows are numbers of.
 *
 * @param source the triplets
 * @param vectors the vectors
 * @param answers which documents answer which queries
 */
record TripletVectors(TripletSource source, List<SparseVector> vectors, Answers answers) {

  /** Knows which documents must not be negatives of a query. */
  @FunctionalInterface
  interface Answers {

    /**
     * Whether a document is known to answer a query.
     *
     * @param query the row of the query
     * @param document the row of the document
     */
    boolean contain(int query, int document);
  }
}
