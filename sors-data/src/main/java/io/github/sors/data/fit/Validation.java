package io.github.sors.data.fit;

import io.github.sors.Similarity;

/** Data that is not learnt from and says how well a similarity does. */
public interface Validation {

  /** Measures a similarity; the same queries in the same order every time. */
  Quality measure(Similarity similarity);

  /** What is measured with, in words, such as {@code 400 validation rows}. */
  String description();
}
