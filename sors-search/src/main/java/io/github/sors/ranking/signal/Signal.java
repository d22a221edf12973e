package io.github.sors.ranking.signal;

import java.util.List;

/**
 * Scores one aspect of how well items answer a query.
 *
 * <p>Threads: immutable; may be used by several threads, each with its own questions.
 */
public interface Signal {

  /** What the signal is called in models and tables. */
  String name();

  /**
   * Scores candidates, in their order. A candidate that the signal can say nothing of has NaN, and
   * all have if it can say nothing of the query.
   */
  double[] scores(Question question, Candidates candidates);

  /** What the signal sees, in words that a shop owner understands: {@code means the same}. */
  String words();

  /**
   * The parts that the score of an item comes from, the strongest first, such as terms; empty if
   * there are none to be named.
   *
   * @param namingQueries whether other people's queries may be named
   */
  default List<String> evidence(Question question, int item, boolean namingQueries) {
    return List.of();
  }
}
