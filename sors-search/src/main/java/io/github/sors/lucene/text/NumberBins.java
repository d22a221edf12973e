package io.github.sors.lucene.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Intervals that contain about the same number of values each. */
final class NumberBins {

  // strictly ascending; interval k is from edges[k - 1] to below edges[k]
  private final double[] edges;

  private NumberBins(double[] edges) {
    this.edges = edges;
  }

  /** Returns the intervals of a sample; fewer than requested if values repeat. */
  static NumberBins of(double[] sample, int bins) {
    double[] sorted = sample.clone();
    Arrays.sort(sorted);
    double[] edges = new double[bins - 1];
    int count = 0;
    for (int k = 1; k < bins && sorted.length > 0; k++) {
      double edge = sorted[(int) ((long) k * sorted.length / bins)];
      if (edge > sorted[0] && (count == 0 || edge > edges[count - 1])) {
        edges[count++] = edge;
      }
    }
    return new NumberBins(Arrays.copyOf(edges, count));
  }

  static NumberBins parse(String text) {
    return new NumberBins(
        text.isEmpty()
            ? new double[0]
            : Arrays.stream(text.split(",", -1)).mapToDouble(Double::parseDouble).toArray());
  }

  @Override
  public String toString() {
    return Arrays.stream(edges).mapToObj(Double::toString).collect(Collectors.joining(","));
  }

  String feature(String column, double value) {
    int place = Arrays.binarySearch(edges, value);
    return name(column, place < 0 ? -place - 1 : place + 1);
  }

  List<String> features(String column) {
    List<String> features = new ArrayList<>();
    for (int k = 0; k <= edges.length; k++) {
      features.add(name(column, k));
    }
    return features;
  }

  private String name(String column, int interval) {
    if (edges.length == 0) {
      return column + " any";
    }
    if (interval == 0) {
      return column + "<" + edges[0];
    }
    return interval == edges.length
        ? column + ">=" + edges[interval - 1]
        : column + " " + edges[interval - 1] + ".." + edges[interval];
  }
}
