package io.github.sors.learn;

import io.github.sors.BilinearModel;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * An immutable weighted sum of matrices in double precision, in compressed sparse rows; adding one
 * more costs as much as the two have entries.
 */
final class SparseSum {

  static final SparseSum EMPTY = new SparseSum(0, new int[1], new int[0], new double[0], 0);

  private final int columnCount;
  private final int[] rowStarts;
  private final int[] columns;
  private final double[] values;
  private final double weight;

  private SparseSum(
      int columnCount, int[] rowStarts, int[] columns, double[] values, double weight) {
    this.columnCount = columnCount;
    this.rowStarts = rowStarts;
    this.columns = columns;
    this.values = values;
    this.weight = weight;
  }

  /** The sum of all weights. */
  double weight() {
    return weight;
  }

  long bytes() {
    return 4L * rowStarts.length + 12L * columns.length;
  }

  private int rows() {
    return rowStarts.length - 1;
  }

  /** This sum and {@code newWeight} times a matrix. */
  SparseSum plus(BilinearModel matrix, double newWeight) {
    double[] weighted = new double[matrix.nonZeros()];
    for (int k = 0; k < weighted.length; k++) {
      weighted[k] = newWeight * matrix.valueArray()[k];
    }
    int[] starts = new int[matrix.queryDimension() + 1];
    for (int row = 0; row < matrix.queryDimension(); row++) {
      starts[row + 1] = matrix.rowEnd(row);
    }
    return plus(
        new SparseSum(matrix.itemDimension(), starts, matrix.columnArray(), weighted, newWeight));
  }

  /** This sum and another. */
  SparseSum plus(SparseSum other) {
    int rows = Math.max(rows(), other.rows());
    int[] starts = new int[rows + 1];
    int most = Math.addExact(columns.length, other.columns.length);
    int[] sumColumns = new int[most];
    double[] sums = new double[most];
    int count = 0;
    for (int row = 0; row < rows; row++) {
      int a = row < rows() ? rowStarts[row] : 0;
      int endA = row < rows() ? rowStarts[row + 1] : 0;
      int b = row < other.rows() ? other.rowStarts[row] : 0;
      int endB = row < other.rows() ? other.rowStarts[row + 1] : 0;
      while (a < endA || b < endB) {
        int columnA = a < endA ? columns[a] : Integer.MAX_VALUE;
        int columnB = b < endB ? other.columns[b] : Integer.MAX_VALUE;
        double sum = 0;
        if (columnA <= columnB) {
          sum += values[a++];
        }
        if (columnB <= columnA) {
          sum += other.values[b++];
        }
        sumColumns[count] = Math.min(columnA, columnB);
        sums[count++] = sum;
      }
      starts[row + 1] = count;
    }
    return new SparseSum(
        Math.max(columnCount, other.columnCount),
        starts,
        Arrays.copyOf(sumColumns, count),
        Arrays.copyOf(sums, count),
        weight + other.weight);
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
    SparseSum sum = new SparseSum(columnCount, rowStarts, columns, values, weight);
    sum.requireConsistent();
    return sum;
  }

  private void requireConsistent() {
    boolean consistent =
        weight >= 0
            && !Double.isInfinite(weight)
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
      throw new IllegalArgumentException("expected a sum of matrices, found other numbers");
    }
  }
}
