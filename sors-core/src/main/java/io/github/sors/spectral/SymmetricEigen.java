package io.github.sors.spectral;

import io.github.sors.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The eigenvalues and eigenvectors of a dense symmetric matrix, A = Σ λ_k z_k z_kᵀ.
 *
 * <p>Householder reflections make A tridiagonal, implicit QR steps with Wilkinson's shift make that
 * diagonal, and the reflections turn the eigenvectors back; Golub and Van Loan, <i>Matrix
 * Computations</i>, 4th edition, sections 8.3.1 to 8.3.5. Takes about 9n³ additions and
 * multiplications and 16n² bytes. The rotations of many QR steps are collected and applied to
 * strips of the eigenvectors that fit into the cache. Results are bit-identical for any number of
 * threads.
 */
public final class SymmetricEigen {

  // columns of a strip, and rotations that are collected before they are applied
  private static final int STRIP = 64;
  private static final int MOST_ROTATIONS = 1 << 17;
  // QR steps per eigenvalue; about two are needed
  private static final int MOST_STEPS = 60;
  private static final double ROUNDING = 0x1p-52;
  private static final int ROWS_PER_TASK = 32;

  private final int size;
  private final Workers workers;
  private final double[][] matrix;
  // reflection k is I - scales[k] v vᵀ with v = reflectors[k] behind k + 1 zeros
  private final List<double[]> reflectors = new ArrayList<>();
  private final List<Double> scales = new ArrayList<>();
  private final double[] values;
  // next to the diagonal
  private final double[] couplings;
  // a row per eigenvector
  private final double[][] vectors;
  private final int[] places = new int[MOST_ROTATIONS];
  private final double[] cosines = new double[MOST_ROTATIONS];
  private final double[] sines = new double[MOST_ROTATIONS];
  private int rotations;

  private SymmetricEigen(double[][] matrix, Workers workers) {
    this.size = matrix.length;
    this.matrix = matrix;
    this.workers = workers;
    this.values = new double[size];
    this.couplings = new double[size];
    this.vectors = new double[size][size];
  }

  /**
   * Decomposes a symmetric matrix, which is overwritten.
   *
   * @throws IllegalArgumentException if a value is not finite
   */
  public static SymmetricEigen of(double[][] matrix, Workers workers) {
    for (double[] row : matrix) {
      for (double value : row) {
        if (!Double.isFinite(value)) {
          throw new IllegalArgumentException("expected finite numbers, found " + value);
        }
      }
    }
    SymmetricEigen eigen = new SymmetricEigen(matrix, workers);
    eigen.makeTridiagonal();
    for (int k = 0; k < eigen.size; k++) {
      eigen.vectors[k][k] = 1;
    }
    eigen.makeDiagonal();
    eigen.turnBack();
    return eigen;
  }

  /** The eigenvalues, in no particular order. */
  public double[] values() {
    return values;
  }

  /** The eigenvectors, of unit length, in the order of the eigenvalues. */
  public double[][] vectors() {
    return vectors;
  }

  /** A ← H A H for a reflection H that clears each column below the subdiagonal. */
  private void makeTridiagonal() {
    double[] product = new double[size];
    for (int k = 0; k < size; k++) {
      values[k] = matrix[k][k];
      if (k == size - 1) {
        return;
      }
      // by symmetry the column is the row
      double[] v = Arrays.copyOfRange(matrix[k], k + 1, size);
      double scale = reflect(k, v);
      reflectors.add(v);
      scales.add(scale);
      if (scale != 0) {
        reflectTrailing(k + 1, v, scale, product);
      }
    }
  }

  /**
   * Turns a column into the vector v of its reflection, stores the resulting entries, and returns 2
   * / vᵀv.
   */
  private double reflect(int k, double[] v) {
    double largest = 0;
    for (double value : v) {
      largest = Math.max(largest, Math.abs(value));
    }
    double others = 0;
    for (int i = 1; i < v.length; i++) {
      others = Math.max(others, Math.abs(v[i]));
    }
    if (others == 0) {
      couplings[k] = v[0];
      return 0;
    }
    double squares = 0;
    for (int i = 0; i < v.length; i++) {
      v[i] /= largest;
      squares += v[i] * v[i];
    }
    double length = v[0] > 0 ? -Math.sqrt(squares) : Math.sqrt(squares);
    couplings[k] = length * largest;
    // vᵀv of v - length · e₁
    double reflected = 2 * (squares - length * v[0]);
    v[0] -= length;
    return 2 / reflected;
  }

