package io.github.sors.server.collection;

import io.github.sors.Triplet;

/** How much was applied to a state, which is what a replay costs. */
final class Effort {

  private long changes;
  private long work;

  void addItems(int count) {
    changes += count;
  }

  void addComparison(Triplet triplet) {
    changes++;
    work += (long) triplet.query().size() * (triplet.positive().size() + triplet.negative().size());
  }

  void add(Effort other) {
    changes += other.changes;
    work += other.work;
  }

  /** The items and comparisons. */
  long changes() {
    return changes;
  }

  /** The matrix entries that the comparisons may have touched. */
  long work() {
    return work;
  }
}
