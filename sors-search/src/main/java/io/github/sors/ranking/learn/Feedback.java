package io.github.sors.ranking.learn;

import io.github.sors.SparseVector;

/**
 * Expansion of a query by documents: β |q|/|F| F, where F has the strongest terms of the mean of
 * the documents. With documents that are known to be relevant this is Rocchio's method; with the
 * best documents of a first search, weighted by their scores, it is pseudo-relevance feedback as
 * RM3 does it. Lengths are those of {@link SearchCollection#length}.
 *
 * <p>Threads: immutable. Failures: values are not checked here.
 *
 * @param beta how much the documents count
 * @param terms how many terms are added at most
 * @param documents how many of the best documents are taken where none is known to be relevant
 */
public record Feedback(double beta, int terms, int documents) {

  /** Rocchio's method for known relevant documents. */
  public static final Feedback ROCCHIO = new Feedback(2, 100, 1);

  /** Feedback of the best documents of a first search, the counterpart of RM3. */
  public static final Feedback RM3 = new Feedback(1, 20, 5);

  /** What documents that are known to be relevant add to a query; nothing without any. */
  SparseVector ofRelevant(SearchCollection collection, SparseVector query, int[] relevant) {
    TermWeights sum = TermWeights.none(collection.terms());
    for (int document : relevant) {
      sum.plus(1, collection.documents().get(document));
    }
    return scaled(collection, query, sum);
  }

  /** What the documents with the best scores add to a query. */
  SparseVector ofBest(SearchCollection collection, SparseVector query, double[] scores) {
    TermWeights sum = TermWeights.none(collection.terms());
    for (int document : collection.best(scores, documents)) {
      sum.plus(Math.max(0, scores[document]), collection.documents().get(document));
    }
    return scaled(collection, query, sum);
  }

  private SparseVector scaled(SearchCollection collection, SparseVector query, TermWeights sum) {
    SparseVector strongest = sum.strongest(terms);
    double length = collection.length(strongest);
    return length == 0
        ? SparseVector.EMPTY
        : TermWeights.none(collection.terms())
            .plus(beta * collection.length(query) / length, strongest)
            .all();
  }
}
