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

  private final RowLayout layout;
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
  // rows of features that were never learnt
  private float[][] unlearnt = new float[0][];
  private int unlearntCount;
  private boolean complete = true;

  /** Creates a list for rows that are stored so. */
  public RowList(RowLayout layout) {
    this.layout = layout;
    this.sum = new float[layout.columns()];
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

  /**
   * Adds a row with the weight {@code value}.
   *
   * @param block the block of the row, and {@code from} where it starts there, see {@link
   *     RowLayout}
   * @param factor what the stored row is multiplied by
   */
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

  /** Adds the row of a feature that was never learnt, with the weight {@code value}. */
  public void addUnlearnt(int feature, RandomStart start, float value) {
    int block = unlearntCount / RowLayout.ROWS;
    if (block == unlearnt.length) {
      unlearnt = Arrays.copyOf(unlearnt, block + 1);
      unlearnt[block] = new float[layout.blockLength()];
    }
    start.fill(feature, sum, 0);
    layout.write(sum, 0, unlearnt[block], unlearntCount);
    add(-1, unlearnt[block], layout.from(unlearntCount++), 1, value);
  }

  /** Notes that a row is missing here. */
  public void addMissing() {
    complete = false;
  }

  /** Whether no row is missing. */
  boolean isComplete() {
    return complete;
  }

  void clear() {
    size = 0;
    unlearntCount = 0;
    complete = true;
  }

  /** Replaces the rows by those of a vector. */
  public void locate(SparseVector vector, RowSource source) {
    clear();
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
    for (int at = first; at < last; at = endOfPanel(at, last)) {
      addUp(sum, at, rowsAt(at), endOfPanel(at, last) - at);
    }
  }

  /** The end of the panel of a column, but at most {@code last}. */
  int endOfPanel(int column, int last) {
    return Math.min(last, column - column % layout.panelColumns() + layout.panelColumns());
  }

  /** Where a column is, from the start of a row. */
  int rowsAt(int column) {
    return column + layout.shift(column / layout.panelColumns());
  }

  /**
   * Adds columns of a single panel of the sum to another sum.
   *
   * @param at the first column, and {@code rowsAt} where it is from the start of a row
   */
  void addUp(float[] total, int at, int rowsAt, int count) {
    int k = 0;
    for (; k <= size - 4; k += 4) {
      EncoderKernels.addFour(total, at, weights, k, blocks, froms, rowsAt, count);
    }
    for (; k < size; k++) {
      EncoderKernels.add(total, at, weights[k], blocks[k], froms[k] + rowsAt, count);
    }
  }

  /** Moves each row by its step along a gradient, in the columns {@code [first, last)}. */
  public void move(float[] gradient, int first, int last) {
    for (int at = first; at < last; at = endOfPanel(at, last)) {
      move(gradient, at, rowsAt(at), endOfPanel(at, last) - at);
    }
  }

  /** Moves each row by its step along a gradient, in columns of a single panel. */
  void move(float[] gradient, int at, int rowsAt, int count) {
    int k = 0;
    for (; k <= size - 4; k += 4) {
      EncoderKernels.moveFour(blocks, froms, rowsAt, k, steps, k, gradient, at, count);
    }
    for (; k < size; k++) {
      EncoderKernels.add(blocks[k], froms[k] + rowsAt, steps[k], gradient, at, count);
    }
  }

  /** Allocates the memory that {@link #square} needs. */
  public void prepareSquares() {
    int needed = Math.multiplyExact(size, Slabs.count(layout.columns()));
    if (squares.length < needed) {
      squares = new float[Math.max(needed, 2 * squares.length)];
    }
  }

  /**
   * Computes the squared lengths of the stored rows in the slabs of the columns {@code [first,
   * last)}.
   */
  public void square(int first, int last) {
    int slabs = Slabs.count(layout.columns());
    for (int k = 0; k < size; k++) {
      for (int column = first; column < last; column += Slabs.COLUMNS) {
        int from = froms[k] + rowsAt(column);
        int count = Math.min(Slabs.COLUMNS, last - column);
        squares[k * slabs + column / Slabs.COLUMNS] =
            EncoderKernels.dot(blocks[k], from, blocks[k], from, count);
      }
    }
  }

  /** The squared length of the k-th stored row, after the squares of all slabs were computed. */
  public double square(int k) {
    int slabs = Slabs.count(layout.columns());
    double total = 0;
    for (int slab = k * slabs; slab < (k + 1) * slabs; slab++) {
      total += squares[slab];
    }
    return total;
  }

  /** Computes the sum and divides it by its length; writes zeros if the length is 0. */
  public void encode(float[] into, int at) {
    sumUp(0, sum.length);
    double length = Math.sqrt(Slabs.dot(sum, sum, sum.length));
    for (int j = 0; j < sum.length; j++) {
      into[at + j] = length > 0 ? (float) (sum[j] / length) : 0;
    }
  }
}
