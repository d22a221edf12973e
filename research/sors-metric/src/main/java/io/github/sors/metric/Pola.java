package io.github.sors.metric;

import io.github.sors.Triplet;
import io.github.sors.option.AlgorithmDescriptor;
import io.github.sors.parallel.Workers;
import java.util.Map;

/**
 * POLA: online learning of a distance A and a threshold b, each pair changes both just enough to be
 * right by a margin of 1.
 *
 * <pre>
 * A_1 = 0, b_1 = 1;  y = +1 for similar pairs, -1 for dissimilar ones
 * ℓ = [1 + y(zᵀAz - b)]₊,  α = ℓ / (‖z‖⁴ + 1)
 * A ← P(A - yαzzᵀ),  b ← max(1, b + yα),  P the projection onto the positive semi-definite matrices
 * </pre>
 *
 * <p>Shalev-Shwartz, Singer and Ng, <i>Online and Batch Learning of Pseudo-Metrics</i>, ICML 2004.
 * A dissimilar pair leaves A positive; a similar one can make a single eigenvalue negative, which
 * is then removed, see {@link SmallestEigenpair}. Since A_1 = 0, similar pairs have no loss until a
 * dissimilar one has come. A similar pair costs O(m · d²), m being the Lanczos steps, a dissimilar
 * one O(nnz(z)²).
 *
 * <p>Threads: immutable; a call of {@code learn} may use several threads inside and has ended them
 * when it returns. Failures: those of {@link MetricLearner}.
 */
public final class Pola extends DistanceLearner {

  static final AlgorithmDescriptor<MetricLearner> DESCRIPTOR =
      WithForm.describe(
          "pola",
          "POLA",
          "a distance and a threshold, one pair after the other",
          parameters -> new Pola());

  /** Creates a learner; it has no options. */
  public Pola() {
    super(MetricAlgorithm.POLA);
  }

  @Override
  public Map<String, String> options() {
    return Map.of();
  }

  @Override
  long bytes(int dimension, int rows) {
    return 2 * HeapBudget.square(dimension);
  }

  @Override
  LearntMatrix learn(MetricTraining training, Workers workers, MetricListener listener) {
    State state = new State(training.dimension());
    long done = 0;
    boolean goOn = true;
    while (goOn && done < training.rounds()) {
      Triplet triplet = training.triplet(done);
      if (state.step(training.similar(triplet), 1)) {
        state.project(training.similar(triplet));
      }
      state.step(training.dissimilar(triplet), -1);
      done++;
      goOn = listener.goOn(done, training.rounds());
    }
    return new LearntMatrix(state.matrix(), 0, done);
  }

  /** A and b. */
  static final class State {

    private final DenseMatrix matrix;
    private double threshold = 1;

    State(int dimension) {
      matrix = new DenseMatrix(dimension, 0);
    }

    double[][] matrix() {
      return matrix.rows();
    }

    double threshold() {
      return threshold;
    }

    /**
     * Projects A and b onto the half-space where the pair has no loss; returns whether it had one.
     */
    boolean step(Difference z, int sign) {
      double loss = 1 + sign * (matrix.form(z) - threshold);
      if (loss <= 0 || z.isNothing()) {
        return false;
      }
      double step = loss / (z.squaredNorm() * z.squaredNorm() + 1);
      matrix.addOuter(-sign * step, z);
      threshold = Math.max(1, threshold + sign * step);
      return true;
    }

    /** Removes the negative eigenvalue that a subtraction along z may have created. */
    void project(Difference z) {
      SmallestEigenpair pair = SmallestEigenpair.of(matrix.rows(), z);
      if (pair.value() < 0) {
        matrix.addOuter(-pair.value(), pair.vector());
      }
    }
  }
}
