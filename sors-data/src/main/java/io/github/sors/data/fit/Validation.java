package io.github.sors.data.fit;

import io.github.sors.Similarity;

/**
 * Held-out data that measures the quality of a similarity.
 *
 * <p>Threads: any thread may measure. Failures: what the similarity throws is passed on.
 *
 * @since 0.1.0
 */
public interface Validation {

  /** Measures a similarity; the same queries in the same order every time. */
  Quality measure(Similarity similarity);

  /** Describes the data, such as {@code 400 validation rows}. */
  String description();
}
