package io.github.sors.lab.figure;

import java.util.List;
import java.util.Objects;

/**
 * A figure: what is drawn, not how.
 *
 * @param name the name of its files, such as {@code bbc-1-map-over-iterations}
 * @param title what it shows, in a line
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series what is drawn, in the order of the legend
 */
public record Figure(String name, String title, Axis x, Axis y, List<Series> series) {

  public Figure {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(title, "title");
    series = List.copyOf(series);
  }

  /**
   * An axis.
   *
   * @param label what it measures, and its unit
   * @param logarithmic whether equal factors are equally far apart
   */
  public record Axis(String label, boolean logarithmic) {

    public static Axis linear(String label) {
      return new Axis(label, false);
    }

    public static Axis logarithmic(String label) {
      return new Axis(label, true);
    }
  }

  /** A line through points, with a band around it where they are means. */
  public static final class Series {

    private final String title;
    private final int look;
    private final double[] x;
    private final double[] y;
    private final double[] deviation;

    /**
     * Creates a line.
     *
     * @param title what the legend calls it
     * @param look which colour, dash and marker it has: the same for the same method in all figures
     * @param x where the points are, ascending
     * @param y their values
     * @param deviation how far the band reaches above and below each; all 0 for no band
     */
    public Series(String title, int look, double[] x, double[] y, double[] deviation) {
      if (x.length == 0 || x.length != y.length || x.length != deviation.length) {
        throw new IllegalArgumentException(
            "expected at least one point, and as many values of x as of y");
      }
      this.title = Objects.requireNonNull(title, "title");
      this.look = look;
      this.x = x.clone();
      this.y = y.clone();
      this.deviation = deviation.clone();
    }

    /** A line without a band. */
    public static Series plain(String title, int look, double[] x, double[] y) {
      return new Series(title, look, x, y, new double[x.length]);
    }

    public String title() {
      return title;
    }

    int look() {
      return look;
    }

    double[] x() {
      return x;
    }

    double[] y() {
      return y;
    }

    double[] deviation() {
      return deviation;
    }

    boolean hasBand() {
      for (double reach : deviation) {
        if (reach > 0) {
          return true;
        }
      }
      return false;
    }
  }
}
