package io.github.sors.spark;

import io.github.sors.MatrixRow;
import java.util.Arrays;
import java.util.List;

/** The mean of several versions of one row, entry by entry. */
final class RowAverage {

  private RowAverage() {}

  /** The mean, summed in the given order; of one version the version itself. */
  static MatrixRow of(List<MatrixRow> versions) {
    if (versions.size() == 1) {
      return versions.get(0);
    }
    int[] columns = union(versions);
    double[] levels = new double[columns.length];
    boolean adaptive = versions.stream().anyMatch(row -> row.squares().length > 0);
    double[] squares = new double[adaptive ? columns.length : 0];
    double diagonal = 0;
    double diagonalSquare = 0;
    for (MatrixRow row : versions) {
      diagonal += row.diagonal();
      diagonalSquare += row.diagonalSquare();
      int at = 0;
      for (int k = 0; k < row.size(); k++) {
        while (columns[at] < row.columns()[k]) {
          at++;
        }
        levels[at] += row.levels()[k];
        if (adaptive) {
          squares[at] += row.squares()[k];
        }
      }
    }
    int count = versions.size();
    return new MatrixRow(
        versions.get(0).feature(),
        (float) (diagonal / count),
        (float) (diagonalSquare / count),
        columns,
        divided(levels, count),
        divided(squares, count));
  }

  private static float[] divided(double[] sums, int count) {
    float[] means = new float[sums.length];
    for (int k = 0; k < sums.length; k++) {
      means[k] = (float) (sums[k] / count);
    }
    return means;
  }

  private static int[] union(List<MatrixRow> versions) {
    int[] merged = new int[0];
    for (MatrixRow row : versions) {
      merged = union(merged, row.columns());
    }
    return merged;
  }

  private static int[] union(int[] left, int[] right) {
    int[] merged = new int[left.length + right.length];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < left.length || j < right.length) {
      if (j == right.length || (i < left.length && left[i] < right[j])) {
        merged[count++] = left[i++];
      } else if (i == left.length || right[j] < left[i]) {
        merged[count++] = right[j++];
      } else {
        merged[count++] = left[i++];
        j++;
      }
    }
    return Arrays.copyOf(merged, count);
  }
}
