package io.github.sors;

import java.util.Objects;

/**
 * One piece of relative feedback: the query is closer to the positive item than to the negative.
 *
 * <p>Threads: immutable. Failures: a weight out of range throws {@link IllegalArgumentException},
 * null {@link NullPointerException}.
 *
 * @param query the left argument of the similarity, <i>x</i> in the paper
 * @param positive the item that is closer, <i>x⁺</i>
 * @param negative the item that is farther, <i>x⁻</i>
 * @param weight the factor of its loss and of its gradient, above 0 and at most {@value
 *     #LARGEST_WEIGHT}
 */
public record Triplet(
    SparseVector query, SparseVector positive, SparseVector negative, double weight) {

  /** The largest weight of a triplet. */
  public static final double LARGEST_WEIGHT = 1e6;

  public Triplet {
    Objects.requireNonNull(query, "query");
    Objects.requireNonNull(positive, "positive");
    Objects.requireNonNull(negative, "negative");
    if (!isWeight(weight)) {
      throw new IllegalArgumentException(
          "expected a weight above 0 and at most " + LARGEST_WEIGHT + ", found " + weight);
    }
  }

  /** Creates a triplet of weight 1. */
  public Triplet(SparseVector query, SparseVector positive, SparseVector negative) {
    this(query, positive, negative, 1);
  }

  /** Whether a number is a valid weight. */
  public static boolean isWeight(double weight) {
    return weight > 0 && weight <= LARGEST_WEIGHT;
  }
}
