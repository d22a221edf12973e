package io.github.sors.search;

import io.github.sors.Model;
import io.github.sors.SparseVector;
import java.util.List;

/**
 * Why a model gives an item its score: the pairs of features that contribute most to it, and the
 * sum of what is left out.
 *
 * <p>A similarity is S(x, y) = Σ xᵢ Mᵢⱼ yⱼ over the features i of the query and j of the item, so
 * every non-zero Mᵢⱼ among them is one pair, and the pairs add up to the score. A distance is S(x,
 * y) = -Σ zᵢ Mᵢⱼ zⱼ over the features in which the two differ, z = x - y. A cosine is S(x, y) = Σ
 * xᵢ Mᵢⱼ yⱼ / √(xᵀMx · yᵀMy). An encoder has S(x, y) = Σ xᵢ (wᵢ·wⱼ) yⱼ / (‖Wᵀx‖ ‖Wᵀy‖) over all
 * pairs of features whose rows are not zero.
 *
 * <p>The contributions of the {@link #pairs}, of the other pairs and of the features without names
 * add up to the score, up to rounding. {@link Explainer} makes explanations of many items.
 *
 * @param score the score
 * @param pairs the strongest pairs of features that have names, the largest contribution in
 *     absolute value first; ties by the two features
 * @param otherPairs how many pairs of features that have names are not among them
 * @param otherContribution the sum of the contributions of those
 * @param unnamedContribution the sum of the contributions of all pairs of which a feature has no
 *     name
 */
public record Explanation(
    double score,
    List<Pair> pairs,
    long otherPairs,
    double otherContribution,
    double unnamedContribution) {

  /**
   * The contribution of one pair of features to a score.
   *
   * @param queryFeature the feature i of the query
   * @param itemFeature the feature j of the item
   * @param weight the learnt weight of the pair, Mᵢⱼ or wᵢ·wⱼ
   * @param contribution the amount that the pair adds to the score: xᵢ Mᵢⱼ yⱼ, divided by √(xᵀMx ·
   *     yᵀMy) in a cosine, -zᵢ Mᵢⱼ zⱼ of a distance, or an encoder's xᵢ (wᵢ·wⱼ) yⱼ / (‖Wᵀx‖ ‖Wᵀy‖)
   */
  public record Pair(int queryFeature, int itemFeature, float weight, double contribution) {}

  /** Copies the pairs. */
  public Explanation {
    pairs = List.copyOf(pairs);
  }

  /**
   * Explains the score of one item for a query, both normalised as the model requires, whether or
   * not their features have names.
   *
   * @param most how many pairs to list at most
   * @throws IllegalArgumentException if this kind of model has no pairs of features, or a negative
   *     number of them is asked for
   */
  public static Explanation of(Model model, SparseVector query, SparseVector item, int most) {
    return new Explainer(model, most)
        .explain(query, List.of(new Explainer.Scored(item, model.score(query, item))))
        .get(0);
  }
}
