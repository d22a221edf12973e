package io.github.sors.lab.study;

import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.tune.LearningClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Measures the processor time of many queries while nothing else of the study runs.
 *
 * <p>A query is the learnt expansion of a test row and its score with every test row. There are
 * fewer test rows than queries, so they are reused.
 */
final class QueryClock {

  /** The paper's figure goes from a thousand queries to fifty thousand. */
  static final int[] COUNTS = {1_000, 2_000, 5_000, 10_000, 20_000, 50_000};

  private static final int WARM_UP = 500;

  // shared by trainings, exclusive for a measurement
  private final ReadWriteLock machine = new ReentrantReadWriteLock(true);

  /** The lock that a training holds while it runs. */
  Lock training() {
    return machine.readLock();
  }

  /**
   * Times the queries; ends early, with fewer points, after the given number of seconds.
   *
   * <p>The caller must not hold {@link #training}.
   */
  List<CellResult.QueryTime> measure(
      Similarity similarity, List<SparseVector> items, double mostSeconds) {
    machine.writeLock().lock();
    try {
      double unused = 0;
      for (int k = 0; k < WARM_UP; k++) {
        unused += query(similarity, items, k);
      }
      List<CellResult.QueryTime> times = new ArrayList<>();
      int done = 0;
      long start = LearningClock.processorTime();
      for (int count : COUNTS) {
        for (; done < count; done++) {
          unused += query(similarity, items, done);
        }
        double seconds = (LearningClock.processorTime() - start) * 1e-9;
        times.add(new CellResult.QueryTime(count, seconds));
        if (seconds > mostSeconds) {
          break;
        }
      }
      // the scores have to be used, or they need not be computed
      return Double.isNaN(unused) ? List.of() : times;
    } finally {
      machine.writeLock().unlock();
    }
  }

  private static double query(Similarity similarity, List<SparseVector> items, int number) {
    Similarity.ItemScorer scorer = similarity.scorerFor(items.get(number % items.size()));
    double best = Double.NEGATIVE_INFINITY;
    for (SparseVector item : items) {
      best = Math.max(best, scorer.score(item));
    }
    return best;
  }
}
