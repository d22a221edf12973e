package io.github.sors.learn;

import io.github.sors.encoder.row.IdentityStart;
import io.github.sors.encoder.row.RandomStart;
import io.github.sors.encoder.row.RowStart;
import java.util.Locale;

/**
 * The rows that an encoder starts from.
 *
 * <p>Threads: immutable. Failures: an unknown name throws {@link
 * io.github.sors.option.ParameterException}.
 */
public enum InitialRows {
  /** Random signs, drawn from the seed: a projection that keeps the cosine up to about 1/√k. */
  RANDOM,
  /**
   * The identity, so that an encoding starts as the vector itself, of unit length; for embeddings.
   * k must be the length of the vectors, and queries and items must share their features.
   */
  IDENTITY;

  /** The name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads {@code random} or {@code identity}. */
  public static InitialRows parse(String label) {
    return EncoderOptions.INIT.parse(label);
  }

  /** The kind of some rows. */
  public static InitialRows of(RowStart start) {
    return start instanceof IdentityStart ? IDENTITY : RANDOM;
  }

  /**
   * The rows themselves.
   *
   * @param side 0 for query features or shared features, 1 for item features
   */
  RowStart start(long seed, int side, int dimensions) {
    return this == IDENTITY
        ? new IdentityStart(dimensions)
        : new RandomStart(seed, side, dimensions);
  }
}
