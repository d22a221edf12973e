package io.github.sors.lab;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Finds the minimum of a smooth function by L-BFGS (Liu and Nocedal, <i>On the limited memory BFGS
 * method for large scale optimization</i>, 1989) with a line search that halves the step until the
 * function falls enough (Armijo).
 *
 * <p>Deterministic. A step takes one or more evaluations of the function, and O(n) for each of the
 * {@value #HISTORY} stored changes.
 */
final class MinimumSearch {

  /** The number of changes of position and gradient that are stored. */
  static final int HISTORY = 5;

  /** The number of arrays of the size of the position that are needed at a time. */
  static final int ARRAYS = 2 * HISTORY + 5;

  private static final double ENOUGH_FALL = 1e-4;
  private static final int MOST_HALVINGS = 40;

  /** A function with its gradient. */
  interface Function {

    /** Writes the gradient at a position to an array, and returns the value of the function. */
    double evaluate(double[] place, double[] gradient);
  }

  /** The change s of the position, the change y of the gradient, and 1 / sᵀy. */
  private static final class Change {
    private final double[] place;
    private final double[] gradient;
    private final double inverse;

    Change(double[] place, double[] gradient, double inverse) {
      this.place = place;
      this.gradient = gradient;
      this.inverse = inverse;
    }
  }

  private final Function function;
  private final int mostSteps;
  private final double tolerance;

  /**
   * Creates a search.
   *
   * @param tolerance ends when a step lowers the function by less than this share of it
   */
  MinimumSearch(Function function, int mostSteps, double tolerance) {
    this.function = function;
    this.mostSteps = mostSteps;
    this.tolerance = tolerance;
  }

  /**
   * Moves a position towards the minimum.
   *
   * @param goOn returns whether to continue; called before every step
   */
  void minimize(double[] place, BooleanSupplier goOn) {
    int n = place.length;
    double[] gradient = new double[n];
    double value = function.evaluate(place, gradient);
    Deque<Change> changes = new ArrayDeque<>();
    for (int step = 0; step < mostSteps && goOn.getAsBoolean(); step++) {
      double[] direction = direction(gradient, changes);
      double slope = dot(direction, gradient);
      if (!(slope < 0)) {
        return;
      }
      double length = changes.isEmpty() ? Math.min(1, 1 / Math.sqrt(dot(gradient, gradient))) : 1;
      double[] moved = new double[n];
      double[] newGradient = new double[n];
      double newValue = Double.POSITIVE_INFINITY;
      for (int halving = 0; halving < MOST_HALVINGS; halving++, length /= 2) {
        for (int k = 0; k < n; k++) {
          moved[k] = place[k] + length * direction[k];
        }
        newValue = function.evaluate(moved, newGradient);
        if (newValue <= value + ENOUGH_FALL * length * slope) {
          break;
        }
      }
      if (!(newValue < value)) {
        return;
      }
      remember(changes, place, moved, gradient, newGradient);
      System.arraycopy(moved, 0, place, 0, n);
      gradient = newGradient;
      boolean done = value - newValue < tolerance * Math.max(1, Math.abs(newValue));
      value = newValue;
      if (done) {
        return;
      }
    }
  }

  private static void remember(
      Deque<Change> changes, double[] place, double[] moved, double[] before, double[] after) {
    double[] s = difference(moved, place);
    double[] y = difference(after, before);
    double curvature = dot(s, y);
    if (curvature > 1e-12 * dot(y, y)) {
      if (changes.size() == HISTORY) {
        changes.removeFirst();
      }
      changes.addLast(new Change(s, y, 1 / curvature));
    }
  }

  /** The two loops of L-BFGS: minus the approximate inverse Hessian times the gradient. */
  private static double[] direction(double[] gradient, Deque<Change> changes) {
    double[] direction = gradient.clone();
    List<Change> newestFirst = new ArrayList<>(changes);
    Collections.reverse(newestFirst);
    double[] alphas = new double[newestFirst.size()];
    for (int k = 0; k < alphas.length; k++) {
      Change change = newestFirst.get(k);
      alphas[k] = change.inverse * dot(change.place, direction);
      add(direction, -alphas[k], change.gradient);
    }
    if (!newestFirst.isEmpty()) {
      Change newest = newestFirst.get(0);
      scale(direction, 1 / (newest.inverse * dot(newest.gradient, newest.gradient)));
    }
    for (int k = alphas.length - 1; k >= 0; k--) {
      Change change = newestFirst.get(k);
      double beta = change.inverse * dot(change.gradient, direction);
      add(direction, alphas[k] - beta, change.place);
    }
    scale(direction, -1);
    return direction;
  }

  private static double[] difference(double[] minuend, double[] subtrahend) {
    double[] difference = new double[minuend.length];
    for (int k = 0; k < difference.length; k++) {
      difference[k] = minuend[k] - subtrahend[k];
    }
    return difference;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  private static void add(double[] target, double factor, double[] values) {
    for (int k = 0; k < target.length; k++) {
      target[k] += factor * values[k];
    }
  }

  private static void scale(double[] values, double factor) {
    for (int k = 0; k < values.length; k++) {
      values[k] *= factor;
    }
  }
}
