package io.github.sors.figure;

import java.util.List;
import java.util.Objects;

/**
 * The content of a figure, without its appearance.
 *
 * <p>Threads: immutable. Failures: a series without points, or with different numbers of x and y,
 * throws {@link IllegalArgumentException}, null {@link NullPointerException}.
 *
 * @param name the name of its files, such as {@code bbc-1-map-over-iterations}
 * @param title its title, in one line
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param series the lines, in the order of the legend
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
   * @param label its quantity and unit
   * @param logarithmic whether the scale is logarithmic
   */
  public record Axis(String label, boolean logarithmic) {

    public static Axis linear(String label) {
      return new Axis(label, false);
    }

    public static Axis logarithmic(String label) {
      return new Axis(label, true);
    }
  }

  /** A line through points, with a band around it if they are means. */
  public static final class Series {

    private final String title;
    private final int look;
    private final double[] x;
    private final double[] y;
    private final double[] deviation;

    /**
     * Creates a line.
     *
     * @param title its name in the legend
     * @param look its colour, dash and marker, the same for a method in all figures
     * @param x the x coordinates, ascending
     * @param y their values
     * @param deviation half the height of the band at each point; all 0 for no band
     */
    public Series(String title, int look, double[] x, double[] y, double[] deviation) {
      if (x.length == 0 || x.length != y.length || x.length != deviation.length) {
        throw new IllegalArgumentException(
            "expected at least one point, and equally many values of x and y");
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
