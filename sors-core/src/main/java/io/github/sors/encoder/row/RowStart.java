package io.github.sors.encoder.row;

/**
 * The initial rows of an encoder, each of which can be computed from its feature: so no row has to
 * be stored before it is learnt, and a feature that was never learnt still contributes. Starts are
 * equal if their rows are.
 *
 * <p>Threads: immutable. Failures: a row that does not fit into its array throws {@link
 * IndexOutOfBoundsException}.
 */
public sealed interface RowStart permits RandomStart, IdentityStart {

  /** The seed of the rows; 0 if they are not random. */
  long seed();

  /** Writes the row of a feature into {@code row[from … from+k)}. */
  void fill(int feature, float[] row, int from);
}
