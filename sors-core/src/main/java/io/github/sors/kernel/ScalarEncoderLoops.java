package io.github.sors.kernel;

/** The loops of an encoder in plain Java. */
final class ScalarEncoderLoops implements EncoderKernels.Loops {

  @Override
  public void add(float[] sum, int at, float weight, float[] row, int from, int count) {
    for (int j = 0; j < count; j++) {
      sum[at + j] = Math.fma(weight, row[from + j], sum[at + j]);
    }
  }

  @Override
  public void addFour(
      float[] sum,
      int at,
      float[] weights,
      int first,
      float[][] rows,
      int[] froms,
      int rowsAt,
      int count) {
    float a = weights[first];
    float b = weights[first + 1];
    float c = weights[first + 2];
    float d = weights[first + 3];
    float[] rowA = rows[first];
    float[] rowB = rows[first + 1];
    float[] rowC = rows[first + 2];
    float[] rowD = rows[first + 3];
    int fromA = froms[first] + rowsAt;
    int fromB = froms[first + 1] + rowsAt;
    int fromC = froms[first + 2] + rowsAt;
    int fromD = froms[first + 3] + rowsAt;
    for (int j = 0; j < count; j++) {
      float partial = Math.fma(a, rowA[fromA + j], sum[at + j]);
      partial = Math.fma(b, rowB[fromB + j], partial);
      partial = Math.fma(c, rowC[fromC + j], partial);
      partial = Math.fma(d, rowD[fromD + j], partial);
      sum[at + j] = partial;
    }
  }

  @Override
  public void moveFour(
      float[][] rows,
      int[] froms,
      int rowsAt,
      int firstRow,
      float[] weights,
      int firstWeight,
      float[] vector,
      int at,
      int count) {
    float a = weights[firstWeight];
    float b = weights[firstWeight + 1];
    float c = weights[firstWeight + 2];
    float d = weights[firstWeight + 3];
    float[] rowA = rows[firstRow];
    float[] rowB = rows[firstRow + 1];
    float[] rowC = rows[firstRow + 2];
    float[] rowD = rows[firstRow + 3];
    int fromA = froms[firstRow] + rowsAt;
    int fromB = froms[firstRow + 1] + rowsAt;
    int fromC = froms[firstRow + 2] + rowsAt;
    int fromD = froms[firstRow + 3] + rowsAt;
    for (int j = 0; j < count; j++) {
      float value = vector[at + j];
      rowA[fromA + j] = Math.fma(a, value, rowA[fromA + j]);
      rowB[fromB + j] = Math.fma(b, value, rowB[fromB + j]);
      rowC[fromC + j] = Math.fma(c, value, rowC[fromC + j]);
      rowD[fromD + j] = Math.fma(d, value, rowD[fromD + j]);
    }
  }

  @Override
  public void addToThree(
      float[][] sums,
      int at,
      float[][] weights,
      float[][] rows,
      int[] froms,
      int rowsAt,
      int rowCount,
      int count) {
    for (int s = 0; s < 3; s++) {
      float[] sum = sums[s];
      float[] weight = weights[s];
      for (int r = 0; r < rowCount; r++) {
        add(sum, at, weight[r], rows[r], froms[r] + rowsAt, count);
      }
    }
  }

  @Override
  public void moveByThree(
      float[][] rows,
      int[] froms,
      int rowsAt,
      int rowCount,
      float[][] weights,
      float[][] vectors,
      int at,
      int count) {
    for (int r = 0; r < rowCount; r++) {
      for (int s = 0; s < 3; s++) {
        add(rows[r], froms[r] + rowsAt, weights[s][r], vectors[s], at, count);
      }
    }
  }

  @Override
  public float dot(float[] left, int at, float[] right, int from, int count) {
    float l0 = 0;
    float l1 = 0;
    float l2 = 0;
    float l3 = 0;
    float l4 = 0;
    float l5 = 0;
    float l6 = 0;
    float l7 = 0;
    int k = 0;
    for (; k <= count - 8; k += 8) {
      l0 += left[at + k] * right[from + k];
      l1 += left[at + k + 1] * right[from + k + 1];
      l2 += left[at + k + 2] * right[from + k + 2];
      l3 += left[at + k + 3] * right[from + k + 3];
      l4 += left[at + k + 4] * right[from + k + 4];
      l5 += left[at + k + 5] * right[from + k + 5];
      l6 += left[at + k + 6] * right[from + k + 6];
      l7 += left[at + k + 7] * right[from + k + 7];
    }
    for (; k < count; k++) {
      l0 += left[at + k] * right[from + k];
    }
    return ((l0 + l4) + (l2 + l6)) + ((l1 + l5) + (l3 + l7));
  }
}
