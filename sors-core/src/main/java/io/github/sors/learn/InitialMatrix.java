package io.github.sors.learn;

import java.util.Locale;

/**
 * The matrix that learning starts from.
 *
 * <p>Threads: immutable. Failures: an unknown name throws {@link
 * io.github.sors.option.ParameterException}.
 */
public enum InitialMatrix {
  /** M₁ = I: the inner product, as in the paper's algorithms. */
  IDENTITY,
  /**
   * M₁ = 0, as in the paper's first theorem; required if queries and items have separate features.
   */
  ZERO;

  /** The name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads {@code identity} or {@code zero}. */
  public static InitialMatrix parse(String label) {
    return LearningSetup.INIT.parse(label);
  }
}
