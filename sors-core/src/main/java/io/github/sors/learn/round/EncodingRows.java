package io.github.sors.learn.round;

import io.github.sors.encoder.row.EncoderRows;
import io.github.sors.encoder.row.EncodingTable;
import io.github.sors.encoder.row.RowLayout;
import io.github.sors.encoder.row.RowList;
import io.github.sors.encoder.row.RowSource;
import io.github.sors.encoder.row.RowStart;
import io.github.sors.encoder.row.TripletRows;
import io.github.sors.encoder.row.TripletSteps;
import io.github.sors.feature.FeatureNumbering;
import io.github.sors.io.SectionReader;
import io.github.sors.kernel.EncoderKernels;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * The rows of a matrix W during learning, one per feature seen.
 *
 * <p>Rows are stored in blocks. A snapshot shares the blocks; before a round writes to a block that
 * a snapshot may still read, it copies the block.
 */
public final class EncodingRows implements RowSource {

  private static final int BLOCK_BITS = Integer.numberOfTrailingZeros(RowLayout.ROWS);

  private final int dimensions;
  private RowLayout layout;
  // a row on its way into or out of a block
  private final float[] values;
  private final double delta;
  private final RowStart start;
  private FeatureNumbering numbering = new FeatureNumbering();
  private float[][] blocks = new float[4][];
  private boolean[] lent = new boolean[4];
  // per row: Σ g²
  private final SquareSums squares = new SquareSums(4 * RowLayout.ROWS);
  // the squares of the restored rows
  private double[] restoredSquares = new double[0];
  private int dimension;
  private int freezes;

  public EncodingRows(int dimensions, double delta, RowStart start) {
    this.dimensions = dimensions;
    this.layout = RowLayout.of(dimensions);
    this.values = new float[dimensions];
    this.delta = delta;
    this.start = start;
  }

  /** One more than the largest feature with a row. */
  int dimension() {
    return dimension;
  }

  /** Makes the dimension at least this large, as if the last feature had been seen. */
  public void reserve(int expected) {
    dimension = Math.max(dimension, expected);
  }

  /** The bytes that the rows take. */
  public long bytes() {
    return (long) RowLayout.blocks(numbering.size()) * layout.blockLength() * Float.BYTES
        + 8L * squares.capacity() * squares.copies()
        + numbering.bytes();
  }

  /** An upper bound of {@link #bytes} after adding rows for features below a dimension. */
  public long mostBytes(int newRows, int newDimension) {
    // arrays by row grow by a half, the list of features doubles
    long perRow = (long) dimensions * Float.BYTES + 12L * squares.copies() + 8;
    long spareRows = 5 * RowLayout.ROWS;
    return (numbering.size() + newRows + spareRows) * perRow
        + FeatureNumbering.mostBytes(Math.max(dimension, newDimension));
  }

  /** Stores all rows in another layout. */
  public void setLayout(RowLayout other) {
    freezes++;
    for (int block = 0; block < RowLayout.blocks(numbering.size()); block++) {
      float[] moved = new float[other.blockLength()];
      for (int row = 0; row < RowLayout.ROWS; row++) {
        layout.read(blocks[block], row, values, 0);
        other.write(values, 0, moved, row);
      }
      blocks[block] = moved;
      lent[block] = false;
    }
    layout = other;
  }

  public boolean hasRow(int feature) {
    return numbering.find(feature) >= 0;
  }

  /** Starts from rows that another learner has learnt, with their squared gradients. */
  public void startFrom(FrozenRows learnt) {
    startFrom(learnt.table(), learnt::square);
  }

  /**
   * Starts from the rows of a model.
   *
   * @param squaresOfRow the sum of squared gradients that each of its rows starts with
   */
  public void startFrom(EncodingTable table, IntToDoubleFunction squaresOfRow) {
    int[] features = table.features();
    restoredSquares = Arrays.copyOf(restoredSquares, numbering.size() + features.length);
    for (int k = 0; k < features.length; k++) {
      int row = startRow(features[k]);
      table.copyRow(features[k], values, 0);
      layout.write(values, 0, writable(row), row);
      squares.set(row, squaresOfRow.applyAsDouble(k));
      restoredSquares[row] = squares.get(row);
    }
    reserve(table.dimension());
  }

