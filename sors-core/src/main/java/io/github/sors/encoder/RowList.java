package io.github.sors.encoder;

import io.github.sors.SparseVector;
import io.github.sors.kernel.EncoderKernels;
import java.util.Arrays;

/**
 * The rows that make up the encoding of one vector, h = Wᵀx = Σ x_i w_i, and the place where it is
 * summed up. Used again for vector after vector.
 *
 * <p>A vector is divided by a power of two such that its largest value is about 1. An encoder cares
 * for directions alone, in its scores and in its steps, so this changes nothing but keeps squares
 * within what floats can hold.
 */
final class RowList {

  private final int dimensions;
  private final float[] sum;
  private int size;
  private float[][] blocks = new float[16][];
  private int[] froms = new int[16];
  private float[] values = new float[16];
  private float[] weights = new float[16];
  private int[] rows = new int[16];

  RowList(int dimensions) {
    this.dimensions = dimensions;
    this.sum = new float[dimensions];
  }

  int size() {
    return size;
  }

  /** h, as far as it has been summed up. */
  float[] sum() {
    return sum;
  }

  float[] block(int k) {
    return blocks[k];
  }

  int from(int k) {
    return froms[k];
  }

  /** The value of the k-th feature. */
  float value(int k) {
    return values[k];
  }

  /** The number of the k-th row. */
  int row(int k) {
    return rows[k];
  }

  /** Adds a row, {@code factor · block[from … from+k)}, to the sum {@code value} times. */
  void add(int row, float[] block, int from, float factor, float value) {
    if (size == rows.length) {
      int larger = 2 * size;
      blocks = Arrays.copyOf(blocks, larger);
      froms = Arrays.copyOf(froms, larger);
      values = Arrays.copyOf(values, larger);
      weights = Arrays.copyOf(weights, larger);
      rows = Arrays.copyOf(rows, larger);
    }
    blocks[size] = block;
    froms[size] = from;
    values[size] = value;
    weights[size] = value * factor;
    rows[size++] = row;
  }

  /** Finds the rows of a vector in a table. */
  void locate(SparseVector vector, EncodingTable table) {
    size = 0;
    int exponent = exponent(vector);
    for (int k = 0; k < vector.size(); k++) {
      table.locate(vector.index(k), Math.scalb(vector.value(k), -exponent), this);
    }
  }

  /**
   * Finds the rows of a vector that a round is about to change, each settled.
   *
   * @param clock Σ η of all rounds before this one
   */
  void locate(SparseVector vector, EncodingRows learnt, double clock) {
    size = 0;
    int exponent = exponent(vector);
    for (int k = 0; k < vector.size(); k++) {
      int row = learnt.row(vector.index(k));
      float factor = learnt.settle(row, clock);
      float value = Math.scalb(vector.value(k), -exponent);
      add(row, learnt.writable(row), learnt.from(row), factor, value);
    }
  }

  private static int exponent(SparseVector vector) {
    float largest = 0;
    for (float value : vector.valueArray()) {
      largest = Math.max(largest, Math.abs(value));
    }
    return largest == 0 ? 0 : Math.getExponent(largest);
  }

  /** Sums up the columns {@code [first, last)} of the encoding. */
  void sumUp(int first, int last) {
    Arrays.fill(sum, first, last, 0);
    int k = 0;
    for (; k <= size - 4; k += 4) {
      EncoderKernels.addFour(sum, first, weights, k, blocks, froms, last - first);
    }
    for (; k < size; k++) {
      EncoderKernels.add(sum, first, weights[k], blocks[k], froms[k] + first, last - first);
    }
  }

  /** Sums up all columns and divides by the length; leaves zeros where there is none. */
  void encode(float[] into, int at) {
    sumUp(0, dimensions);
    double length = Math.sqrt(Columns.dot(sum, sum, dimensions));
    for (int j = 0; j < dimensions; j++) {
      into[at + j] = length > 0 ? (float) (sum[j] / length) : 0;
    }
  }
}
