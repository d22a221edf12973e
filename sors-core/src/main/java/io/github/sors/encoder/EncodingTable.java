package io.github.sors.encoder;

import io.github.sors.matrix.FeatureNumbering;

/** The rows of a matrix W that has been learnt, not to change any more. */
final class EncodingTable {

  private final int dimensions;
  private final int dimension;
  private final FeatureNumbering numbering;
  private final float[][] blocks;
  // by which each row is multiplied; null where no row shrinks
  private final float[] factors;
  private final RandomStart start;

  EncodingTable(
      int dimensions,
      int dimension,
      FeatureNumbering numbering,
      float[][] blocks,
      float[] factors,
      RandomStart start) {
    this.dimensions = dimensions;
    this.dimension = dimension;
    this.numbering = numbering;
    this.blocks = blocks;
    this.factors = factors;
    this.start = start;
  }

  static void requireFinite(float[] values, int count) {
    for (int k = 0; k < count; k++) {
      if (!Float.isFinite(values[k])) {
        throw new IllegalArgumentException("a row has the value " + values[k]);
      }
    }
  }

  /** One more than the largest feature that was learnt. */
  int dimension() {
    return dimension;
  }

  /** The number of features that have been learnt. */
  int rows() {
    return numbering.size();
  }

  long bytes() {
    return (long) rows() * dimensions * Float.BYTES
        + (factors == null ? 0 : 4L * factors.length)
        + numbering.bytes();
  }

  /** The features that have a row of their own, in the order of their rows. */
  int[] features() {
    return numbering.features();
  }

  /** Whether the rounds have shrunk the row of a feature to nothing. */
  boolean isDropped(int feature) {
    int row = numbering.find(feature);
    return row >= 0 && factors != null && factors[row] == 0;
  }

  /** Where the row of a feature is and what it is multiplied with. */
  void locate(int feature, float value, RowList list) {
    int row = numbering.find(feature);
    if (row < 0) {
      float[] unlearnt = new float[dimensions];
      start.fill(feature, unlearnt, 0);
      list.add(-1, unlearnt, 0, 1, value);
    } else {
      list.add(
          row,
          blocks[row / EncodingRows.ROWS_PER_BLOCK],
          row % EncodingRows.ROWS_PER_BLOCK * dimensions,
          factors == null ? 1 : factors[row],
          value);
    }
  }

  /** Copies the row of a feature, multiplied out. */
  void copyRow(int feature, float[] into, int at) {
    int row = numbering.find(feature);
    if (row < 0) {
      start.fill(feature, into, at);
      return;
    }
    float factor = factors == null ? 1 : factors[row];
    float[] block = blocks[row / EncodingRows.ROWS_PER_BLOCK];
    int from = row % EncodingRows.ROWS_PER_BLOCK * dimensions;
    for (int j = 0; j < dimensions; j++) {
      into[at + j] = factor * block[from + j];
    }
  }
}
