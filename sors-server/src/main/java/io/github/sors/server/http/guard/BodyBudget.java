package io.github.sors.server.http.guard;

/**
 * The memory budget of all request bodies in progress.
 *
 * <p>Small bodies have a separate budget, so that a few large ones do not block feedback.
 */
public final class BodyBudget {

  private static final int SMALL = 64 << 10;

  private final ByteBudget small;
  private final ByteBudget large;

  /**
   * Creates a budget.
   *
   * @param bytes the budget of all large bodies; small ones get an additional quarter of it
   */
  public BodyBudget(long bytes) {
    small = new ByteBudget(Math.max(bytes / 4, SMALL));
    large = new ByteBudget(bytes);
  }

  public long taken() {
    return small.taken() + large.taken();
  }

  /** The bytes that one body holds. */
  final class Share {

    private long held;

    /**
     * Changes the number of bytes held; returns false, without a change, if they are not available.
     */
    synchronized boolean resize(long bytes) {
      ByteBudget now = held <= SMALL ? small : large;
      ByteBudget next = bytes <= SMALL ? small : large;
      if (now == next) {
        if (!now.tryTake(bytes - held)) {
          return false;
        }
      } else {
        if (!next.tryTake(bytes)) {
          return false;
        }
        now.give(held);
      }
      held = bytes;
      return true;
    }
  }
}
