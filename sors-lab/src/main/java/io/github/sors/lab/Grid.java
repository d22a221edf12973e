package io.github.sors.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values that tuning tries of each parameter: all combinations are candidates. */
public final class Grid {

  private final Map<String, List<String>> axes = new LinkedHashMap<>();

  /** This grid with the values of one more parameter. */
  public Grid axis(String name, String... values) {
    Grid larger = new Grid();
    larger.axes.putAll(axes);
    larger.axes.put(name, List.of(values));
    return larger;
  }

  /** The parameters that have values to try. */
  public List<String> names() {
    return List.copyOf(axes.keySet());
  }

  /** Every combination, the last parameter changing fastest; one without parameters if none. */
  public List<Parameters> candidates() {
    List<Parameters> candidates = List.of(Parameters.NONE);
    for (Map.Entry<String, List<String>> axis : axes.entrySet()) {
      List<Parameters> longer = new ArrayList<>();
      for (Parameters candidate : candidates) {
        for (String value : axis.getValue()) {
          longer.add(candidate.with(axis.getKey(), value));
        }
      }
      candidates = longer;
    }
    return candidates;
  }
}
