package io.github.sors.encoder.row;

import java.util.Arrays;

/**
 * The identity as the initial rows of an encoder: the row of feature i is 1 at place i and 0
 * elsewhere, so that an encoding is the vector itself, of unit length.
 *
 * <p>Features from k on have a row of zeros: they have no place in an encoding.
 *
 * <p>Threads: immutable. Failures: a row that does not fit into its array throws {@link
 * IndexOutOfBoundsException}.
 *
 * @param dimensions k, which is also the length of the vectors
 */
public record IdentityStart(int dimensions) implements RowStart {

  @Override
  public long seed() {
    return 0;
  }

  @Override
  public void fill(int feature, float[] row, int from) {
    Arrays.fill(row, from, from + dimensions, 0);
    if (feature < dimensions) {
      row[from + feature] = 1;
    }
  }
}
