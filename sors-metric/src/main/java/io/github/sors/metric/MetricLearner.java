package io.github.sors.metric;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import java.util.Map;

/**
 * Learns a whole model from a training set at once, unlike the learners of triplets, which can be
 * asked for a model at any time.
 *
 * <p>The same training gives the same model to the last bit, whatever the number of threads. A
 * learner keeps nothing between two calls.
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
   * @param listener called after every step, and may end the learning early: what was learnt until
   *     then is what comes back
   * @throws InvalidInputException if the training set is nothing that this algorithm can learn from
   * @throws HeapBudgetException if the memory would not do
   */
  BilinearModel learn(MetricTraining training, MetricListener listener);
}
