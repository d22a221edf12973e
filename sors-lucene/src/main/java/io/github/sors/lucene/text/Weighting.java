package io.github.sors.lucene.text;

import io.github.sors.InvalidInputException;
import java.util.Locale;

/** What a feature that occurs n times in a record is worth. */
public enum Weighting {
  /** n. */
  COUNT,
  /** 1 + ln n. */
  LOG,
  /** (1 + ln n) · (1 + ln((1 + N) / (1 + df))), where df of all N records have the feature. */
  TF_IDF;

  /** The name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Reads a name.
   *
   * @throws InvalidInputException if it is none
   */
  public static Weighting parse(String label) {
    for (Weighting weighting : values()) {
      if (weighting.label().equals(label)) {
        return weighting;
      }
    }
    throw new InvalidInputException(
        "expected weights by count, log or tf-idf, found '" + label + "'");
  }

  double of(int count) {
    return this == COUNT ? count : 1 + Math.log(count);
  }

  /** The weight of a feature, given the number of records that have it. */
  static float inverseFrequency(long records, long having) {
    return (float) (1 + Math.log((1.0 + records) / (1.0 + having)));
  }
}
