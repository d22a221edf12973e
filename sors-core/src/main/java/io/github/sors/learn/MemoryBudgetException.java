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
        "use a larger lambda or fewer features, or use SORS, since AdaSORS keeps every entry that"
            + " was ever touched");
  }

  /**
   * Creates it.
   *
   * @param remedy what to do instead of giving it more memory
   */
  public MemoryBudgetException(long round, long bytes, long budget, String remedy) {
    super(
        "after "
            + round
            + " rounds the matrix takes "
            + size(bytes)
            + ", more than its budget of "
            + size(budget)
            + ": give it more memory, "
            + remedy);
  }

  private static String size(long bytes) {
    return bytes < 10 << 20 ? (bytes >> 10) + " KiB" : (bytes >> 20) + " MiB";
  }
}
