package io.github.sors.server.http;

/**
 * The memory of all bodies that are being read, parsed and answered.
 *
 * <p>Small bodies have a budget of their own, so that a few large ones do not keep feedback out.
 */
final class BodyBudget {

  private static final int SMALL = 64 << 10;

  private final ByteBudget small;
  private final ByteBudget large;

  /**
   * Creates a budget.
   *
   * @param bytes for all large bodies; small ones get a quarter of it more
   */
  BodyBudget(long bytes) {
    small = new ByteBudget(Math.max(bytes / 4, SMALL));
    large = new ByteBudget(bytes);
  }

  long taken() {
    return small.taken() + large.taken();
  }

  /** What one body holds. */
  final class Share {

    private long held;

    /**
     * Holds more or fewer bytes than before; returns false, and holds what it did, if it cannot.
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
