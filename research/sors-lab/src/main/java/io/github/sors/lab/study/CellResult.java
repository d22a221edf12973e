package io.github.sors.lab.study;

import io.github.sors.tune.CannotTrainException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The result of a cell, as it is stored in a file.
 *
 * @param key everything that determines it, by name
 * @param measures the measurements, or null if the cell could not be computed
 * @param failure why it could not be computed, or null
 */
public record CellResult(
    Map<String, String> key, @Nullable Measures measures, @Nullable Failure failure) {

  /**
   * The measurements; fractions, not per cent.
   *
   * @param map the mean average precision over the full rankings of the test rows
   * @param precisionAt the precision by k
   * @param sparsity the sparsity of the matrix
   * @param nonZeros the number of its non-zero entries
   * @param modelBytes the memory of the model; 0 in results of earlier versions
   * @param trainSeconds the time of learning; processor time if it had one thread
   * @param querySeconds the processor time of ranking all test rows for one of them, on one thread
   * @param jobs the number of concurrent trainings
   * @param threads the threads of this training
   * @param curve MAP and sparsity over the rounds; empty if not observed
   * @param queryTimes the time of many queries; empty if not measured
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
   * @param kind the kind of reason
   * @param reason the reason in words
   * @param limit the bytes or seconds that were not enough; with more it is worth another try
   */
  public record Failure(CannotTrainException.Cause kind, String reason, double limit) {}

  /** Whether a run with these limits would fail in the same way. */
  boolean holdsWith(double memory, double seconds) {
    return failure == null
        || switch (failure.kind()) {
          case MEMORY -> memory <= failure.limit();
          case TIME -> seconds <= failure.limit();
          case DATA -> true;
        };
  }
}
