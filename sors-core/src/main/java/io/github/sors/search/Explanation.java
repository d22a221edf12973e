package io.github.sors.search;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Why a model gives an item its score: the pairs of features whose contributions add up to it.
 *
 * <p>S(x, y) = Σ xᵢ Mᵢⱼ yⱼ over the features i of the query and j of the item, so every non-zero
 * Mᵢⱼ among them is one pair and nothing is left over. The model knows what to call the features:
 * {@link BilinearModel#queryFeature} and {@link BilinearModel#itemFeature}. Costs O(Σ (nnz(row i) +
 * nnz(y)), i in x) and sorting the pairs.
 */
public final class Explanation {

  /**
   * The part of a score that one pair of features makes.
   *
   * @param queryIndex the feature i of the query
   * @param itemIndex the feature j of the item
   * @param weight what the model has learnt about the pair, Mᵢⱼ
   * @param contribution what the pair adds to the score, xᵢ Mᵢⱼ yⱼ
   */
  public record Pair(int queryIndex, int itemIndex, float weight, double contribution) {}

  private static final Comparator<Pair> STRONGEST_FIRST =
      Comparator.comparingDouble((Pair pair) -> -Math.abs(pair.contribution()))
          .thenComparingInt(Pair::queryIndex)
          .thenComparingInt(Pair::itemIndex);

  private final double score;
  private final List<Pair> pairs;

  private Explanation(double score, List<Pair> pairs) {
    this.score = score;
    this.pairs = pairs;
  }

  /** Explains the score of an item for a query, both normalised as the model wants them. */
  public static Explanation of(BilinearModel model, SparseVector query, SparseVector item) {
    int[] columns = model.columnArray();
    float[] weights = model.valueArray();
    List<Pair> pairs = new ArrayList<>();
    for (int a = 0; a < query.size() && query.index(a) < model.queryDimension(); a++) {
      int row = query.index(a);
      int k = model.rowStart(row);
      int end = model.rowEnd(row);
      for (int b = 0; b < item.size() && k < end; b++) {
        while (k < end && columns[k] < item.index(b)) {
          k++;
        }
        if (k < end && columns[k] == item.index(b)) {
          double contribution = (double) query.value(a) * weights[k] * item.value(b);
          pairs.add(new Pair(row, columns[k], weights[k], contribution));
        }
      }
    }
    pairs.sort(STRONGEST_FIRST);
    return new Explanation(model.score(query, item), List.copyOf(pairs));
  }

  /** The score, which the contributions of all pairs sum to but for rounding. */
  public double score() {
    return score;
  }

  /** All pairs, the largest contribution in absolute value first; ties by the two indices. */
  public List<Pair> pairs() {
    return pairs;
  }

  /** The first {@code n} of the {@link #pairs}, or all where there are fewer. */
  public List<Pair> strongest(int n) {
    return pairs.subList(0, Math.min(n, pairs.size()));
  }
}
