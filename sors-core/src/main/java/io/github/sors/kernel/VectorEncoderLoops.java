package io.github.sors.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loops of an encoder with the Vector API; bit for bit the same as {@link ScalarEncoderLoops}.
 *
 * <p>Sums of rows work column by column, so they take the widest registers there are and the order
 * of the additions does not depend on the width. Inner products keep eight lanes on every machine.
 */
final class VectorEncoderLoops implements EncoderKernels.Loops {

  private static final VectorSpecies<Float> FOUR = FloatVector.SPECIES_128;
  private static final VectorSpecies<Float> WIDEST = FloatVector.SPECIES_PREFERRED;
  private static final int WIDTH = WIDEST.length();

  @Override
  public void add(float[] sum, int at, float weight, float[] row, int from, int count) {
    int j = 0;
    for (; j <= count - 2 * WIDTH; j += 2 * WIDTH) {
      FloatVector first = FloatVector.fromArray(WIDEST, row, from + j).mul(weight);
      FloatVector second = FloatVector.fromArray(WIDEST, row, from + j + WIDTH).mul(weight);
      FloatVector.fromArray(WIDEST, sum, at + j).add(first).intoArray(sum, at + j);
      FloatVector.fromArray(WIDEST, sum, at + j + WIDTH).add(second).intoArray(sum, at + j + WIDTH);
    }
    for (; j < count; j++) {
      sum[at + j] += weight * row[from + j];
    }
  }

  @Override
  public void addFour(
      float[] sum, int at, float[] weights, int first, float[][] rows, int[] froms, int count) {
    float a = weights[first];
    float b = weights[first + 1];
    float c = weights[first + 2];
    float d = weights[first + 3];
    float[] rowA = rows[first];
    float[] rowB = rows[first + 1];
    float[] rowC = rows[first + 2];
    float[] rowD = rows[first + 3];
    int fromA = froms[first] + at;
    int fromB = froms[first + 1] + at;
    int fromC = froms[first + 2] + at;
    int fromD = froms[first + 3] + at;
    int j = 0;
    for (; j <= count - WIDTH; j += WIDTH) {
      FloatVector.fromArray(WIDEST, sum, at + j)
          .add(FloatVector.fromArray(WIDEST, rowA, fromA + j).mul(a))
          .add(FloatVector.fromArray(WIDEST, rowB, fromB + j).mul(b))
          .add(FloatVector.fromArray(WIDEST, rowC, fromC + j).mul(c))
          .add(FloatVector.fromArray(WIDEST, rowD, fromD + j).mul(d))
          .intoArray(sum, at + j);
    }
    for (; j < count; j++) {
      float partial = sum[at + j] + a * rowA[fromA + j];
      partial += b * rowB[fromB + j];
      partial += c * rowC[fromC + j];
      partial += d * rowD[fromD + j];
      sum[at + j] = partial;
    }
  }

  @Override
  public void moveFour(
      float[][] rows,
      int[] froms,
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
    int fromA = froms[firstRow] + at;
    int fromB = froms[firstRow + 1] + at;
    int fromC = froms[firstRow + 2] + at;
    int fromD = froms[firstRow + 3] + at;
    int j = 0;
    for (; j <= count - WIDTH; j += WIDTH) {
      FloatVector values = FloatVector.fromArray(WIDEST, vector, at + j);
      FloatVector.fromArray(WIDEST, rowA, fromA + j).add(values.mul(a)).intoArray(rowA, fromA + j);
      FloatVector.fromArray(WIDEST, rowB, fromB + j).add(values.mul(b)).intoArray(rowB, fromB + j);
      FloatVector.fromArray(WIDEST, rowC, fromC + j).add(values.mul(c)).intoArray(rowC, fromC + j);
      FloatVector.fromArray(WIDEST, rowD, fromD + j).add(values.mul(d)).intoArray(rowD, fromD + j);
    }
    for (; j < count; j++) {
      float value = vector[at + j];
      rowA[fromA + j] += a * value;
      rowB[fromB + j] += b * value;
      rowC[fromC + j] += c * value;
      rowD[fromD + j] += d * value;
    }
  }

  @Override
  public float dot(float[] left, int at, float[] right, int from, int count) {
    FloatVector low = FloatVector.zero(FOUR);
    FloatVector high = FloatVector.zero(FOUR);
    int k = 0;
    for (; k <= count - 8; k += 8) {
      FloatVector lowLeft = FloatVector.fromArray(FOUR, left, at + k);
      FloatVector highLeft = FloatVector.fromArray(FOUR, left, at + k + 4);
      low = low.add(lowLeft.mul(FloatVector.fromArray(FOUR, right, from + k)));
      high = high.add(highLeft.mul(FloatVector.fromArray(FOUR, right, from + k + 4)));
    }
    float first = low.lane(0);
    for (; k < count; k++) {
      first += left[at + k] * right[from + k];
    }
    FloatVector sum = low.add(high);
    return ((first + high.lane(0)) + sum.lane(2)) + (sum.lane(1) + sum.lane(3));
  }
}
