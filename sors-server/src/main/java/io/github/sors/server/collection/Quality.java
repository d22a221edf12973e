package io.github.sors.server.collection;

/**
 * How good what was learnt is, compared with the start, on feedback that was not learnt yet.
 *
 * @param compared the number of the latest tests, each a query with its comparisons, at most 1,000
 * @param startRight the share that the start gets right; NaN if nothing was compared
 * @param learntRight the share that what was learnt until then gets right; NaN likewise
 * @param evidence the wealth of a bet on "what is learnt is better", 1 at first; above 20 it is
 *     better beyond chance
 * @param doubt the wealth of a bet on "the start is better", 1 at first; likewise
 * @param worse whether searches use the start, because what was learnt is worse beyond chance
 */
public record Quality(
    int compared,
    double startRight,
    double learntRight,
    double evidence,
    double doubt,
    boolean worse) {

  /** Nothing was compared yet. */
  public static final Quality UNKNOWN = new Quality(0, Double.NaN, Double.NaN, 1, 1, false);
}
