package io.github.sors.learn;

import io.github.sors.BilinearModel;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * An immutable weighted sum of matrices in double precision, in compressed sparse rows; adding
 * another takes time proportional to the entries of both.
 *
 * <p>Matrices grow: beyond its rows, a smaller matrix has the untouched diagonal entry, the same
 * for all such rows.
 */
final class SparseSum {

  static final SparseSum EMPTY = new SparseSum(0, new int[1], new int[0], new double[0], 0, 0);

  private final int columnCount;
  private final int[] rowStarts;
  private final int[] columns;
  private final double[] values;
  // the diagonal entry of all later rows
  private final double untouched;
  private final double weight;

  private SparseSum(
      int columnCount,
      int[] rowStarts,
      int[] columns,
      double[] values,
      double untouched,
      double weight) {
    this.columnCount = columnCount;
    this.rowStarts = rowStarts;
    this.columns = columns;
    this.values = values;
    this.untouched = untouched;
    this.weight = weight;
  }

  /** The sum of all weights. */
  double weight() {
    return weight;
  }

  long bytes() {
    return 4L * rowStarts.length + 12L * columns.length;
  }

  int rows() {
    return rowStarts.length - 1;
  }

  /**
   * Returns this sum plus {@code newWeight} times a matrix.
   *
   * @param untouchedDiagonal the diagonal entry of rows that the matrix does not have yet
   */
  SparseSum plus(BilinearModel matrix, double untouchedDiagonal, double newWeight) {
    double[] weighted = new double[matrix.nonZeros()];
    for (int k = 0; k < weighted.length; k++) {
      weighted[k] = newWeight * matrix.valueArray()[k];
    }
    int[] starts = new int[matrix.queryDimension() + 1];
    for (int row = 0; row < matrix.queryDimension(); row++) {
      starts[row + 1] = matrix.rowEnd(row);
    }
    return plus(
        new SparseSum(
            matrix.itemDimension(),
            starts,
            matrix.columnArray(),
            weighted,
            newWeight * untouchedDiagonal,
            newWeight));
  }

  /** Returns this sum plus another. */
  SparseSum plus(SparseSum other) {
    int rows = Math.max(rows(), other.rows());
    int[] starts = new int[rows + 1];
    int most = Math.addExact(Math.addExact(columns.length, other.columns.length), rows);
    int[] sumColumns = new int[most];
    double[] sums = new double[most];
    int count = 0;
    for (int row = 0; row < rows; row++) {
      int a = start(row);
      int endA = start(row + 1);
      int b = other.start(row);
      int endB = other.start(row + 1);
      // the untouched diagonal of the sum that has fewer rows
      double diagonal =
          (row >= rows() ? untouched : 0) + (row >= other.rows() ? other.untouched : 0);
      while (a < endA || b < endB || diagonal != 0) {
        int columnA = a < endA ? columns[a] : Integer.MAX_VALUE;
        int columnB = b < endB ? other.columns[b] : Integer.MAX_VALUE;
        int column = Math.min(columnA, columnB);
        double sum = 0;
        if (diagonal != 0 && row <= column) {
          column = row;
          sum += diagonal;
          diagonal = 0;
        }
        if (columnA == column) {
          sum += values[a++];
        }
        if (columnB == column) {
          sum += other.values[b++];
        }
        sumColumns[count] = column;
        sums[count++] = sum;
      }
      starts[row + 1] = count;
    }
    return new SparseSum(
        Math.max(columnCount, other.columnCount),
        starts,
        Arrays.copyOf(sumColumns, count),
        Arrays.copyOf(sums, count),
        untouched + other.untouched,
        weight + other.weight);
  }

  /** The start of a row; rows beyond the last one are empty. */
  private int start(int row) {
    return rowStarts[Math.min(row, rows())];
  }

  /** The sum divided by its weight. */
  BilinearModel mean() {
    long[] starts = new long[rowStarts.length];
    int[] keptColumns = new int[columns.length];
    float[] means = new float[columns.length];
    int count = 0;
    for (int row = 0; row < rows(); row++) {
      for (int k = rowStarts[row]; k < rowStarts[row + 1]; k++) {
        float mean = (float) (values[k] / weight);
        if (mean != 0) {
          keptColumns[count] = columns[k];
          means[count++] = mean;
        }
      }
      starts[row + 1] = count;
    }
    return BilinearModel.ofTrustedRows(
        rows(),
        columnCount,
        starts,
        Arrays.copyOf(keptColumns, count),
        Arrays.copyOf(means, count));
  }

  void write(SectionWriter writer, String name) throws IOException {
    writer.begin(name);
    writer.writeDouble(weight);
    writer.writeDouble(untouched);
    writer.writeInt(columnCount);
    writer.writeInt(rows());
    writer.writeInts(rowStarts, rowStarts.length);
    writer.writeInt(columns.length);
    writer.writeInts(columns, columns.length);
    for (double value : values) {
      writer.writeDouble(value);
    }
    writer.end();
  }

  static SparseSum read(SectionReader reader, String name) throws IOException {
    reader.begin(name);
    double weight = reader.readDouble();
    double untouched = reader.readDouble();
    int columnCount = reader.readInt();
    int[] rowStarts = new int[Math.addExact(reader.readCount(4), 1)];
    reader.readInts(rowStarts, rowStarts.length);
    int count = reader.readCount(12);
    int[] columns = new int[count];
    reader.readInts(columns, count);
    double[] values = new double[count];
    for (int k = 0; k < count; k++) {
      values[k] = reader.readDouble();
    }
    reader.end();
    SparseSum sum = new SparseSum(columnCount, rowStarts, columns, values, untouched, weight);
    sum.requireConsistent();
    return sum;
  }

  private void requireConsistent() {
    boolean consistent =
        weight >= 0
            && !Double.isInfinite(weight)
            && Double.isFinite(untouched)
            && rowStarts[0] == 0
            && rowStarts[rows()] == columns.length;
    for (int row = 0; consistent && row < rows(); row++) {
      consistent = rowStarts[row] <= rowStarts[row + 1] && rowStarts[row + 1] <= columns.length;
      for (int k = rowStarts[row]; consistent && k < rowStarts[row + 1]; k++) {
        consistent =
            columns[k] >= 0
                && columns[k] < columnCount
                && (k == rowStarts[row] || columns[k - 1] < columns[k])
                && Double.isFinite(values[k]);
      }
    }
    if (!consistent) {
      throw new IllegalArgumentException("expected a sum of matrices, found inconsistent numbers");
    }
  }
}
