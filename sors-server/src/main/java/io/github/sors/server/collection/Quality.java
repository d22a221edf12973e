package io.github.sors.server.collection;

/**
 * How well a collection's models do on feedback that they have not learnt.
 *
 * @param heldOut the comparisons that were held out so far
 * @param compared the latest of them, which the figures are about
 * @param start the share that the model which the collection started from gets right; NaN where
 *     nothing was compared
 * @param learnt the share that the latest model gets right
 * @param servesStart whether searches use the model of the start, since what was learnt is worse
 */
public record Quality(
    long heldOut, int compared, double start, double learnt, boolean servesStart) {

  static final Quality UNKNOWN = new Quality(0, 0, Double.NaN, Double.NaN, false);

  Quality withHeldOut(long count) {
    return new Quality(count, compared, start, learnt, servesStart);
  }
}