  /** A ← A - v wᵀ - w vᵀ for the rows and columns from the given one on. */
  private void reflectTrailing(int from, double[] v, double scale, double[] product) {
    int count = v.length;
    forEachRow(count, i -> product[i] = scale * dot(matrix[from + i], from, v, count));
    double along = 0;
    for (int i = 0; i < count; i++) {
      along += product[i] * v[i];
    }
    double half = scale * along / 2;
    for (int i = 0; i < count; i++) {
      product[i] -= half * v[i];
    }
    forEachRow(
        count,
        i -> {
          double[] row = matrix[from + i];
          double ofV = v[i];
          double ofW = product[i];
          for (int j = 0; j < count; j++) {
            row[from + j] -= ofV * product[j] + ofW * v[j];
          }
        });
  }

  private interface RowTask {
    void run(int row);
  }

  private void forEachRow(int count, RowTask task) {
    if (count < 2 * ROWS_PER_TASK) {
      for (int i = 0; i < count; i++) {
        task.run(i);
      }
      return;
    }
    workers.forEach(
        (count + ROWS_PER_TASK - 1) / ROWS_PER_TASK,
        block -> {
          int end = Math.min(count, (block + 1) * ROWS_PER_TASK);
          for (int i = block * ROWS_PER_TASK; i < end; i++) {
            task.run(i);
          }
        });
  }

  private static double dot(double[] row, int from, double[] v, int count) {
    double even = 0;
    double odd = 0;
    int j = 0;
    for (; j + 1 < count; j += 2) {
      even += row[from + j] * v[j];
      odd += row[from + j + 1] * v[j + 1];
    }
    return j < count ? even + odd + row[from + j] * v[j] : even + odd;
  }

  /** Takes QR steps on the last block that is not diagonal yet, until there is none. */
  private void makeDiagonal() {
    int last = size - 1;
    int steps = 0;
    while (last > 0) {
      if (isNegligible(last - 1)) {
        couplings[--last] = 0;
        steps = 0;
        continue;
      }
      int first = last - 1;
      while (first > 0 && !isNegligible(first - 1)) {
        first--;
      }
      if (first > 0) {
        couplings[first - 1] = 0;
      }
      if (++steps > MOST_STEPS) {
        throw new IllegalStateException(
            "no eigenvalue after " + MOST_STEPS + " steps on a matrix of " + size + " rows");
      }
      step(first, last);
    }
    applyRotations();
  }

  private boolean isNegligible(int k) {
    return Math.abs(couplings[k]) <= ROUNDING * (Math.abs(values[k]) + Math.abs(values[k + 1]));
  }

  /**
   * Takes one QR step: the shift creates a bulge next to the diagonal, and rotations chase it to
   * the end.
   */
  private void step(int first, int last) {
    double half = (values[last - 1] - values[last]) / 2;
    double beside = couplings[last - 1];
    double root = Math.hypot(half, beside);
    double shift = values[last] - beside * (beside / (half + (half < 0 ? -root : root)));
    double x = values[first] - shift;
    double bulge = couplings[first];
    for (int k = first; k < last; k++) {
      double length = Math.hypot(x, bulge);
      double c = length == 0 ? 1 : x / length;
      double s = length == 0 ? 0 : bulge / length;
      if (k > first) {
        couplings[k - 1] = length;
      }
      double upper = values[k];
      double lower = values[k + 1];
      double cross = couplings[k];
      // one of the two gains what the other loses
      double moved = s * (s * (lower - upper) + 2 * c * cross);
      values[k] = upper + moved;
      values[k + 1] = lower - moved;
      couplings[k] = c * s * (lower - upper) + (c - s) * (c + s) * cross;
      if (k + 1 < last) {
        bulge = s * couplings[k + 1];
        couplings[k + 1] *= c;
        x = couplings[k];
      }
      rotate(k, c, s);
    }
  }

  private void rotate(int place, double c, double s) {
    if (rotations == MOST_ROTATIONS) {
      applyRotations();
    }
    places[rotations] = place;
    cosines[rotations] = c;
    sines[rotations++] = s;
  }

  private void applyRotations() {
    workers.forEach((size + STRIP - 1) / STRIP, this::applyRotationsToStrip);
    rotations = 0;
  }

  private void applyRotationsToStrip(int strip) {
    int from = strip * STRIP;
    int to = Math.min(size, from + STRIP);
    for (int r = 0; r < rotations; r++) {
      double[] upper = vectors[places[r]];
      double[] lower = vectors[places[r] + 1];
      double c = cosines[r];
      double s = sines[r];
      for (int j = from; j < to; j++) {
        double u = upper[j];
        double l = lower[j];
        upper[j] = c * u + s * l;
        lower[j] = c * l - s * u;
      }
    }
  }

  /** Applies the reflections to the eigenvectors of the tridiagonal matrix, the last one first. */
  private void turnBack() {
    forEachRow(
        size,
        row -> {
          double[] z = vectors[row];
          for (int k = reflectors.size() - 1; k >= 0; k--) {
            double[] v = reflectors.get(k);
            double along = scales.get(k) * dot(z, k + 1, v, v.length);
            for (int i = 0; along != 0 && i < v.length; i++) {
              z[k + 1 + i] -= along * v[i];
            }
          }
        });
  }
}
