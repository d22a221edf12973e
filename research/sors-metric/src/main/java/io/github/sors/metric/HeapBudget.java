package io.github.sors.metric;

import java.util.Locale;

/** Checks in advance that a learner fits into the memory of this JVM. */
final class HeapBudget {

  // the rest is for other objects and for the garbage collector
  private static final double USABLE = 0.85;

  private HeapBudget() {}

  /** The available bytes. */
  static long free() {
    Runtime runtime = Runtime.getRuntime();
    long used = runtime.totalMemory() - runtime.freeMemory();
    return (long) (USABLE * runtime.maxMemory()) - used;
  }

  /** The bytes of a square matrix of doubles. */
  static long square(long dimension) {
    return 8 * dimension * dimension;
  }

  /** The peak memory of turning a learnt matrix into a model. */
  static long model(long dimension) {
    return 2 * dimension * dimension + 8 * dimension * dimension;
  }

  /**
   * Checks that a learner fits.
   *
   * @param title its name in a table
   * @throws HeapBudgetException if this is more than the free memory
   */
  static void require(String title, int dimension, long bytes) {
    if (bytes > free()) {
      throw new HeapBudgetException(
          String.format(
              Locale.ROOT,
              "%s needs about %.1f GiB for %d features, but Java has %.1f GiB left: give it more"
                  + " with -Xmx, or use fewer features, fewer rounds or another algorithm",
              title,
              bytes / (double) (1 << 30),
              dimension,
              Math.max(0, free()) / (double) (1 << 30)));
    }
  }
}
