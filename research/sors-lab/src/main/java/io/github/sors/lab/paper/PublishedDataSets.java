package io.github.sors.lab.paper;

import io.github.sors.data.Dataset;
import io.github.sors.data.registry.Shape;
import java.util.Map;
import java.util.Optional;

/**
 * The data sets of the paper's Table I as far as their results are in Table II, under the names
 * that they have here, and how the paper's figures can be met with them.
 *
 * <p>Threads: any thread may call it. Failures: a data set that the paper does not have is not an
 * error.
 */
public final class PublishedDataSets {

  // RCV1 is used with ten of its classes; of Caltech10 only its classes and features are known
  private static final Map<String, Shape> SHAPES =
      Map.of(
          "protein", new Shape(17_766, 357, 3),
          "gisette", new Shape(6_000, 5_000, 2),
          "bbc", new Shape(2_225, 9_636, 5),
          "rcv1", new Shape(8_967, 47_236, 10),
          "sector", new Shape(9_619, 55_197, 105));

  private PublishedDataSets() {}

  /**
   * How rows are normalised for a data set: not at all for those of the paper, whose raw counts
   * give its figures on BBC and which come scaled otherwise, and to unit length for all others.
   */
  public static String normalization(String name) {
    return SHAPES.containsKey(name) ? "none" : "l2";
  }

  /**
   * Says how a data set differs from the one that the paper has under this name; empty if it does
   * not, or if the paper has none of this name.
   */
  public static Optional<String> difference(String name, Dataset data) {
    Shape published = SHAPES.get(name);
    if (published == null || published.admits(Shape.of(data))) {
      return Optional.empty();
    }
    return Optional.of("the paper's has " + published + "; here " + Shape.of(data));
  }
}
