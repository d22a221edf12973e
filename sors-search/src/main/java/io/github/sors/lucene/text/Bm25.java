package io.github.sors.lucene.text;

import io.github.sors.InvalidInputException;
import org.apache.lucene.util.SmallFloat;

/**
 * The weights of documents in BM25, computed as Lucene's {@code BM25Similarity} computes them: a
 * term that occurs n times in a document of l terms is worth
 *
 * <pre>idf · n / (n + k1 · (1 − b + b · l / average))    idf = ln(1 + (N − df + ½) / (df + ½))
 * </pre>
 *
 * <p>N counts the documents with at least one term, and the length l is rounded to what Lucene
 * stores in one byte. So the inner product of such a vector with a query's counts is the score that
 * Lucene gives, up to the rounding of floats.
 *
 * @param k1 how late repetitions of a term stop to count; 0 counts none
 * @param b how much the length of a document counts, 0 to 1
 * @param averageLength the mean number of terms per document
 */
record Bm25(float k1, float b, float averageLength) {

  /** What Lucene, Elasticsearch, OpenSearch and Solr use. */
  static final double DEFAULT_K1 = 1.2;

  /** What Lucene, Elasticsearch, OpenSearch and Solr use. */
  static final double DEFAULT_B = 0.75;

  Bm25 {
    requireParameters(k1, b);
    if (!(averageLength > 0 && Float.isFinite(averageLength))) {
      throw new InvalidInputException(
          "expected a positive average length of documents, found " + averageLength);
    }
  }

  static void requireParameters(double k1, double b) {
    if (!(k1 >= 0 && Double.isFinite(k1))) {
      throw new InvalidInputException("expected a k1 of at least 0, found " + k1);
    }
    if (!(b >= 0 && b <= 1)) {
      throw new InvalidInputException("expected a b from 0 to 1, found " + b);
    }
  }

  /** What a query's term adds to the score of a document of so many terms that has it n times. */
  float weight(float inverseFrequency, int count, int length) {
    int stored = SmallFloat.byte4ToInt(SmallFloat.intToByte4(length));
    float inverse = 1f / (k1 * ((1 - b) + b * stored / averageLength));
    return inverseFrequency - inverseFrequency / (1f + count * inverse);
  }

  /** How rare a term is. */
  static float inverseFrequency(long documents, long having) {
    return (float) Math.log(1 + (documents - having + 0.5) / (having + 0.5));
  }
}
