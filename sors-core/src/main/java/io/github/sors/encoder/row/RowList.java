package io.github.sors.encoder.row;

import io.github.sors.SparseVector;
import io.github.sors.kernel.EncoderKernels;
import java.util.Arrays;

/**
 * The rows that make up the encoding of one vector, h = Wᵀx = Σ x_i w_i, and their sum. Reused for
 * one vector after another.
 *
 * <p>A vector is divided by a power of two such that its largest value is about 1. The scores and
 * steps of an encoder depend only on directions, so this changes no result, and it keeps squares
 * within the range of floats.
 *
 * <p>Threads: belongs to one thread, except that threads may sum and move separate columns of one
 * vector. Failures: numbers of rows and columns are not checked.
 *
 * @since 0.1.0
 */
public final class RowList {

  private final int dimensions;
  private final float[] sum;
  private int size;
  private float[][] blocks = new float[16][];
  private int[] froms = new int[16];
  private float[] values = new float[16];
  private float[] weights = new float[16];
  private float[] steps = new float[16];
  private int[] rows = new int[16];
  // ‖w‖² of each row in each slab of columns, if it was computed
  private float[] squares = new float[0];

  /** Creates a list for rows of this length. */
  public RowList(int dimensions) {
    this.dimensions = dimensions;
    this.sum = new float[dimensions];
  }

  /** The number of rows. */
  public int size() {
    return size;
  }

  /** The sum h, of the columns summed so far. */
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

  /** The step of each row along the gradient; written by the caller. */
  public float[] steps() {
    return steps;
  }

  /** The values of the features. */
  public float[] values() {
    return values;
  }

  float[] weights() {
    return weights;
  }

  float[][] blocks() {
    return blocks;
  }

  int[] froms() {
    return froms;
  }

  /** Adds a row, {@code factor · block[from … from+k)}, with the weight {@code value}. */
  public void add(int row, float[] block, int from, float factor, float value) {
    if (size == rows.length) {
      int larger = 2 * size;
      blocks = Arrays.copyOf(blocks, larger);
      froms = Arrays.copyOf(froms, larger);
      values = Arrays.copyOf(values, larger);
      weights = Arrays.copyOf(weights, larger);
      steps = Arrays.copyOf(steps, larger);
      rows = Arrays.copyOf(rows, larger);
    }
    blocks[size] = block;
    froms[size] = from;
    values[size] = value;
    weights[size] = value * factor;
    rows[size++] = row;
  }

  void clear() {
    size = 0;
  }

  /** Replaces the rows by those of a vector. */
  public void locate(SparseVector vector, RowSource source) {
    size = 0;
    double unit = unit(vector);
    for (int k = 0; k < vector.size(); k++) {
      source.locate(vector.index(k), (float) (vector.value(k) * unit), this);
    }
  }

  /** The power of two by which a vector is multiplied; the products are exact. */
  static double unit(SparseVector vector) {
    int largest = 0;
    for (float value : vector.valueArray()) {
      // without their signs, floats have the same order as their bits
      largest = Math.max(largest, Float.floatToRawIntBits(value) & Integer.MAX_VALUE);
    }
    return largest == 0 ? 1 : Math.scalb(1.0, -Math.getExponent(Float.intBitsToFloat(largest)));
  }

  /** Computes the columns {@code [first, last)} of the sum. */
  public void sumUp(int first, int last) {
    Arrays.fill(sum, first, last, 0);
    addUp(sum, first, last);
  }

  /** Adds the columns {@code [first, last)} of the sum to another. */
  void addUp(float[] total, int first, int last) {
    int k = 0;
    for (; k <= size - 4; k += 4) {
      EncoderKernels.addFour(total, first, weights, k, blocks, froms, last - first);
    }
    for (; k < size; k++) {
      EncoderKernels.add(total, first, weights[k], blocks[k], froms[k] + first, last - first);
    }
  }

  /** Moves each row by its step along a gradient, in the columns {@code [first, last)}. */
  public void move(float[] gradient, int first, int last) {
    int k = 0;
    for (; k <= size - 4; k += 4) {
      EncoderKernels.moveFour(blocks, froms, k, steps, k, gradient, first, last - first);
    }
    for (; k < size; k++) {
      EncoderKernels.add(blocks[k], froms[k] + first, steps[k], gradient, first, last - first);
    }
  }

  /** Allocates the memory that {@link #square} needs. */
  public void prepareSquares() {
    int needed = Math.multiplyExact(size, Slabs.count(dimensions));
    if (squares.length < needed) {
      squares = new float[Math.max(needed, 2 * squares.length)];
    }
  }

  /**
   * Computes the squared lengths of the stored rows in the slabs of the columns {@code [first,
   * last)}.
   */
  public void square(int first, int last) {
    int slabs = Slabs.count(dimensions);
    for (int k = 0; k < size; k++) {
      for (int column = first; column < last; column += Slabs.COLUMNS) {
        int from = froms[k] + column;
        int count = Math.min(Slabs.COLUMNS, last - column);
        squares[k * slabs + column / Slabs.COLUMNS] =
            EncoderKernels.dot(blocks[k], from, blocks[k], from, count);
      }
    }
  }

  /** The squared length of the k-th stored row, after the squares of all slabs were computed. */
  public double square(int k) {
    int slabs = Slabs.count(dimensions);
    double total = 0;
    for (int slab = k * slabs; slab < (k + 1) * slabs; slab++) {
      total += squares[slab];
    }
    return total;
  }

  /** Computes the sum and divides it by its length; writes zeros if the length is 0. */
  public void encode(float[] into, int at) {
    sumUp(0, dimensions);
    double length = Math.sqrt(Slabs.dot(sum, sum, dimensions));
    for (int j = 0; j < dimensions; j++) {
      into[at + j] = length > 0 ? (float) (sum[j] / length) : 0;
    }
  }
}
