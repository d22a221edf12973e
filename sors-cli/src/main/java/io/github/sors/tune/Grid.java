package io.github.sors.tune;

import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.Parameter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values to try for each parameter; all combinations are candidates.
 *
 * <p>Threads: immutable. Failures: none; a parameter that has nothing to try is empty.
 */
public final class Grid {

  private final Map<String, List<String>> axes = new LinkedHashMap<>();

  /** Creates a grid without parameters. */
  public Grid() {}

  /** The grid of an algorithm: its own parameters that have values to try. */
  public static Grid of(AlgorithmDescriptor<?> algorithm) {
    Grid grid = new Grid();
    for (Parameter<?> parameter : algorithm.own()) {
      if (!parameter.grid().isEmpty()) {
        grid.axes.put(parameter.name(), parameter.grid());
      }
    }
    return grid;
  }

  /** This grid with a single value for a parameter. */
  Grid with(String name, String value) {
    Grid grid = new Grid();
    grid.axes.putAll(axes);
    grid.axes.put(name, List.of(value));
    return grid;
  }

  /** The parameters that have values to try. */
  public List<String> names() {
    return List.copyOf(axes.keySet());
  }

  /**
   * All combinations; the last parameter changes fastest. Without parameters, a single empty one.
   */
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

  /** The values of a parameter; empty if it has none to try. */
  public List<String> values(String name) {
    return axes.getOrDefault(name, List.of());
  }
}
