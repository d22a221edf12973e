package io.github.sors.server.collection.model;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.learn.OnlineLearner;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The learner of a collection, with estimates of cost and memory, and with the start from a model.
 * One implementation per kind of model.
 */
public interface CollectionLearner {

  /** Wraps a learner for a collection. */
  static CollectionLearner of(OnlineLearner learner) {
    if (learner instanceof OnlineBilinearLearner matrix) {
      return new MatrixLearning(matrix);
    }
    if (learner instanceof EncoderLearner encoder) {
      return new EncoderLearning(encoder);
    }
    throw new IllegalArgumentException("no collection learns with " + learner.algorithm());
  }

  /** The learner itself. */
  OnlineLearner learner();

  /**
   * How many numbers of the model a round may touch.
   *
   * @param queryFeatures how many features the query has
   */
  long work(int queryFeatures, SparseVector better, SparseVector worse);

  /** An upper bound of the model's bytes. */
  long mostBytes();

  /**
   * Returns a memory bound for comparisons that are not learnt yet; initially for none.
   *
   * @param features the number of features afterwards
   */
  LearningBound bound(int features);

  /** Chooses the layout of the model so that it takes at most about this many bytes. */
  void limitMemory(long bytes);

  /**
   * Checks that the learner can start from a model.
   *
   * @param file the file that the model was read from
   * @throws InvalidInputException if it is of another kind or shape
   */
  void requireStart(Model model, Path file);

  /** Starts from a model, before the first round; it must number features like the collection. */
  void startFrom(Model model);

  /**
   * Returns what scores as the model does before the first round, for any features; only before
   * that round.
   *
   * @param given the model to start from, or null
   */
  CollectionStart.Scorer startScorer(@Nullable Model given);

  /** The bytes per item that searches with the model need, in addition to its vector. */
  long bytesPerItem();
}
