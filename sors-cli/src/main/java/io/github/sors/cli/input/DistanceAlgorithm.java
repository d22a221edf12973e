package io.github.sors.cli.input;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.option.AlgorithmDescriptor;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * An algorithm that learns a distance from a complete training set, unlike the online learners.
 * None is part of the product; {@link DistanceAlgorithms} adds those that are there.
 */
public interface DistanceAlgorithm {

  /** Its names and its options. */
  AlgorithmDescriptor<?> descriptor();

  /** The name on the command line, such as {@code lmnn}. */
  default String label() {
    return descriptor().label();
  }

  /** The name in a text, such as {@code LMNN}. */
  default String title() {
    return descriptor().title();
  }

  /** The default number of rounds: triplets, or steps if it learns from labels. */
  long defaultRounds();

  /** Whether it learns from triplets, not from labels. */
  boolean needsTriplets();

  /** The normalisation for this algorithm if the user has given a chain of steps. */
  String normalization(String chain);

  /**
   * Creates a learner.
   *
   * @param options by name; missing ones have their defaults
   * @throws IllegalArgumentException if a value is not valid
   */
  Learner learner(Map<String, String> options);

  /** Learns from a training set. */
  @FunctionalInterface
  interface Learner {

    /**
     * Learns.
     *
     * @param listener called after every step; may end the learning early, and then the present
     *     model is returned
     */
    BilinearModel learn(TrainingSet training, Listener listener);
  }

  /** Called after every step of a learner; decides whether to continue. */
  @FunctionalInterface
  interface Listener {

    /**
     * Called after a step.
     *
     * @param done the steps so far
     * @param most the maximum number of steps
     */
    boolean goOn(long done, long most);
  }

  /**
   * What to learn from.
   *
   * @param vectors the rows
   * @param labels the class of each row
   * @param dimension the number of features
   * @param triplets the triplet at each position, always the same for a position, and made of the
   *     vectors themselves
   * @param rounds the number of triplets, or the maximum number of steps if the algorithm learns
   *     from labels
   * @param threads the number of threads
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record TrainingSet(
      List<SparseVector> vectors,
      int[] labels,
      int dimension,
      LongFunction<Triplet> triplets,
      long rounds,
      int threads) {}
}
