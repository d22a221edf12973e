package io.github.sors.eval;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How well a similarity ranks: the means of the {@link RankingMetrics} over the queries that have
 * relevant candidates.
 *
 * <p>All metrics are fractions from 0 to 1.
 *
 * <p>Threads: immutable. Failures: a cutoff that was not requested throws {@link
 * IllegalArgumentException}.
 */
public final class RankingEvaluation {

  private final double[] averagePrecisions;
  private final SortedMap<Integer, double[]> precisionsAt;
  private final double map;
  private final double mapAtR;
  private final double rPrecision;
  private final SortedMap<Integer, Double> precisionAt;
  private final SortedMap<Integer, Double> ndcgAt;
  private final SortedMap<Integer, Double> kNearestAccuracy;
  private final int skippedQueries;
  private final int candidates;
  private final double seconds;

  RankingEvaluation(QueryMeasures measures, int skippedQueries, int candidates, double seconds) {
    this.averagePrecisions = measures.averagePrecision().clone();
    this.precisionsAt = copies(measures.cutoffs(), measures.precisionAt());
    this.map = mean(averagePrecisions);
    this.mapAtR = mean(measures.averagePrecisionAtR());
    this.rPrecision = mean(measures.rPrecision());
    this.precisionAt = means(measures.cutoffs(), measures.precisionAt());
    this.ndcgAt = means(measures.cutoffs(), measures.ndcgAt());
    this.kNearestAccuracy = means(measures.cutoffs(), measures.nearestAgree());
    this.skippedQueries = skippedQueries;
    this.candidates = candidates;
    this.seconds = seconds;
  }

  /**
   * Sums in the order of the queries, so that the result does not depend on the number of threads.
   */
  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private static SortedMap<Integer, Double> means(int[] cutoffs, double[][] valuesByCutoff) {
    SortedMap<Integer, Double> means = new TreeMap<>();
    for (int c = 0; c < cutoffs.length; c++) {
      means.put(cutoffs[c], mean(valuesByCutoff[c]));
    }
    return Collections.unmodifiableSortedMap(means);
  }

  private static SortedMap<Integer, double[]> copies(int[] cutoffs, double[][] valuesByCutoff) {
    SortedMap<Integer, double[]> copies = new TreeMap<>();
    for (int c = 0; c < cutoffs.length; c++) {
      copies.put(cutoffs[c], valuesByCutoff[c].clone());
    }
    return copies;
  }

  /** The mean of the average precisions over the full rankings. */
  public double map() {
    return map;
  }

  /** The mean of the average precisions at R, MAP@R. */
  public double mapAtR() {
    return mapAtR;
  }

  /** The mean precision at R, R being each query's number of relevant candidates. */
  public double rPrecision() {
    return rPrecision;
  }

  /** The mean precision at one of the requested cutoffs. */
  public double precisionAt(int k) {
    return at(precisionAt, k);
  }

  /** The mean precisions by cutoff, ascending. */
  public SortedMap<Integer, Double> precisionAt() {
    return precisionAt;
  }

  /** The mean normalised discounted cumulative gain at one of the requested cutoffs. */
  public double ndcgAt(int k) {
    return at(ndcgAt, k);
  }

  /** The mean normalised discounted cumulative gains by cutoff, ascending. */
  public SortedMap<Integer, Double> ndcgAt() {
    return ndcgAt;
  }

  /**
   * The share of queries whose class is that of most of their k best candidates.
   *
   * <p>Equal scores are ordered by the number of the candidate; if classes have equally many votes,
   * the one with the best ranked candidate wins. If there are fewer than k candidates, all of them
   * vote.
   */
  public double kNearestAccuracy(int k) {
    return at(kNearestAccuracy, k);
  }

  /** The accuracies of the k nearest by k, ascending. */
  public SortedMap<Integer, Double> kNearestAccuracy() {
    return kNearestAccuracy;
  }

  private static <V> V at(SortedMap<Integer, V> values, int k) {
    V value = values.get(k);
    if (value == null) {
      throw new IllegalArgumentException(
          "expected one of the requested cutoffs " + values.keySet() + ", found " + k);
    }
    return value;
  }

  /**
   * The average precision of every counted query, in the order of the queries.
   *
   * <p>Which queries count depends only on the classes, so the arrays of two similarities on the
   * same data can be compared pair by pair.
   */
  public double[] averagePrecisions() {
    return averagePrecisions.clone();
  }

  /**
   * The precision at a cutoff of every counted query, in the order of {@link #averagePrecisions}.
   */
  public double[] precisionsAt(int k) {
    return at(precisionsAt, k).clone();
  }

  /** The number of queries that the means are over. */
  public int queries() {
    return averagePrecisions.length;
  }

  /** The number of queries that were left out because no candidate is of their class. */
  public int skippedQueries() {
    return skippedQueries;
  }

  /** The number of items that were ranked for each query, the query itself not counted. */
  public int candidates() {
    return candidates;
  }

  /** The seconds that the evaluation took. */
  public double seconds() {
    return seconds;
  }
}
