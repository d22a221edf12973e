package io.github.sors;

/** The similarities that need no learning: what a learnt one has to beat. */
public final class Similarities {

  private Similarities() {}

  /** The inner product: the bilinear similarity of M = I, where the learners start. */
  public static Similarity dot() {
    return SparseVector::dot;
  }

  /** The cosine of the angle between the vectors, 0 where one of them is empty. */
  public static Similarity cosine() {
    return (query, item) -> {
      double lengths = Math.sqrt(query.squaredNorm() * item.squaredNorm());
      return lengths == 0 ? 0 : query.dot(item) / lengths;
    };
  }

  /** The negative squared Euclidean distance, -‖x - y‖². */
  public static Similarity euclidean() {
    return (query, item) -> 2 * query.dot(item) - query.squaredNorm() - item.squaredNorm();
  }
}
