package io.github.sors.metric;

import io.github.sors.SparseVector;
import io.github.sors.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The training rows as coordinates in an orthonormal basis Q of their span, which saves time if
 * there are fewer rows than features.
 *
 * <p>The rows X have the inner products XXᵀ = LLᵀ, and the rows of L are their coordinates, X = LQ.
 * Lengths and angles are the same in these coordinates. So a learner that starts from cI and
 * changes A only along rows learns a matrix B from them with
 *
 * <pre>
 * A = cI + Qᵀ(B - cI)Q = cI + XᵀWX,   W = L⁻ᵀ(B - cI)L⁻¹
 * </pre>
 *
 * <p>A row in the span of the earlier ones adds nothing to the basis. For n rows the coordinates
 * cost O(n² (n + nnz)), W O(n³), and the rows of A together O(nnz(X) (n + d)).
 */
final class RowSpan {

  // if less than this share of its squared length remains, a row counts as spanned by earlier ones
  private static final double DEPENDENT = 1e-10;
  private static final int ROWS_A_TASK = 16;

  private final int dimension;
  private final List<SparseVector> rows;
  private final MetricTraining training;
  // the rows that make up the basis, and their coordinates, lower triangular
  private final List<SparseVector> basis;
  private final int[] places;
  private final double[][] factor;
  // XXᵀ up to the diagonal
  private final double[][] products;

  private RowSpan(
      int dimension,
      List<SparseVector> rows,
      MetricTraining training,
      List<SparseVector> basis,
      int[] places,
      double[][] factor,
      double[][] products) {
    this.dimension = dimension;
    this.rows = rows;
    this.training = training;
    this.basis = basis;
    this.places = places;
    this.factor = factor;
    this.products = products;
  }

  /** An upper bound of the memory in bytes: L, the solutions with it, and the coordinates. */
  static long bytes(MetricTraining training) {
    return 5 * HeapBudget.square(training.size());
  }

  static RowSpan of(MetricTraining training, Workers workers) {
    List<SparseVector> rows = training.vectors();
    double[][] products = products(rows, training.dimension(), workers);
    List<SparseVector> basis = new ArrayList<>();
    List<double[]> factor = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    List<SparseVector> coordinates = new ArrayList<>();
    for (int row = 0; row < rows.size(); row++) {
      double[] solved = new double[basis.size() + 1];
      double rest = products[row][row];
      for (int k = 0; k < basis.size(); k++) {
        double[] earlier = factor.get(k);
        solved[k] = (products[row][places.get(k)] - dot(earlier, solved, k)) / earlier[k];
        rest -= solved[k] * solved[k];
      }
      boolean independent = rest > DEPENDENT * products[row][row];
      solved[basis.size()] = independent ? Math.sqrt(rest) : 0;
      coordinates.add(SparseVector.ofDense(floats(solved)));
      if (independent) {
        basis.add(rows.get(row));
        factor.add(solved);
        places.add(row);
      }
    }
    return new RowSpan(
        training.dimension(),
        rows,
        training.withVectors(coordinates, Math.max(1, basis.size())),
        basis,
        places.stream().mapToInt(place -> place).toArray(),
        factor.toArray(double[][]::new),
        products);
  }

  /** The inner products of the rows, up to the diagonal. */
  private static double[][] products(List<SparseVector> rows, int dimension, Workers workers) {
    double[][] products = new double[rows.size()][];
    workers.forEach(
        (rows.size() + ROWS_A_TASK - 1) / ROWS_A_TASK,
        task -> {
          double[] spread = new double[dimension];
          int end = Math.min(rows.size(), (task + 1) * ROWS_A_TASK);
          for (int row = task * ROWS_A_TASK; row < end; row++) {
            SparseVector vector = rows.get(row);
            add(vector, 1, spread);
            products[row] = new double[row + 1];
            for (int other = 0; other <= row; other++) {
              products[row][other] = dot(rows.get(other), spread);
            }
            for (int k = 0; k < vector.size(); k++) {
              spread[vector.index(k)] = 0;
            }
          }
        });
    return products;
  }

  /** The same training in the coordinates of the span. */
  MetricTraining training() {
    return training;
  }

