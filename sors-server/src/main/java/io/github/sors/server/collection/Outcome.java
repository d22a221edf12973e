package io.github.sors.server.collection;

/**
 * The result of a change.
 *
 * @param sequence the number of its record in the log; of several, that of the first, by which
 *     feedback can be undone
 * @param round the learner's rounds after it
 * @param count the number of changed items, or of comparisons that were learnt
 * @param loss the mean loss of the learnt comparisons, each before its update
 * @param repeated whether a request with the same key had made the change before
 */
public record Outcome(long sequence, long round, int count, double loss, boolean repeated) {

  /** This outcome with another count. */
  public Outcome withCount(int newCount) {
    return new Outcome(sequence, round, newCount, loss, repeated);
  }

  /** This outcome with the number of another record. */
  public Outcome withSequence(long newSequence) {
    return new Outcome(newSequence, round, count, loss, repeated);
  }

  /** This outcome as the answer to a repeated request. */
  public Outcome again() {
    return new Outcome(sequence, round, count, loss, true);
  }
}
