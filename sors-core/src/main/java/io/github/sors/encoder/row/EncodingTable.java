package io.github.sors.encoder.row;

import io.github.sors.feature.FeatureNumbering;
import java.io.IOException;

/**
 * The rows of a learnt matrix W; immutable.
 *
 * <p>Threads: immutable, if the caller no longer writes to the arrays. Failures: the constructor
 * checks nothing; {@link #requireFinite} throws {@link IllegalArgumentException}. What a {@link
 * RowWriter} throws is passed on.
 */
public final class EncodingTable implements RowSource {

  /** The maximum number of columns of a row. */
  public static final int LONGEST_ROW = 4096;

  private final RowLayout layout;
  private final int dimension;
  private final FeatureNumbering numbering;
  private final float[][] blocks;
  private final RowStart start;

  /**
   * Creates a table of the given rows, which must not change any more.
   *
   * @param layout how the rows are stored in their blocks
   * @param dimension one more than the largest feature
   * @param numbering the row of each feature
   * @param blocks the rows
   * @param start creates the rows of all other features
   */
  public EncodingTable(
      RowLayout layout,
      int dimension,
      FeatureNumbering numbering,
      float[][] blocks,
      RowStart start) {
    this.layout = layout;
    this.dimension = dimension;
    this.numbering = numbering;
    this.blocks = blocks;
    this.start = start;
  }

  /**
   * Checks that the first {@code count} values are finite.
   *
   * @throws IllegalArgumentException if one is infinite or not a number
   */
  public static void requireFinite(float[] values, int count) {
    for (int k = 0; k < count; k++) {
      if (!Float.isFinite(values[k])) {
        throw new IllegalArgumentException("a row has the value " + values[k]);
      }
    }
  }

  /** k, the length of a row. */
  public int rowLength() {
    return layout.columns();
  }

  /** How the rows are stored. */
  public RowLayout layout() {
    return layout;
  }

  /** What the rows started from. */
  public RowStart start() {
    return start;
  }

  /** One more than the largest feature that was learnt. */
  public int dimension() {
    return dimension;
  }

  /** The number of features that have been learnt. */
  public int rows() {
    return numbering.size();
  }

  /** The bytes that the rows take in memory. */
  public long bytes() {
    return (long) rows() * rowLength() * Float.BYTES + numbering.bytes();
  }

  /** The learnt features, in the order of their rows. */
  public int[] features() {
    return numbering.features();
  }

  /**
   * Whether another table shares the rows of this one, because no round was played between the two;
   * all encodings are equal then.
   */
  public boolean sharesRowsWith(EncodingTable other) {
    if (rows() != other.rows() || rowLength() != other.rowLength() || !start.equals(other.start)) {
      return false;
    }
    for (int block = 0; block < blocks.length; block++) {
      if (blocks[block] != other.blocks[block]) {
        return false;
      }
    }
    // the same blocks imply the same features
    return true;
  }

  @Override
  public void locate(RowList list) {
    int[] rows = list.rows();
    numbering.findAll(list.features(), list.size(), rows);
    list.place(blocks, start);
  }

  /** Receives the stored values of some rows. */
  @FunctionalInterface
  public interface RowWriter {
    void write(float[] values, int count) throws IOException;
  }

  /** Passes the stored rows to the writer, in their order. */
  public void writeStored(RowWriter writer) throws IOException {
    float[] values = new float[layout.blockLength()];
    for (int block = 0; block < blocks.length; block++) {
      int used = Math.min(RowLayout.ROWS, rows() - block * RowLayout.ROWS);
      for (int row = 0; row < used; row++) {
        layout.read(blocks[block], row, values, row * rowLength());
      }
      writer.write(values, used * rowLength());
    }
  }

  /** Copies the row of a feature. */
  public void copyRow(int feature, float[] into, int at) {
    int row = numbering.find(feature);
    if (row < 0) {
      start.fill(feature, into, at);
      return;
    }
    layout.read(blocks[row / RowLayout.ROWS], row, into, at);
  }
}