  /** Adds rows of another learner. */
  public void restore(EncoderRows rows) {
    restoredSquares = Arrays.copyOf(restoredSquares, numbering.size() + rows.size());
    for (int k = 0; k < rows.size(); k++) {
      int row = startRow(rows.features()[k]);
      int at = k * dimensions;
      layout.write(rows.values(), at, writable(row), row);
      squares.set(row, rows.squares()[k]);
      restoredSquares[row] = rows.squares()[k];
    }
  }

  /**
   * Copies the rows that rounds have moved since they were started or restored, by ascending
   * feature.
   *
   * @param part only features with this remainder
   * @param parts the divisor
   */
  public EncoderRows changedRows(int part, int parts) {
    int count = 0;
    int[] changed = new int[numbering.size()];
    for (int row = 0; row < changed.length; row++) {
      double before = row < restoredSquares.length ? restoredSquares[row] : 0;
      if (numbering.feature(row) % parts == part && squares.get(row) != before) {
        changed[count++] = row;
      }
    }
    int[] features = new int[count];
    for (int k = 0; k < count; k++) {
      features[k] = numbering.feature(changed[k]);
    }
    long[] order = FeatureNumbering.byFeature(features);
    double[] sums = new double[count];
    float[] copies = new float[Math.multiplyExact(count, dimensions)];
    for (int k = 0; k < count; k++) {
      int row = changed[(int) order[k]];
      features[k] = numbering.feature(row);
      sums[k] = squares.get(row);
      int at = k * dimensions;
      layout.read(blocks[row >> BLOCK_BITS], row, copies, at);
    }
    return new EncoderRows(features, sums, copies);
  }

  /** Finds rows, which the round may change; creates those of features that have none. */
  @Override
  public void locate(RowList list) {
    int[] rows = list.rows();
    if (!numbering.findAll(list.features(), list.size(), rows)) {
      for (int k = 0; k < list.size(); k++) {
        rows[k] = rows[k] >= 0 ? rows[k] : startRow(list.features()[k]);
      }
    }
    if (isLent(list)) {
      for (int k = 0; k < list.size(); k++) {
        writable(rows[k]);
      }
    }
    list.place(blocks, start);
  }

  /** Whether a snapshot may still read one of the rows. */
  private boolean isLent(RowList list) {
    int[] rows = list.rows();
    boolean isLent = false;
    for (int k = 0; k < list.size(); k++) {
      isLent |= lent[rows[k] >> BLOCK_BITS];
    }
    return isLent;
  }

  /**
   * Returns a source of those rows that a round can change without further ado: it neither creates
   * nor copies any, so any thread may use it while none changes the rows. What it has found stays
   * valid as long as {@link #freezes} does not change.
   */
  RowSource known() {
    return list -> {
      if (numbering.findAll(list.features(), list.size(), list.rows()) && !isLent(list)) {
        list.place(blocks, start);
      } else {
        list.noteMissing();
      }
    };
  }

  /** How often the rows were frozen, or moved to another layout. */
  public int freezes() {
    return freezes;
  }

  /** Returns a read-only source of the rows, which creates none. */
  public RowSource reading() {
    return list -> {
      int[] rows = list.rows();
      numbering.findAll(list.features(), list.size(), rows);
      list.place(blocks, start);
    };
  }

  private int startRow(int feature) {
    int row = numbering.number(feature);
    int block = row >> BLOCK_BITS;
    if (block == blocks.length) {
      int larger = blocks.length + Math.max(4, blocks.length >> 1);
      blocks = Arrays.copyOf(blocks, larger);
      lent = Arrays.copyOf(lent, larger);
      squares.setCapacity(larger * RowLayout.ROWS);
    }
    if (blocks[block] == null) {
      blocks[block] = new float[layout.blockLength()];
    }
    start.fill(feature, values, 0);
    layout.write(values, 0, writable(row), row);
    dimension = Math.max(dimension, feature + 1);
    return row;
  }

  /** The block of a row, for writing. */
  private float[] writable(int row) {
    int block = row >> BLOCK_BITS;
    if (lent[block]) {
      blocks[block] = blocks[block].clone();
      lent[block] = false;
    }
    return blocks[block];
  }

  /** Lets so many threads plan steps at the same time, all of them the same ones. */
  public void setPlanners(int threads) {
    squares.setCopies(threads);
  }

  /**
   * Adds the squared gradient of a vector to the sums of its rows and computes the steps of the
   * rows, -η x_i / σ_i.
   *
   * @param squared ‖∂/∂h‖²/k
   * @param steps gets the step of each row
   * @param thread whose sums are changed; all planners have to do the same
   */
  public void planSteps(RowList list, double squared, double eta, float[] steps, int thread) {
    double[] sums = squares.copy(thread);
    for (int k = 0; k < list.size(); k++) {
      steps[k] = addSquare(sums, list.row(k), list.value(k), squared);
    }
    finishSteps(list, list.values(), steps, squared, eta);
  }

