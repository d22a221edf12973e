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
 * <p>Threads: immutable; a call of {@link #learn} may use several threads inside and has ended them
 * when it returns. Failures: a training set that it cannot learn from throws {@link
 * io.github.sors.InvalidInputException}, too little memory {@link HeapBudgetException}, and a
 * listener that stops it ends with the model so far.
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
