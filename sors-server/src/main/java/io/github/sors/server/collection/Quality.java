package io.github.sors.server.collection;

/**
 * The quality of a collection's models on held-out feedback.
 *
 * <p>Threads: immutable.
 *
 * @param heldOut the comparisons that were held out so far
 * @param compared the number of the latest ones, on which the models were compared
 * @param start the share that the start model gets right; NaN if nothing was compared
 * @param learnt the share that the latest model gets right
 * @param servesStart whether searches use the start model, because the learnt model is worse
 * @since 0.1.0
 */
public record Quality(
    long heldOut, int compared, double start, double learnt, boolean servesStart) {

  static final Quality UNKNOWN = new Quality(0, 0, Double.NaN, Double.NaN, false);

  Quality withHeldOut(long count) {
    return new Quality(count, compared, start, learnt, servesStart);
  }
}
