package io.github.sors.learn;

import io.github.sors.SparseVector;
import io.github.sors.TripletLearner;
import java.util.List;
import java.util.Map;

/**
 * A learner that can be stopped and resumed, limited in memory and spread over threads: all
 * learners of {@link Algorithm}.
 *
 * <p>Not thread-safe; to the caller it stays single-threaded, whatever {@link #setThreads} says.
 */
public sealed interface OnlineLearner extends TripletLearner
    permits OnlineBilinearLearner, EncoderLearner {

  /** The options by name, as {@link Algorithm#create} takes them. */
  Map<String, String> options();

  /** Scores an item for a query as the learner stands, without learning anything. */
  double score(SparseVector query, SparseVector item);

  /**
   * Scores several items for one query as the learner stands, without learning anything: what the
   * query needs is worked out once. The scores equal {@link #score} up to rounding.
   */
  double[] scores(SparseVector query, List<SparseVector> items);

  /**
   * Makes room for vectors of these dimensions; a model learnt from now on has at least these
   * dimensions.
   */
  void reserve(FeatureSpaces spaces);

  /**
   * Shares large rounds between this many threads from now on; no bit of the result changes.
   *
   * @throws IllegalArgumentException if there is not at least one
   */
  void setThreads(int threads);

  /**
   * Limits the memory of what is learnt: a round after which it takes more ends in a {@link
   * MemoryBudgetException}.
   */
  void setMemoryBudget(long bytes);

  /** The bytes that what is learnt takes at the moment. */
  long matrixBytes();

  /** How what is learnt is kept, in a few words. */
  String storage();

  /** The learner as it stands, to be read by another thread while this one goes on. */
  default LearnerState freeze() {
    return freeze(() -> {});
  }

  /**
   * The same for a reader that goes easy on others.
   *
   * @param betweenRows what it does after a few rows, such as resting
   */
  LearnerState freeze(Runnable betweenRows);
}