  /** Adds the squared gradient of a vector to the sums of its rows, without computing steps. */
  void addSquares(RowList list, double squared) {
    double[] sums = squares.copy(0);
    for (int k = 0; k < list.size(); k++) {
      addSquare(sums, list.row(k), list.value(k), squared);
    }
    squares.share(list);
  }

  /** Computes the steps of a vector, after the squared gradients of the whole batch were added. */
  void planAddedSteps(RowList list, double squared, double eta) {
    float[] steps = list.steps();
    for (int k = 0; k < list.size(); k++) {
      steps[k] = (float) squares.get(list.row(k));
    }
    finishSteps(list, list.values(), steps, squared, eta);
  }

  /**
   * Does the same as {@link #planSteps} for rows that several vectors share; the vectors step one
   * after the other.
   */
  public void planCommonSteps(TripletRows triplet, double eta, TripletSteps steps, int thread) {
    RowList list = triplet.common();
    double[] sums = squares.copy(thread);
    double[] squared = steps.squares();
    float[] stepsA = steps.common(0);
    float[] stepsB = steps.common(1);
    float[] stepsC = steps.common(2);
    float[] valuesA = triplet.commonValues(0);
    float[] valuesB = triplet.commonValues(1);
    float[] valuesC = triplet.commonValues(2);
    for (int k = 0; k < list.size(); k++) {
      int row = list.row(k);
      double a = sums[row] + (double) valuesA[k] * valuesA[k] * squared[0];
      double b = a + (double) valuesB[k] * valuesB[k] * squared[1];
      double c = b + (double) valuesC[k] * valuesC[k] * squared[2];
      stepsA[k] = (float) a;
      stepsB[k] = (float) b;
      stepsC[k] = (float) c;
      sums[row] = c;
    }
    for (int v = 0; v < squared.length; v++) {
      finishSteps(list, triplet.commonValues(v), steps.common(v), squared[v], eta);
    }
  }

  /** Tells all planners of the sums that the first one has changed alone. */
  public void shareSums(RowList list) {
    squares.share(list);
  }

  private static float addSquare(double[] sums, int row, double value, double squared) {
    sums[row] += value * value * squared;
    return (float) sums[row];
  }

  private void finishSteps(
      RowList list, float[] values, float[] steps, double squared, double eta) {
    if (squared == 0) {
      Arrays.fill(steps, 0, list.size(), 0);
      return;
    }
    EncoderKernels.steps(steps, values, list.size(), (float) eta, (float) delta);
  }

  /**
   * Returns a snapshot of the rows at the start of a round.
   *
   * @param betweenBlocks called after each block that is written, for example to pause
   */
  public FrozenRows freeze(Runnable betweenBlocks) {
    freezes++;
    int rows = numbering.size();
    int used = RowLayout.blocks(rows);
    Arrays.fill(lent, 0, used, true);
    return new FrozenRows(
        new EncodingTable(layout, dimension, numbering.copy(), Arrays.copyOf(blocks, used), start),
        betweenBlocks,
        Arrays.copyOf(squares.copy(0), rows));
  }

  /**
   * Reads what {@link FrozenRows#write} wrote.
   *
   * @throws IllegalArgumentException if it is inconsistent
   */
  public void read(String section, SectionReader reader) throws IOException {
    reader.begin(section);
    int expected = reader.readInt();
    int rows = reader.readCount(12 + dimensions * Float.BYTES);
    for (int row = 0; row < rows; row++) {
      int feature = reader.readInt();
      if (feature < 0 || feature >= expected || numbering.find(feature) >= 0) {
        throw new IllegalArgumentException("row " + row + " has the invalid feature " + feature);
      }
      startRow(feature);
      squares.set(row, requireLength(reader.readDouble(), feature));
    }
    for (int row = 0; row < rows; row++) {
      reader.readFloats(values, dimensions);
      EncodingTable.requireFinite(values, dimensions);
      layout.write(values, 0, blocks[row >> BLOCK_BITS], row);
    }
    reader.end();
    dimension = expected;
  }

  private static double requireLength(double value, int feature) {
    if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the row of feature " + feature + " has the invalid number " + value);
    }
    return value;
  }
}
