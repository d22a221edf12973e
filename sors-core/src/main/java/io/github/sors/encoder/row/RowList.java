package io.github.sors.encoder.row;

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
public final class RowList {

  private final int dimensions;
  private final float[] sum;
  private int size;
  private float[][] blocks = new float[16][];
  private int[] froms = new int[16];
  private float[] values = new float[16];
  private float[] weights = new float[16];
  private int[] rows = new int[16];

  /** Creates a list for rows of this length. */
  public RowList(int dimensions) {
    this.dimensions = dimensions;
    this.sum = new float[dimensions];
  }

  /** The number of rows. */
  public int size() {
    return size;
  }

  /** h, as far as it has been summed up. */
  public float[] sum() {
    return sum;
  }

  /** The value of the k-th feature. */
  public float value(int k) {
    return values[k];
  }

  /** The number of the k-th row. */
  public int row(int k) {
    return rows[k];
  }

  /** Adds a row, {@code factor · block[from … from+k)}, to the sum {@code value} times. */
  public void add(int row, float[] block, int from, float factor, float value) {
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

  /** Finds the rows of a vector, in the place of those before. */
  public void locate(SparseVector vector, RowSource source) {
    size = 0;
    int exponent = exponent(vector);
    for (int k = 0; k < vector.size(); k++) {
      source.locate(vector.index(k), Math.scalb(vector.value(k), -exponent), this);
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
  public void sumUp(int first, int last) {
    Arrays.fill(sum, first, last, 0);
    int k = 0;
    for (; k <= size - 4; k += 4) {
      EncoderKernels.addFour(sum, first, weights, k, blocks, froms, last - first);
    }
    for (; k < size; k++) {
      EncoderKernels.add(sum, first, weights[k], blocks[k], froms[k] + first, last - first);
    }
  }

  /**
   * Moves each row along a gradient, in the columns {@code [first, last)}.
   *
   * @param factors how far each, the k-th by {@code factors[offset + k]} times the gradient
   */
  public void move(float[] factors, int offset, float[] gradient, int first, int last) {
    int k = 0;
    for (; k <= size - 4; k += 4) {
      EncoderKernels.moveFour(blocks, froms, k, factors, offset + k, gradient, first, last - first);
    }
    for (; k < size; k++) {
      EncoderKernels.add(
          blocks[k], froms[k] + first, factors[offset + k], gradient, first, last - first);
    }
  }

  /** Sums up all columns and divides by the length; leaves zeros where there is none. */
  public void encode(float[] into, int at) {
    sumUp(0, dimensions);
    double length = Math.sqrt(Slabs.dot(sum, sum, dimensions));
    for (int j = 0; j < dimensions; j++) {
      into[at + j] = length > 0 ? (float) (sum[j] / length) : 0;
    }
  }
}
