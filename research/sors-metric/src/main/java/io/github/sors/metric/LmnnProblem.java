package io.github.sors.metric;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.parallel.Workers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The objective of {@link Lmnn} and its gradient in L, on rows that are sorted by class.
 *
 * <p>With y = Lx the gradient is 2 Σ w_ab (y_a - y_b)(x_a - x_b)ᵀ over the weighted pairs, that is
 * 2Yᵀ(D - W)X with the sparse weights W and their row sums D: a product of a sparse with a dense
 * matrix and one of two dense ones, O(nnz(W) · d + nd²), for any number of active triples.
 */
final class LmnnProblem {

  private static final int ROWS_A_TASK = 64;

  private final double mu;
  private final Workers workers;
  // centred, which does not change distances
  private final double[][] rows;
  private final int[] classStart;
  private final int[] classEnd;
  private final int[][] targets;
  private final ImpostorSearch impostors;

  LmnnProblem(MetricTraining training, int k, double mu, Workers workers) {
    this.mu = mu;
    this.workers = workers;
    int[] order =
        IntStream.range(0, training.size())
            .boxed()
            .sorted(Comparator.comparingInt(training::label))
            .mapToInt(Integer::intValue)
            .toArray();
    int n = order.length;
    classStart = new int[n];
    classEnd = new int[n];
    for (int start = 0; start < n; ) {
      int end = start;
      while (end < n && training.label(order[end]) == training.label(order[start])) {
        end++;
      }
      Arrays.fill(classStart, start, end, start);
      Arrays.fill(classEnd, start, end, end);
      start = end;
    }
    rows = centred(training, order);
    targets = targets(k);
    impostors = new ImpostorSearch(classEnd, workers);
  }

  private static double[][] centred(MetricTraining training, int[] order) {
    double[][] rows = new double[order.length][training.dimension()];
    double[] mean = new double[training.dimension()];
    for (int i = 0; i < order.length; i++) {
      SparseVector vector = training.vectors().get(order[i]);
      for (int k = 0; k < vector.size(); k++) {
        rows[i][vector.index(k)] = vector.value(k);
        mean[vector.index(k)] += (double) vector.value(k) / order.length;
      }
    }
    for (double[] row : rows) {
      for (int j = 0; j < mean.length; j++) {
        row[j] -= mean[j];
      }
    }
    return rows;
  }

  /** The k nearest rows of its own class, for every row; fewer if the class is smaller. */
  private int[][] targets(int k) {
    int[][] nearest = new int[rows.length][];
    workers.forEach(
        tasks(),
        task ->
            forRows(
                task,
                i -> {
                  double[] distances = new double[classEnd[i] - classStart[i]];
                  Arrays.setAll(
                      distances,
                      c -> DenseProducts.squaredDistance(rows[i], rows[classStart[i] + c]));
                  nearest[i] =
                      IntStream.range(classStart[i], classEnd[i])
                          .filter(j -> j != i)
                          .boxed()
                          .sorted(Comparator.comparingDouble(j -> distances[j - classStart[i]]))
                          .limit(k)
                          .mapToInt(Integer::intValue)
                          .toArray();
                }));
    if (Arrays.stream(nearest).allMatch(list -> list.length == 0)) {
      throw new InvalidInputException(
          "LMNN needs a class with at least two training rows, but each of the "
              + rows.length
              + " rows is alone in its class; add rows, or hold out a smaller share");
    }
    return nearest;
  }

  private int tasks() {
    return (rows.length + ROWS_A_TASK - 1) / ROWS_A_TASK;
  }

  private void forRows(int task, IntConsumer action) {
    for (int i = task * ROWS_A_TASK; i < Math.min(rows.length, (task + 1) * ROWS_A_TASK); i++) {
      action.accept(i);
    }
  }

  int dimension() {
    return rows[0].length;
  }

  /** The maximum number of dimensions that the rows can span. */
  int rank() {
    return Math.min(rows.length, dimension());
  }

  int searches() {
    return impostors.searches();
  }

