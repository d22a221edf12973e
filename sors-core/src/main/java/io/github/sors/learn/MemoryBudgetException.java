package io.github.sors.learn;

/**
 * Thrown when the matrix of a learner exceeds its memory budget.
 *
 * <p>It is thrown after a complete round, so the learner can still be saved to a checkpoint, or
 * continue with a larger budget.
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
   * Creates an exception.
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

  /** What happened and what to do, never null. */
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  private static String size(long bytes) {
    return bytes < 10 << 20 ? (bytes >> 10) + " KiB" : (bytes >> 20) + " MiB";
  }
}
