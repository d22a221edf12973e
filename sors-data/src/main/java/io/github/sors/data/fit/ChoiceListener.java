package io.github.sors.data.fit;

/** Follows a {@link ValidatedTraining}, on the thread that learns. */
public interface ChoiceListener {

  /** Follows nothing. */
  ChoiceListener NONE = new ChoiceListener() {};

  /** A candidate continues to learn until a round. */
  default void learning(Candidate candidate, long until) {}

  /** The candidate has learnt for this many rounds. */
  default void reached(long rounds) {}

  /** Something was measured. */
  default void looked(Look look) {}

  /** A candidate cannot go on. */
  default void dropped(Candidate candidate, String reason) {}

  /** Whether to stop; asked every few rounds. */
  default boolean isCancelled() {
    return false;
  }
}
