package io.github.sors.metric;

import java.util.Locale;

/** Refuses, before anything is begun, what the memory of this JVM cannot hold. */
final class HeapBudget {

  // the rest is for the vectors' neighbours in memory and for the collector to move in
  private static final double USABLE = 0.85;

  private HeapBudget() {}

  /** The bytes that are still to be had. */
  static long free() {
    Runtime runtime = Runtime.getRuntime();
    long used = runtime.totalMemory() - runtime.freeMemory();
    return (long) (USABLE * runtime.maxMemory()) - used;
  }

  /** The bytes of a square matrix of doubles. */
  static long square(long dimension) {
    return 8 * dimension * dimension;
  }

  /** The bytes that turning a learnt matrix into a model takes at its peak: half, then whole. */
  static long model(long dimension) {
    return 2 * dimension * dimension + 8 * dimension * dimension;
  }

  /**
   * Refuses a matrix that does not fit.
   *
   * @param title what is to be learnt, as in a table
   * @throws HeapBudgetException if this is more than the free memory
   */
  static void require(String title, int dimension, long bytes) {
    if (bytes > free()) {
      throw new HeapBudgetException(
          String.format(
              Locale.ROOT,
              "%s needs about %.1f GiB for %d features, and Java has %.1f GiB left: give it more"
                  + " with -Xmx, or take fewer features, fewer iterations or another algorithm",
              title,
              bytes / (double) (1 << 30),
              dimension,
              Math.max(0, free()) / (double) (1 << 30)));
    }
  }
}
