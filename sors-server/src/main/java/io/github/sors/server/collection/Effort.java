package io.github.sors.server.collection;

/** How much was applied to a state, which is what a replay costs. */
final class Effort {

  private long changes;
  private long work;

  void addItems(int count) {
    changes += count;
  }

  /**
   * Counts a comparison.
   *
   * @param touched the numbers of the model that its round may have touched
   */
  void addComparison(long touched) {
    changes++;
    work += touched;
  }

  void add(Effort other) {
    changes += other.changes;
    work += other.work;
  }

  /** The items and comparisons. */
  long changes() {
    return changes;
  }

  /** The numbers of the model that the comparisons may have touched. */
  long work() {
    return work;
  }
}
