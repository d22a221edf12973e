package io.github.sors.data.fit;

/**
 * Receives the progress of a {@link ValidatedTraining}, on the learning thread.
 *
 * <p>Threads: called on the thread that trains. Failures: what it throws ends the training; to
 * stop, return that it should.
 */
public interface ChoiceListener {

  /** Ignores everything. */
  ChoiceListener NONE = new ChoiceListener() {};

  /** A candidate starts to learn up to a round. */
  default void learning(Candidate candidate, long until) {}

  /** The candidate has learnt for this many rounds. */
  default void reached(long rounds) {}

  /** Something was measured. */
  default void looked(Look look) {}

  /** A candidate cannot continue. */
  default void dropped(Candidate candidate, String reason) {}

  /** Whether to stop; asked every few rounds. */
  default boolean isCancelled() {
    return false;
  }
}
