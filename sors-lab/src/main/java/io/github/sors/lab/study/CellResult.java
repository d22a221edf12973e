package io.github.sors.lab.study;

import io.github.sors.lab.CannotTrainException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * What came of a cell, as a file keeps it.
 *
 * @param key everything that determines it, by name
 * @param measures what was measured, or null if it could not be computed
 * @param failure why it could not be computed, or null
 */
public record CellResult(Map<String, String> key, Measures measures, Failure failure) {

  /**
   * What was measured; fractions, not per cent.
   *
   * @param map the mean average precision over the full rankings of the test rows
   * @param precisionAt the precision by k
   * @param sparsity of the matrix
   * @param nonZeros of the matrix
   * @param modelBytes that the model takes in memory; 0 in results of earlier versions
   * @param trainSeconds the time of learning alone, of the processor where it had one thread
   * @param querySeconds the processor time of ranking all test rows for one of them, on one thread
   * @param jobs how many trainings ran at that time
   * @param threads the threads of this one
   * @param curve how MAP and sparsity came about; empty where that was not observed
   * @param queryTimes the time of many queries; empty where that was not measured
   */
  public record Measures(
      double map,
      SortedMap<Integer, Double> precisionAt,
      double sparsity,
      long nonZeros,
      long modelBytes,
      double trainSeconds,
      double querySeconds,
      int jobs,
      int threads,
      List<CurvePoint> curve,
      List<QueryTime> queryTimes) {}

  /** The state after a number of rounds. */
  public record CurvePoint(long round, double map, double sparsity) {}

  /** The processor seconds that a number of queries took on one thread. */
  public record QueryTime(int queries, double seconds) {}

  /**
   * Why a cell could not be computed.
   *
   * @param kind what stood in the way
   * @param reason in words
   * @param limit the bytes or seconds that were not enough; with more it is worth another try
   */
  public record Failure(CannotTrainException.Cause kind, String reason, double limit) {}

  /** Whether a run that may use so much would come to the same. */
  boolean holdsWith(double memory, double seconds) {
    return failure == null
        || switch (failure.kind()) {
          case MEMORY -> memory <= failure.limit();
          case TIME -> seconds <= failure.limit();
          case DATA -> true;
        };
  }
}
