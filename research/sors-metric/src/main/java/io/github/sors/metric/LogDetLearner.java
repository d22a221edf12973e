package io.github.sors.metric;

import io.github.sors.parallel.Workers;

/**
 * A learner with the LogDet divergence as its regulariser: starting from A = I, every update is
 *
 * <pre>
 * A ← A + β(Az)(Az)ᵀ     for differences z of rows
 * </pre>
 *
 * <p>In the span of rows X it learns K = XAXᵀ instead, the products of the rows under A. K is
 * updated by the same rule, with z = e_i - e_j for rows i and j: measuring a pair takes O(n) for n
 * rows, and only an update O(n²).
 */
abstract sealed class LogDetLearner extends DistanceLearner permits Itml, Lego {

  // a share of the target distance of dissimilar rows; smaller distances are rounding errors
  private static final double NOTHING = 1e-12;

  LogDetLearner(MetricAlgorithm algorithm) {
    super(algorithm);
  }

  /**
   * Learns.
   *
   * @param matrix A or K, which is changed
   * @return how many steps were taken
   */
  abstract long learn(
      MetricTraining training,
      DistanceThresholds thresholds,
      LogDetMatrix matrix,
      MetricListener listener);

  /** The distance below which two rows count as equal. */
  static double nothing(DistanceThresholds thresholds) {
    return NOTHING * thresholds.dissimilar();
  }

  @Override
  final long bytes(int dimension, int rows) {
    return HeapBudget.square(dimension);
  }

  @Override
  final LearntMatrix learn(MetricTraining training, Workers workers, MetricListener listener) {
    LogDetMatrix matrix = LogDetMatrix.identity(training.dimension(), workers);
    long steps = learn(training, DistanceThresholds.of(training.vectors()), matrix, listener);
    return new LearntMatrix(matrix.rows(), 1, steps);
  }

  @Override
  final Spread learn(RowSpan span, Workers workers, MetricListener listener) {
    DistanceThresholds thresholds = DistanceThresholds.of(span.training().vectors());
    LogDetMatrix products = new LogDetMatrix(span.products(), workers);
    long steps = learn(span.trainingOfUnits(), thresholds, products, listener);
    return new Spread(span.spread(span.inBasis(products.rows(), workers), 1, workers), steps);
  }
}
