package io.github.sors.encoder.row;

/**
 * Some rows of an encoder's matrix W during learning, for moving them from one learner to another.
 * The arrays are not copied and must not be changed afterwards.
 *
 * <p>Threads: immutable, so long as nobody writes to the arrays. Failures: arrays of different
 * lengths throw {@link IllegalArgumentException}.
 */
public final class EncoderRows {

  private final int[] features;
  private final double[] squares;
  private final float[] values;

  /**
   * Creates rows.
   *
   * @param features the feature of each row
   * @param squares the sum of the squared gradients of each row
   * @param values the rows, k values each, one after the other
   */
  public EncoderRows(int[] features, double[] squares, float[] values) {
    if (squares.length != features.length
        || (features.length == 0 ? values.length != 0 : values.length % features.length != 0)) {
      throw new IllegalArgumentException(
          "expected a square and equally many values for each of "
              + features.length
              + " features, found "
              + squares.length
              + " and "
              + values.length);
    }
    this.features = features;
    this.squares = squares;
    this.values = values;
  }

  /** The number of rows. */
  public int size() {
    return features.length;
  }

  /** The feature of each row; must not be modified. */
  public int[] features() {
    return features;
  }

  /** The sum of the squared gradients of each row; must not be modified. */
  public double[] squares() {
    return squares;
  }

  /** The rows, one after the other; must not be modified. */
  public float[] values() {
    return values;
  }
}
