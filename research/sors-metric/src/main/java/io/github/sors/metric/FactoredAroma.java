package io.github.sors.metric;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.learn.Aroma;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.option.LearningParameters;
import io.github.sors.option.Parameter;
import io.github.sors.parallel.Workers;
import java.util.Map;

/**
 * AROMA with a factored covariance: a similarity whose covariance is the product of Λ, for
 * directions of the queries, and Ω, for directions of the items.
 *
 * <pre>
 * ℓ = [1 - xᵀMp]₊, p = x⁺ - x⁻;  M = Λ = Ω = I at the start; if ℓ > 0:
 * v = xᵀΛx, w = pᵀΩp
 * M ← M + ℓ / (r + vw) · (Λx)(Ωp)ᵀ
 * Ω ← Ω - v / (dr + vw) · (Ωp)(Ωp)ᵀ,  then with the new w = pᵀΩp
 * Λ ← Λ - w / (dr + vw) · (Λx)(Λx)ᵀ
 * </pre>
 *
 * <p>Crammer and Chechik, <i>Adaptive Regularization for Weight Matrices</i>, ICML 2012. M is dense
 * after a few rounds; a round with a loss costs O(d²), and memory is three matrices. For high
 * dimensions see {@code aroma}, with a diagonal covariance, among the learners of triplets.
 *
 * <p>Threads: immutable; a call of {@code learn} may use several threads inside and has ended them
 * when it returns. Failures: those of {@link MetricLearner}; options out of range are refused by
 * {@link Options}. A matrix that grows out of range throws {@link
 * io.github.sors.InvalidInputException}.
 */
public final class FactoredAroma implements MetricLearner {

  /**
   * The options of AROMA.
   *
   * @param regularization r; the larger, the smaller the steps
   */
  public record Options(double regularization) {

    static final Parameter<Double> R = Aroma.Options.R.tuned("0.01", "0.1", "1", "10", "100");

    /** r = 10. */
    public static final Options DEFAULT = new Options(R.defaultValue());

    public Options {
      R.require(regularization);
    }

    static Options of(LearningParameters parameters) {
      return new Options(parameters.get(R));
    }
  }

  static final AlgorithmDescriptor<MetricLearner> DESCRIPTOR =
      AlgorithmDescriptor.of(
          "aroma-factored",
          "AROMA, factored",
          "a similarity with variances of directions",
          parameters -> new FactoredAroma(Options.of(parameters)),
          Options.R);

  private final Options options;

  public FactoredAroma(Options options) {
    this.options = options;
  }

  @Override
  public String algorithm() {
    return MetricAlgorithm.FACTORED_AROMA.label();
  }

  @Override
  public Map<String, String> options() {
    return Map.of(Options.R.name(), Options.R.format(options.regularization()));
  }

  @Override
  public BilinearModel learn(MetricTraining training, MetricListener listener) {
    int dimension = training.dimension();
    HeapBudget.require(
        MetricAlgorithm.FACTORED_AROMA.title(),
        dimension,
        3 * HeapBudget.square(dimension) + HeapBudget.model(dimension));
    try (Workers workers = new Workers(training.threads(), "sors-metric")) {
      State state = new State(dimension, options.regularization(), workers);
      long done = 0;
      boolean goOn = true;
      while (goOn && done < training.rounds()) {
        state.learn(training.triplet(done));
        done++;
        goOn = listener.goOn(done, training.rounds());
      }
      return DistanceModels.learntBy(this, model(state.similarity()), done);
    }
  }

  private static BilinearModel model(double[][] similarity) {
    int dimension = similarity.length;
    long[] starts = new long[dimension + 1];
    for (int i = 0; i < dimension; i++) {
      starts[i + 1] = starts[i];
      for (double value : similarity[i]) {
        starts[i + 1] += (float) value != 0 ? 1 : 0;
      }
    }
    int[] columns = new int[Math.toIntExact(starts[dimension])];
    float[] values = new float[columns.length];
    int next = 0;
    for (double[] row : similarity) {
      for (int j = 0; j < dimension; j++) {
        if ((float) row[j] != 0) {
          columns[next] = j;
          values[next++] = (float) row[j];
        }
      }
    }
    try {
      return BilinearModel.ofRows(dimension, dimension, starts, columns, values);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          "the learnt matrix is out of range, use a larger r or normalise the rows: "
              + e.getMessage(),
          e);
    }
  }

  /** M, Λ and Ω. */
  static final class State {

    private final double regularization;
    private final double[][] similarity;
    private final LogDetMatrix ofQueries;
    private final LogDetMatrix ofItems;

    State(int dimension, double regularization, Workers workers) {
      this.regularization = regularization;
      similarity = new double[dimension][dimension];
      for (int i = 0; i < dimension; i++) {
        similarity[i][i] = 1;
      }
      ofQueries = LogDetMatrix.identity(dimension, workers);
      ofItems = LogDetMatrix.identity(dimension, workers);
    }

    double[][] similarity() {
      return similarity;
    }

    LogDetMatrix ofQueries() {
      return ofQueries;
    }

    LogDetMatrix ofItems() {
      return ofItems;
    }

    /** Learns one triplet, and returns its loss before the update. */
    double learn(Triplet triplet) {
      Difference query = Difference.of(triplet.query(), SparseVector.EMPTY);
      Difference items = Difference.of(triplet.positive(), triplet.negative());
      double loss = 1 - score(query, items);
      if (loss <= 0 || query.isNothing() || items.isNothing()) {
        return Math.max(0, loss);
      }
      double queryVariance = ofQueries.measure(query);
      double itemVariance = ofItems.measure(items);
      double both = queryVariance * itemVariance;
      double[] queryDirection = ofQueries.product();
      double[] itemDirection = ofItems.product();
      double step = loss / (regularization + both);
      for (int i = 0; i < similarity.length; i++) {
        double factor = step * queryDirection[i];
        for (int j = 0; j < similarity.length && factor != 0; j++) {
          similarity[i][j] += factor * itemDirection[j];
        }
      }
      double spread = similarity.length * regularization;
      ofItems.update(-queryVariance / (spread + both));
      double newItemVariance = ofItems.measure(items);
      ofQueries.update(-newItemVariance / (spread + queryVariance * newItemVariance));
      return loss;
    }

    private double score(Difference query, Difference items) {
      double sum = 0;
      for (int k = 0; k < query.size(); k++) {
        sum += query.value(k) * items.dot(similarity[query.index(k)]);
      }
      return sum;
    }
  }
}
