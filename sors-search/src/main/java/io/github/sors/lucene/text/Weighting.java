package io.github.sors.lucene.text;

import io.github.sors.InvalidInputException;
import java.util.Locale;

/**
 * What a feature that occurs n times in a record is worth.
 *
 * <p>Threads: immutable.
 */
public enum Weighting {
  /** n. */
  COUNT,
  /** 1 + ln n. */
  LOG,
  /** (1 + ln n) · (1 + ln((1 + N) / (1 + df))), where df of all N records have the feature. */
  TF_IDF,
  /**
   * What the feature adds to the score of the record in BM25, see {@link VectorizerOptions#k1} and
   * {@link VectorizerOptions#b}; a query has n. All columns of text are one field.
   */
  BM25;

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
        "expected weights by count, log, tf-idf or bm25, found '" + label + "'");
  }

  /** The weight of a count in a query, before that of the feature. */
  double of(int count) {
    return this == COUNT || this == BM25 ? count : 1 + Math.log(count);
  }

  /** Whether each feature has a weight of its own. */
  boolean weighsFeatures() {
    return this == TF_IDF || this == BM25;
  }

  /** The weight of a feature, given the number of records that have it. */
  float inverseFrequency(long records, long having) {
    return this == BM25
        ? Bm25.inverseFrequency(records, having)
        : (float) (1 + Math.log((1.0 + records) / (1.0 + having)));
  }
}
