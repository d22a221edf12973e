package io.github.sors.metric;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Provenance;
import io.github.sors.parallel.Workers;
import java.util.Arrays;
import java.util.Map;

/** Turns learnt matrices into models. */
final class DistanceModels {

  private DistanceModels() {}

  /** Writes a row of a symmetric matrix to an array, which need not be cleared. */
  @FunctionalInterface
  interface Rows {
    void read(int row, double[] into);
  }

  /**
   * The model of a symmetric matrix; only the entries on and above the diagonal are read.
   *
   * @throws InvalidInputException if an entry is too large for a float
   */
  static BilinearModel of(int dimension, Rows rows, Workers workers) {
    float[][] upper = new float[dimension][];
    int blocks = (dimension + 63) / 64;
    workers.forEach(
        blocks,
        block -> {
          double[] row = new double[dimension];
          for (int i = 64 * block; i < Math.min(dimension, 64 * block + 64); i++) {
            rows.read(i, row);
            upper[i] = new float[dimension - i];
            for (int j = i; j < dimension; j++) {
              upper[i][j - i] = (float) row[j];
            }
          }
        });
    long[] starts = new long[dimension + 1];
    for (int i = 0; i < dimension; i++) {
      for (int j = i; j < dimension; j++) {
        if (upper[i][j - i] != 0) {
          starts[i + 1]++;
          starts[j + 1] += j > i ? 1 : 0;
        }
      }
    }
    Arrays.parallelPrefix(starts, Long::sum);
    int[] columns = new int[Math.toIntExact(starts[dimension])];
    float[] values = new float[columns.length];
    int next = 0;
    for (int i = 0; i < dimension; i++) {
      for (int j = 0; j < dimension; j++) {
        float value = j < i ? upper[j][i - j] : upper[i][j - i];
        if (value != 0) {
          columns[next] = j;
          values[next++] = value;
        }
      }
    }
    try {
      return BilinearModel.ofRows(dimension, dimension, starts, columns, values)
          .withForm(BilinearModel.Form.DISTANCE);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          "the learnt matrix is out of range, use a smaller step or normalise the rows: "
              + e.getMessage(),
          e);
    }
  }

  /** A model with the provenance of what a learner has learnt. */
  static BilinearModel learntBy(MetricLearner learner, BilinearModel model, long steps) {
    return model.withProvenance(
        new Provenance(
            learner.algorithm(), learner.options(), steps, Map.of(), Provenance.softwareVersion()));
  }
}
