package io.github.sors.metric;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import java.util.Map;

/**
 * Learns a model from a complete training set, unlike the online learners, which have a model at
 * any time.
 *
 * <p>The model is bit-identical for any number of threads. A learner has no state between two
 * calls.
 *
 * @since 0.1.0
 */
public sealed interface MetricLearner
    permits DistanceLearner, Sdml, WithForm, FactoredAroma, Unlearnt {

  /** The name of the algorithm, as {@link MetricAlgorithm#label}. */
  String algorithm();

  /** The options by name, as {@link MetricAlgorithm#create} takes them. */
  Map<String, String> options();

  /**
   * Learns.
   *
   * @param listener called after every step; may end the learning early, and then the present model
   *     is returned
   * @throws InvalidInputException if the algorithm cannot learn from the training set
   * @throws HeapBudgetException if there is not enough memory
   */
  BilinearModel learn(MetricTraining training, MetricListener listener);
}
