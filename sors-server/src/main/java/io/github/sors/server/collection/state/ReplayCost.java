package io.github.sors.server.collection.state;

/** The amount of work that was applied to a state, which determines the cost of a replay. */
public final class ReplayCost {

  private long changes;
  private long work;

  void addItems(int count) {
    changes += count;
  }

  /**
   * Counts a comparison.
   *
   * @param touched how many numbers of the model its round may have touched
   */
  void addComparison(long touched) {
    changes++;
    work += touched;
  }

  /**
   * Counts a test.
   *
   * @param read how many numbers of the model it read
   */
  void addTest(long read) {
    work += read;
  }

  void add(ReplayCost other) {
    changes += other.changes;
    work += other.work;
  }

  /** The items and comparisons. */
  public long changes() {
    return changes;
  }

  /** How many numbers of the model the comparisons and their tests may have touched. */
  public long work() {
    return work;
  }
}
