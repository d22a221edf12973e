package io.github.sors.server.collection;

/**
 * What a change did.
 *
 * @param sequence the number of its record in the log; of several, that of the first, by which
 *     feedback can be undone
 * @param round the learner's rounds after it
 * @param count how many items were changed or comparisons taken, learnt or held out
 * @param loss the mean loss of those comparisons that were learnt, before that
 * @param repeated whether the change had been made before, under the same key
 */
public record Outcome(long sequence, long round, int count, double loss, boolean repeated) {

  Outcome withCount(int newCount) {
    return new Outcome(sequence, round, newCount, loss, repeated);
  }

  Outcome withSequence(long newSequence) {
    return new Outcome(newSequence, round, count, loss, repeated);
  }

  Outcome again() {
    return new Outcome(sequence, round, count, loss, true);
  }
}
