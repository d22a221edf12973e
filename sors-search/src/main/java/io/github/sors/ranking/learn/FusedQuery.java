package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One query, ready to be ranked by any {@link Fusion}. What several fusions share is computed once.
 * Belongs to one thread.
 */
final class FusedQuery {

  private final SearchCollection collection;
  private final SparseVector query;
  private final SparseVector judged;
  private final SparseVector titles;
  private final double[] bm25;
  private final double[] judgedScores;
  private final double[] titleScores;
  private final double length;
  // of the encoder; null without one
  private final double @Nullable [] cosines;

  /**
   * Prepares a query.
   *
   * @param query the counts of its terms
   * @param learnt what was learnt
   */
  FusedQuery(SearchCollection collection, SparseVector query, LearntParts learnt) {
    this.collection = collection;
    this.query = query;
    this.judged = part(learnt.judged());
    this.titles = part(learnt.titles());
    this.bm25 = collection.scores(query);
    this.judgedScores = collection.scores(judged);
    this.titleScores = collection.scores(titles);
    this.length = collection.length(query);
    this.cosines = learnt.encoded() == null ? null : learnt.encoded().cosines(query);
  }

  private FusedQuery(FusedQuery other, double @Nullable [] cosines) {
    this.collection = other.collection;
    this.query = other.query;
    this.judged = other.judged;
    this.titles = other.titles;
    this.bm25 = other.bm25;
    this.judgedScores = other.judgedScores;
    this.titleScores = other.titleScores;
    this.length = other.length;
    this.cosines = cosines;
  }

  /** The same query with the cosines of another encoder; null for none. */
  FusedQuery withCosines(double @Nullable [] ofEncoder) {
    return new FusedQuery(this, ofEncoder);
  }

  /** What a matrix adds to the weights of the query, (M − I)ᵀq. */
  private SparseVector part(@Nullable BilinearModel matrix) {
    return matrix == null
        ? SparseVector.EMPTY
        : terms().plus(1, matrix.expand(query)).plus(-1, query).all();
  }

  private TermWeights terms() {
    return TermWeights.none(collection.terms());
  }

  /** The cosines of the encoder with all documents, by number; null without an encoder. */
  double @Nullable [] cosines() {
    return cosines;
  }

  /** The weights w of all terms. */
  SparseVector weights(Fusion fusion) {
    SparseVector first = firstWeights(fusion);
    return fusion.beta() == 0
        ? first
        : terms().plus(1, first).plus(1, feedback(fusion, firstScores(fusion))).all();
  }

  private SparseVector firstWeights(Fusion fusion) {
    TermWeights weights =
        terms().plus(1, query).plus(fusion.alpha(), judged).plus(fusion.gamma(), titles);
    return fusion.terms() == Fusion.ALL_TERMS ? weights.all() : weights.strongest(fusion.terms());
  }

  private SparseVector feedback(Fusion fusion, double[] scores) {
    Feedback usual = Feedback.RM3;
    return new Feedback(fusion.beta(), usual.terms(), usual.documents())
        .ofBest(collection, query, scores);
  }

  /** The scores of all documents, Σ wⱼ yⱼ + δ |q| e(q)·e(y). */
  double[] scores(Fusion fusion) {
    double[] first = firstScores(fusion);
    return fusion.beta() == 0 ? first : sum(first, 1, collection.scores(feedback(fusion, first)));
  }

  /** The scores without feedback. */
  private double[] firstScores(Fusion fusion) {
    double[] scores =
        fusion.terms() == Fusion.ALL_TERMS
            ? sum(sum(bm25, fusion.alpha(), judgedScores), fusion.gamma(), titleScores)
            : collection.scores(firstWeights(fusion));
    return fusion.delta() == 0
        ? scores
        : sum(
            scores,
            fusion.delta() * length,
            Objects.requireNonNull(cosines, "the fusion needs an encoder"));
  }

  private static double[] sum(double[] first, double factor, double[] second) {
    double[] sum = first.clone();
    for (int document = 0; document < sum.length; document++) {
      sum[document] += factor * second[document];
    }
    return sum;
  }
}
