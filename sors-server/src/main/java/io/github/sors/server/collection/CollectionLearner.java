package io.github.sors.server.collection;

import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.learn.EncoderLearner;
import io.github.sors.learn.OnlineBilinearLearner;
import io.github.sors.learn.OnlineLearner;
import java.nio.file.Path;

/**
 * The learner of a collection, with what a collection has to know of it beyond its rounds: what
 * comparisons cost, and how it starts from a model. One implementation per kind of model.
 */
interface CollectionLearner {

  /** What a collection needs of a learner. */
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
   * The numbers of the model that a round may touch.
   *
   * @param queryFeatures how many features the query has
   */
  long work(int queryFeatures, SparseVector better, SparseVector worse);

  /** An upper bound of the bytes that the model takes. */
  long mostBytes();

  /**
   * A bound for comparisons that are not learnt yet; none at first.
   *
   * @param features how many features there will be
   */
  LearningBound bound(int features);

  /** Keeps the model within about this many bytes where its layout has a choice. */
  void limitMemory(long bytes);

  /**
   * Refuses a model that the learner cannot start from.
   *
   * @param file what the model was read from
   * @throws InvalidInputException if it is of another kind or shape
   */
  void requireStart(Model model, Path file);

  /** Starts from a model, before the first round; its features are numbered as the collection's. */
  void startFrom(Model model);

  /** The bytes that searches with the model need for each item, besides its vector. */
  long bytesPerItem();
}
