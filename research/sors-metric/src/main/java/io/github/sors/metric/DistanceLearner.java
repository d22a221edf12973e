package io.github.sors.metric;

import io.github.sors.BilinearModel;
import io.github.sors.parallel.Workers;

/**
 * A learner of a distance A that starts from a multiple of the identity and steps along differences
 * of training rows, by rules that depend only on inner products.
 *
 * <p>If there are fewer rows than features, it learns in the span of the rows, see {@link RowSpan}:
 * the same A, at the cost of fewer features.
 */
abstract sealed class DistanceLearner implements MetricLearner
    permits Lmnn, LogDetLearner, Rdml, Pola {

  private final MetricAlgorithm algorithm;

  DistanceLearner(MetricAlgorithm algorithm) {
    this.algorithm = algorithm;
  }

  /**
   * * The learnt matrix.
   *
   * @param matrix A
   * @param start the c of A_1 = cI
   * @param steps how many of its rounds the learner has taken
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record LearntMatrix(double[][] matrix, double start, long steps) {}

  /**
   * The learnt matrix in terms of the features.
   *
   * @param rows reads the rows of A
   * @param steps how many of its rounds the learner has taken
   */
  record Spread(DistanceModels.Rows rows, long steps) {}

  @Override
  public final String algorithm() {
    return algorithm.label();
  }

  /** An upper bound of the memory of learning in bytes. */
  abstract long bytes(int dimension, int rows);

  /** Learns. */
  abstract LearntMatrix learn(MetricTraining training, Workers workers, MetricListener listener);

  /** Learns in the span of the rows. */
  Spread learn(RowSpan span, Workers workers, MetricListener listener) {
    LearntMatrix learnt = learn(span.training(), workers, listener);
    return new Spread(span.spread(learnt.matrix(), learnt.start(), workers), learnt.steps());
  }

  @Override
  public final BilinearModel learn(MetricTraining training, MetricListener listener) {
    int dimension = training.dimension();
    int rows = training.size();
    boolean spanned = rows < dimension;
    HeapBudget.require(
        algorithm.title(),
        dimension,
        (spanned ? bytes(rows, rows) + RowSpan.bytes(training) : bytes(dimension, rows))
            + HeapBudget.model(dimension));
    try (Workers workers = new Workers(training.threads(), "sors-metric")) {
      Spread learnt;
      if (spanned) {
        learnt = learn(RowSpan.of(training, workers), workers, listener);
      } else {
        LearntMatrix direct = learn(training, workers, listener);
        learnt = new Spread(reader(direct.matrix()), direct.steps());
      }
      BilinearModel model = DistanceModels.of(dimension, learnt.rows(), workers);
      return DistanceModels.learntBy(this, model, learnt.steps());
    }
  }

  private static DistanceModels.Rows reader(double[][] matrix) {
    return (row, into) -> System.arraycopy(matrix[row], 0, into, 0, into.length);
  }
}
