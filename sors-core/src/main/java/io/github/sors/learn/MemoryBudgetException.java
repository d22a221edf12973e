package io.github.sors.learn;

/**
 * The matrix of a learner has outgrown the memory that it was given.
 *
 * <p>It is thrown after a whole round, so that the learner can still be written to a checkpoint, or
 * go on with a larger budget.
 */
public final class MemoryBudgetException extends RuntimeException {

  MemoryBudgetException(long round, long bytes, long budget) {
    this(
        round,
        bytes,
        budget,
        "take a larger lambda or fewer features, or, as AdaSORS keeps every entry that was ever"
            + " touched, take SORS");
  }

  /**
   * Creates it.
   *
   * @param remedy what to do beside giving it more memory
   */
  public MemoryBudgetException(long round, long bytes, long budget, String remedy) {
    super(
        "after "
            + round
            + " rounds the matrix takes "
            + (bytes >> 20)
            + " MiB, more than its budget of "
            + (budget >> 20)
            + " MiB: give it more, "
            + remedy);
  }
}
