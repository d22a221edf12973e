package io.github.sors.lab.study;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Estimates the time of the remaining cells from finished ones: of the same method on the same
 * data, else of the same data, else of all.
 */
final class TimeEstimate {

  private final Map<String, Mean> means = new HashMap<>();

  /** Adds the time of a finished cell. */
  void record(Cell cell, double seconds) {
    for (String group : groups(cell)) {
      means.computeIfAbsent(group, name -> new Mean()).add(seconds);
    }
  }

  /**
   * The estimated seconds of the cells on the given number of workers; 0 before the first finished
   * cell.
   */
  double secondsFor(Collection<Cell> cells, int workers) {
    double sum = 0;
    for (Cell cell : cells) {
      for (String group : groups(cell)) {
        Mean mean = means.get(group);
        if (mean != null) {
          sum += mean.value();
          break;
        }
      }
    }
    return sum / workers;
  }

  /** The groups that a cell belongs to, the closest first. */
  private static String[] groups(Cell cell) {
    String data = cell.data().name();
    return new String[] {data + " " + cell.method().name() + " " + cell.isTradeOff(), data, ""};
  }

  private static final class Mean {
    private double sum;
    private int count;

    void add(double value) {
      sum += value;
      count++;
    }

    double value() {
      return sum / count;
    }
  }
}
