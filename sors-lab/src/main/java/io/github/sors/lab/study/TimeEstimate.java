package io.github.sors.lab.study;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * How long the remaining cells are going to take: as long as those of the same method on the same
 * data did, else as those on the same data, else as all.
 */
final class TimeEstimate {

  private final Map<String, Mean> means = new HashMap<>();

  /** Takes note of how long a cell took. */
  void record(Cell cell, double seconds) {
    for (String group : groups(cell)) {
      means.computeIfAbsent(group, name -> new Mean()).add(seconds);
    }
  }

  /** The seconds that the cells take on so many workers; 0 where none has been seen yet. */
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
