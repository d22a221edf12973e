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
 */
public final class RowList {

  private final RowLayout layout;
  private final float[] sum;
  private int size;
  private int[] features = new int[16];
  private float[][] blocks = new float[16][];
  private int[] froms = new int[16];
  private float[] values = new float[16];
  private float[] steps = new float[16];
  private int[] rows = new int[16];
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

  float[][] blocks() {
    return blocks;
  }

  int[] froms() {
    return froms;
  }

  /** The features, of which the first {@link #size} are valid. */
  public int[] features() {
    return features;
  }

  /** The number of each feature's row; written by the source. */
  public int[] rows() {
    return rows;
  }

  /** Adds a feature, whose row is not found yet. */
  void add(int feature, float value) {
    if (size == rows.length) {
      reserve(size + 1);
    }
    features[size] = feature;
    values[size++] = value;
  }

  private void reserve(int capacity) {
    if (rows.length < capacity) {
      int larger = Math.max(capacity, 2 * rows.length);
      features = Arrays.copyOf(features, larger);
      values = Arrays.copyOf(values, larger);
      blocks = new float[larger][];
      froms = new int[larger];
      steps = new float[larger];
      rows = new int[larger];
    }
  }

  /**
   * Takes the rows with the numbers in {@link #rows} from their blocks.
   *
   * @param start the rows of features that were never learnt: those whose number is negative
   */
  public void place(float[][] allBlocks, RowStart start) {
    boolean allLearnt = true;
    for (int k = 0; k < size; k++) {
      froms[k] = layout.from(rows[k]);
      allLearnt &= rows[k] >= 0;
    }
    if (allLearnt) {
      for (int k = 0; k < size; k++) {
        blocks[k] = allBlocks[rows[k] / RowLayout.ROWS];
      }
    } else {
      for (int k = 0; k < size; k++) {
        if (rows[k] >= 0) {
          blocks[k] = allBlocks[rows[k] / RowLayout.ROWS];
        } else {
          placeUnlearnt(k, start);
        }
      }
    }
  }

  private void placeUnlearnt(int k, RowStart start) {
    int block = unlearntCount / RowLayout.ROWS;
    if (block == unlearnt.length) {
      unlearnt = Arrays.copyOf(unlearnt, block + 1);
      unlearnt[block] = new float[layout.blockLength()];
    }
    start.fill(features[k], sum, 0);
    layout.write(sum, 0, unlearnt[block], unlearntCount);
    blocks[k] = unlearnt[block];
    froms[k] = layout.from(unlearntCount++);
  }

  /** Notes that a row is missing, so that this list cannot be used. */
  public void noteMissing() {
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
    size = vector.size();
    reserve(size);
    System.arraycopy(vector.indexArray(), 0, features, 0, size);
    float[] unscaled = vector.valueArray();
    double unit = unit(vector);
    for (int k = 0; k < size; k++) {
      values[k] = (float) (unscaled[k] * unit);
    }
    source.locate(this);
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
      EncoderKernels.addFour(total, at, values, k, blocks, froms, rowsAt, count);
    }
    for (; k < size; k++) {
      EncoderKernels.add(total, at, values[k], blocks[k], froms[k] + rowsAt, count);
    }
  }

  /** Moves each row by its step along a gradient, in the columns {@code [first, last)}. */
  public void move(float[] gradient, int first, int last) {
    for (int at = first; at < last; at = endOfPanel(at, last)) {
      move(steps, gradient, at, rowsAt(at), endOfPanel(at, last) - at);
    }
  }

  /** Moves each row by one of the given steps along a gradient, in columns of a single panel. */
  void move(float[] rowSteps, float[] gradient, int at, int rowsAt, int count) {
    int k = 0;
    for (; k <= size - 4; k += 4) {
      EncoderKernels.moveFour(blocks, froms, rowsAt, k, rowSteps, k, gradient, at, count);
    }
    for (; k < size; k++) {
      EncoderKernels.add(blocks[k], froms[k] + rowsAt, rowSteps[k], gradient, at, count);
    }
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
