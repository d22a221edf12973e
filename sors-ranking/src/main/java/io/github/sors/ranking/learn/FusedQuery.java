package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;

/**
 * One query, ready to be ranked by any {@link Fusion}. What several fusions share is computed once.
 * Belongs to one thread.
 */
public final class FusedQuery {

  private final SearchCollection collection;
  private final SparseVector query;
  private final SparseVector learnt;
  private final double[] bm25;
  private final double[] learntScores;

  /**
   * Prepares a query.
   *
   * @param query the counts of its terms
   * @param model M, learnt from M₁ = I
   */
  public FusedQuery(SearchCollection collection, SparseVector query, BilinearModel model) {
    this.collection = collection;
    this.query = query;
    this.learnt = terms().plus(1, model.expand(query)).plus(-1, query).all();
    this.bm25 = collection.scores(query);
    this.learntScores = collection.scores(learnt);
  }

  private TermWeights terms() {
    return TermWeights.none(collection.terms());
  }

  /** The learnt part Δ = (M − I)ᵀq. */
  public SparseVector learnt() {
    return learnt;
  }

  /** The weights w of all terms. */
  public SparseVector weights(Fusion fusion) {
    SparseVector first = firstWeights(fusion);
    return fusion.beta() == 0
        ? first
        : terms().plus(1, first).plus(1, feedback(fusion, firstScores(fusion))).all();
  }

  private SparseVector firstWeights(Fusion fusion) {
    TermWeights weights = terms().plus(1, query).plus(fusion.alpha(), learnt);
    return fusion.terms() == Fusion.ALL_TERMS ? weights.all() : weights.strongest(fusion.terms());
  }

  private SparseVector feedback(Fusion fusion, double[] scores) {
    Feedback usual = Feedback.RM3;
    return new Feedback(fusion.beta(), usual.terms(), usual.documents())
        .ofBest(collection, query, scores);
  }

  /** The scores of all documents, Σ wⱼ yⱼ. */
  public double[] scores(Fusion fusion) {
    double[] first = firstScores(fusion);
    return fusion.beta() == 0 ? first : sum(first, 1, collection.scores(feedback(fusion, first)));
  }

  private double[] firstScores(Fusion fusion) {
    return fusion.terms() == Fusion.ALL_TERMS
        ? sum(bm25, fusion.alpha(), learntScores)
        : collection.scores(firstWeights(fusion));
  }

  private static double[] sum(double[] first, double factor, double[] second) {
    double[] sum = first.clone();
    for (int document = 0; document < sum.length; document++) {
      sum[document] += factor * second[document];
    }
    return sum;
  }
}