  /** The objective at L, with the data for the gradient. */
  Point at(double[][] factor) {
    double[][] mapped = DenseProducts.product(rows, DenseProducts.transposed(factor), workers);
    double[][] toTargets = new double[rows.length][];
    double[] reach = new double[rows.length];
    workers.forEach(
        tasks(),
        task ->
            forRows(
                task,
                i -> {
                  toTargets[i] = new double[targets[i].length];
                  for (int t = 0; t < targets[i].length; t++) {
                    toTargets[i][t] =
                        DenseProducts.squaredDistance(mapped[i], mapped[targets[i][t]]);
                    reach[i] = Math.max(reach[i], 1 + toTargets[i][t]);
                  }
                }));
    int[][] near = impostors.near(mapped, reach);
    Point point = new Point(factor, mapped);
    double[] losses = new double[rows.length];
    workers.forEach(
        tasks(),
        task -> forRows(task, i -> losses[i] = point.weigh(i, near[i], toTargets[i], reach[i])));
    point.objective = Arrays.stream(losses).sum();
    return point;
  }

  /** A matrix L, the mapped rows, and the weights of pairs in the gradient. */
  final class Point {

    private final double[][] factor;
    private final double[][] mapped;
    // for each row the rows it is paired with, and the weights
    private final int[][] partners = new int[rows.length][];
    private final double[][] weights = new double[rows.length][];
    private double objective;

    private Point(double[][] factor, double[][] mapped) {
      this.factor = factor;
      this.mapped = mapped;
    }

    double objective() {
      return objective;
    }

    double[][] factor() {
      return factor;
    }

    /** Computes the weights of a row's pairs, and returns its part of the objective. */
    private double weigh(int i, int[] near, double[] toTargets, double reach) {
      int[] own = targets[i];
      int[] with = Arrays.copyOf(own, own.length + near.length);
      double[] weight = new double[with.length];
      double pull = 0;
      for (int t = 0; t < own.length; t++) {
        weight[t] = 1 - mu;
        pull += toTargets[t];
      }
      double push = 0;
      int count = own.length;
      for (int l : near) {
        double distance = DenseProducts.squaredDistance(mapped[i], mapped[l], reach);
        int active = 0;
        for (int t = 0; t < own.length; t++) {
          double hinge = 1 + toTargets[t] - distance;
          if (hinge > 0) {
            push += hinge;
            weight[t] += mu;
            active++;
          }
        }
        if (active > 0) {
          with[count] = l;
          weight[count++] = -mu * active;
        }
      }
      partners[i] = Arrays.copyOf(with, count);
      weights[i] = Arrays.copyOf(weight, count);
      return (1 - mu) * pull + mu * push;
    }

    /** The gradient of the objective in L. */
    double[][] gradient() {
      double[][] laplacian = laplacianOfRows();
      double[][] gradient =
          DenseProducts.product(DenseProducts.transposed(mapped), laplacian, workers);
      for (double[] row : gradient) {
        for (int j = 0; j < row.length; j++) {
          row[j] *= 2;
        }
      }
      return gradient;
    }

    /** Computes (D - W)X: every row minus its partners, weighted, from both sides of a pair. */
    private double[][] laplacianOfRows() {
      int[] counts = new int[rows.length];
      for (int[] with : partners) {
        for (int b : with) {
          counts[b]++;
        }
      }
      int[][] backPartners = new int[rows.length][];
      double[][] backWeights = new double[rows.length][];
      for (int b = 0; b < rows.length; b++) {
        backPartners[b] = new int[counts[b]];
        backWeights[b] = new double[counts[b]];
      }
      for (int a = rows.length - 1; a >= 0; a--) {
        for (int p = 0; p < partners[a].length; p++) {
          int b = partners[a][p];
          backPartners[b][--counts[b]] = a;
          backWeights[b][counts[b]] = weights[a][p];
        }
      }
      double[][] sums = new double[rows.length][dimension()];
      workers.forEach(
          tasks(),
          task ->
              forRows(
                  task,
                  i -> {
                    subtract(partners[i], weights[i], i, sums[i]);
                    subtract(backPartners[i], backWeights[i], i, sums[i]);
                  }));
      return sums;
    }

    private void subtract(int[] with, double[] weight, int i, double[] into) {
      double[] factors = new double[with.length + 1];
      double[][] terms = new double[with.length + 1][];
      for (int p = 0; p < with.length; p++) {
        factors[p] = -weight[p];
        factors[with.length] += weight[p];
        terms[p] = rows[with[p]];
      }
      terms[with.length] = rows[i];
      DenseProducts.addRow(factors, 0, factors.length, terms, into);
    }
  }
}
