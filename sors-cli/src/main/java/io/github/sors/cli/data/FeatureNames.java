package io.github.sors.cli.data;

import java.util.List;

/** Finds features by name or number. */
final class FeatureNames {

  private FeatureNames() {}

  /** The feature with a name, or with a number written {@code #17}; -1 if there is none. */
  static int find(String feature, List<String> names, int dimension) {
    int named = names.indexOf(feature);
    if (named >= 0 || !feature.matches("#[0-9]{1,9}")) {
      return named < dimension ? named : -1;
    }
    int number = Integer.parseInt(feature.substring(1));
    return number < dimension ? number : -1;
  }
}
