package io.github.sors.eval;

import io.github.sors.InvalidInputException;
import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;

/**
 * Measures how well a similarity ranks labelled items: all candidates are ranked for every query,
 * and those of the query's class are the relevant ones.
 *
 * <p>The means are over the queries that have at least one relevant candidate. Items with equal
 * scores count as being in random order, see {@link RankedGroups} and {@link RankingMetrics}.
 *
 * <p>Threads share the queries; each thread needs memory for the scores of one query. The result is
 * bit-identical for any number of threads. A query takes one score per candidate and then O(n log
 * r) for n candidates of which r are relevant.
 *
 * <p>An evaluator is immutable: {@code new RankingEvaluator().withCutoffs(1, 10).withThreads(2)}.
 *
 * <p>Threads: immutable; an evaluation shares the queries between its own threads and returns when
 * they have ended. Failures: settings out of range and labels that do not fit throw {@link
 * IllegalArgumentException}, data without a relevant candidate {@link InvalidInputException}, a
 * score that is not a number {@link IllegalStateException}. There is no partial result.
 */
public final class RankingEvaluator {

  private final int[] cutoffs;
  private final int threads;
  private final int mostQueries;
  private final IntConsumer progress;

  /** Creates an evaluator at the cutoffs 1, 5 and 10 that uses all processors. */
  public RankingEvaluator() {
    this(
        new int[] {1, 5, 10},
        Runtime.getRuntime().availableProcessors(),
        Integer.MAX_VALUE,
        queriesDone -> {});
  }

  private RankingEvaluator(int[] cutoffs, int threads, int mostQueries, IntConsumer progress) {
    this.cutoffs = cutoffs;
    this.threads = threads;
    this.mostQueries = mostQueries;
    this.progress = progress;
  }

  /**
   * This evaluator with other values of k for the precision, the gain and the k nearest; may be
   * empty; order and duplicates do not matter.
   */
  public RankingEvaluator withCutoffs(int... newCutoffs) {
    for (int k : newCutoffs) {
      if (k < 1) {
        throw new IllegalArgumentException("expected a cutoff k of 1 or more, found " + k);
      }
    }
    return new RankingEvaluator(
        Arrays.stream(newCutoffs).sorted().distinct().toArray(), threads, mostQueries, progress);
  }

  /** This evaluator with another number of threads. */
  public RankingEvaluator withThreads(int newThreads) {
    if (newThreads < 1) {
      throw new IllegalArgumentException("expected at least 1 thread, found " + newThreads);
    }
    return new RankingEvaluator(cutoffs, newThreads, mostQueries, progress);
  }

  /**
   * This evaluator with at most the given number of queries, evenly spread over all: a faster
   * estimate. All candidates are ranked for each query.
   */
  public RankingEvaluator withQueriesAtMost(int newMost) {
    if (newMost < 1) {
      throw new IllegalArgumentException("expected at least 1 query, found " + newMost);
    }
    return new RankingEvaluator(cutoffs, threads, newMost, progress);
  }

  /**
   * This evaluator with a listener that gets the number of queries done so far.
   *
   * <p>The numbers ascend and calls do not overlap, but they come from the evaluating threads.
   */
  public RankingEvaluator withProgress(IntConsumer newProgress) {
    return new RankingEvaluator(
        cutoffs, threads, mostQueries, Objects.requireNonNull(newProgress, "progress"));
  }

  /**
   * Uses every item as a query and ranks all others for it, as in test against test.
   *
   * @param labels the class of each item
   * @throws InvalidInputException if no class has two items
   * @throws IllegalStateException if a score is not a number
   */
  public RankingEvaluation evaluateWithin(
      Similarity similarity, List<SparseVector> items, int[] labels) {
    return evaluate(similarity, items, labels, items, labels, true);
  }

  /**
   * Ranks the candidates for every query, as in test against train.
   *
   * @param queryLabels the class of each query
   * @param candidateLabels the class of each candidate
   * @throws InvalidInputException if no query has a candidate of its class
   * @throws IllegalStateException if a score is not a number
   */
  public RankingEvaluation evaluateAgainst(
      Similarity similarity,
      List<SparseVector> queries,
      int[] queryLabels,
      List<SparseVector> candidates,
      int[] candidateLabels) {
    return evaluate(similarity, queries, queryLabels, candidates, candidateLabels, false);
  }

  private RankingEvaluation evaluate(
      Similarity similarity,
      List<SparseVector> queries,
      int[] queryLabels,
      List<SparseVector> candidates,
      int[] candidateLabels,
      boolean within) {
    long start = System.nanoTime();
    checkLabels("queries", queries, queryLabels);
    checkLabels("candidates", candidates, candidateLabels);
    RankingTask task =
        new RankingTask(
            similarity, queries, queryLabels, candidates, candidateLabels, within, mostQueries);
    if (task.counted() == 0) {
      throw new InvalidInputException(
          within
              ? "nothing to rank: a class with at least two items is needed, but each of the "
                  + queries.size()
                  + " items is alone in its class; evaluate more rows, or hold out a larger share"
              : "nothing to rank: a candidate of a query's class is needed, found none for "
                  + queries.size()
                  + " queries and "
                  + candidates.size()
                  + " candidates; take both from the same classes");
    }
    QueryMeasures measures = new QueryMeasures(cutoffs, task.counted());
    task.measureAll(measures, threads, progress);
    return new RankingEvaluation(
        measures,
        task.skipped(),
        within ? candidates.size() - 1 : candidates.size(),
        (System.nanoTime() - start) * 1e-9);
  }

  private static void checkLabels(String what, List<SparseVector> vectors, int[] labels) {
    if (vectors.size() != labels.length) {
      throw new IllegalArgumentException(
          "expected as many labels as "
              + what
              + ", found "
              + labels.length
              + " labels and "
              + vectors.size()
              + " "
              + what);
    }
  }
}