  /** XXᵀ, the inner products of the rows. */
  double[][] products() {
    int size = products.length;
    double[][] whole = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        whole[i][j] = products[i][j];
        whole[j][i] = products[i][j];
      }
    }
    return whole;
  }

  /** The same training with the unit vector e_i for row i, for learning XAXᵀ. */
  MetricTraining trainingOfUnits() {
    List<SparseVector> units = new ArrayList<>();
    for (int row = 0; row < products.length; row++) {
      units.add(SparseVector.of(new int[] {row}, new float[] {1}));
    }
    return training.withVectors(units, units.size());
  }

  /** B = L⁻¹KL⁻ᵀ, given the products K = XAXᵀ = LBLᵀ of the rows under A. */
  double[][] inBasis(double[][] productsUnderA, Workers workers) {
    int size = places.length;
    double[][] solved = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        solved[i][j] = productsUnderA[places[i]][places[j]];
      }
    }
    solveByFactor(solved, workers);
    double[][] other = size == 0 ? solved : DenseProducts.transposed(solved);
    solveByFactor(other, workers);
    return other;
  }

  /** Turns every row y into L⁻¹y. */
  private void solveByFactor(double[][] rows, Workers workers) {
    workers.forEach(
        basis.size(),
        number -> {
          double[] row = rows[number];
          for (int k = 0; k < basis.size(); k++) {
            row[k] = (row[k] - dot(factor[k], row, k)) / factor[k][k];
          }
        });
  }

  /**
   * The rows of A, given B.
   *
   * @param learnt B, which is overwritten
   * @param start c
   */
  DistanceModels.Rows spread(double[][] learnt, double start, Workers workers) {
    int size = basis.size();
    for (int i = 0; i < size; i++) {
      learnt[i][i] -= start;
    }
    divideByFactor(learnt, workers);
    // B is symmetric, so the other side is its transpose
    double[][] weights = size == 0 ? new double[0][] : DenseProducts.transposed(learnt);
    divideByFactor(weights, workers);
    return combined(basis, weights, start);
  }

  /**
   * The rows of A = cI + XᵀWX, given W for all rows: entries that no pair has touched are exactly
   * 0, unlike with B.
   */
  DistanceModels.Rows spreadWeights(double[][] weights, double start) {
    return combined(rows, weights, start);
  }

  private DistanceModels.Rows combined(
      List<SparseVector> vectors, double[][] weights, double start) {
    int[][] having = rowsOfFeatures(vectors);
    return (feature, into) -> {
      double[] combined = new double[vectors.size()];
      for (int row : having[feature]) {
        double value = vectors.get(row).get(feature);
        for (int k = 0; k < combined.length; k++) {
          combined[k] += value * weights[row][k];
        }
      }
      Arrays.fill(into, 0);
      for (int k = 0; k < combined.length; k++) {
        if (combined[k] != 0) {
          add(vectors.get(k), combined[k], into);
        }
      }
      into[feature] += start;
    };
  }

  /** Turns every row y into yL⁻¹. */
  private void divideByFactor(double[][] rows, Workers workers) {
    workers.forEach(
        basis.size(),
        number -> {
          double[] row = rows[number];
          for (int k = basis.size() - 1; k >= 0; k--) {
            double[] ofFactor = factor[k];
            double value = row[k] / ofFactor[k];
            row[k] = value;
            for (int j = 0; j < k; j++) {
              row[j] -= value * ofFactor[j];
            }
          }
        });
  }

  /** The numbers of the vectors that have each feature. */
  private int[][] rowsOfFeatures(List<SparseVector> vectors) {
    int[] counts = new int[dimension];
    for (SparseVector vector : vectors) {
      for (int k = 0; k < vector.size(); k++) {
        counts[vector.index(k)]++;
      }
    }
    int[][] lists = new int[counts.length][];
    Arrays.setAll(lists, feature -> new int[counts[feature]]);
    for (int number = vectors.size() - 1; number >= 0; number--) {
      SparseVector vector = vectors.get(number);
      for (int k = 0; k < vector.size(); k++) {
        lists[vector.index(k)][--counts[vector.index(k)]] = number;
      }
    }
    return lists;
  }

  private static double dot(double[] left, double[] right, int size) {
    double sum = 0;
    for (int k = 0; k < size; k++) {
      sum += left[k] * right[k];
    }
    return sum;
  }

  private static double dot(SparseVector sparse, double[] dense) {
    double sum = 0;
    for (int k = 0; k < sparse.size(); k++) {
      sum += sparse.value(k) * dense[sparse.index(k)];
    }
    return sum;
  }

  private static void add(SparseVector sparse, double factor, double[] into) {
    for (int k = 0; k < sparse.size(); k++) {
      into[sparse.index(k)] += factor * sparse.value(k);
    }
  }

  private static float[] floats(double[] values) {
    float[] floats = new float[values.length];
    for (int k = 0; k < values.length; k++) {
      floats[k] = (float) values[k];
    }
    return floats;
  }
}
