package io.github.sors;

import java.util.Objects;

/**
 * One piece of relative feedback: the query is closer to the positive item than to the negative.
 *
 * @param query the left argument of the similarity, <i>x</i> in the paper
 * @param positive the item that is closer, <i>x⁺</i>
 * @param negative the item that is farther, <i>x⁻</i>
 */
public record Triplet(SparseVector query, SparseVector positive, SparseVector negative) {
  public Triplet {
    Objects.requireNonNull(query, "query");
    Objects.requireNonNull(positive, "positive");
    Objects.requireNonNull(negative, "negative");
  }
}
