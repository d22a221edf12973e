package io.github.sors.learn;

import io.github.sors.SparseVector;
import io.github.sors.TripletLearner;
import java.util.List;
import java.util.Map;

/**
 * A learner that can be stopped and resumed, limited in memory, and run on several threads.
 *
 * <p>Threads: only one thread may call it, for any value of {@link #setThreads}; snapshots can be
 * read by another. Failures: a triplet that cannot be learnt throws {@link
 * IllegalArgumentException} and changes nothing; a {@link MemoryBudgetException} comes after a
 * complete round.
 */
public sealed interface OnlineLearner extends TripletLearner
    permits OnlineBilinearLearner, EncoderLearner {

  /** The options by name, as {@link Algorithm#create} takes them. */
  Map<String, String> options();

  /** Scores an item for a query, without learning. */
  double score(SparseVector query, SparseVector item);

  /**
   * Scores several items for one query, without learning; the query's part is computed once. The
   * scores equal {@link #score} up to rounding.
   */
  double[] scores(SparseVector query, List<SparseVector> items);

  /** Makes room for vectors of these dimensions; later models have at least these dimensions. */
  void reserve(FeatureSpaces spaces);

  /**
   * Shares large rounds between at most this many threads from now on; results stay bit-identical.
   *
   * @throws IllegalArgumentException if the number is below 1
   */
  void setThreads(int threads);

  /**
   * Limits the memory of the learnt weights: a round that exceeds the limit throws a {@link
   * MemoryBudgetException}.
   */
  void setMemoryBudget(long bytes);

  /** The bytes that the learnt weights take at present. */
  long matrixBytes();

  /** Describes the storage of the learnt weights in a few words. */
  String storage();

  /** Returns a snapshot that another thread can read while this learner continues. */
  default LearnerState freeze() {
    return freeze(() -> {});
  }

  /**
   * Returns a snapshot for a reader that runs in the background.
   *
   * @param betweenRows called by the reader after a few rows, for example to pause
   */
  LearnerState freeze(Runnable betweenRows);
}
