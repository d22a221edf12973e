package io.github.sors.learn;

import java.util.Locale;

/**
 * What the entries of M shrink to.
 *
 * <p>Threads: immutable. Failures: an unknown name throws {@link
 * io.github.sors.option.ParameterException}.
 */
public enum ShrinkTarget {
  /** Every entry shrinks to 0, as in the paper: what was not learnt is forgotten. */
  ZERO,
  /**
   * Entries off the diagonal shrink to 0 and those on it to 1, so that what was not learnt is the
   * inner product; for embeddings. Queries and items must share their features.
   */
  IDENTITY;

  /** The name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads {@code zero} or {@code identity}. */
  public static ShrinkTarget parse(String label) {
    return SorsOptions.SHRINK_TO.parse(label);
  }
}
