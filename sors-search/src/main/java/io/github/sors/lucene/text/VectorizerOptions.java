package io.github.sors.lucene.text;

import io.github.sors.InvalidInputException;
import java.util.List;
import java.util.Objects;

/**
 * How records are to become vectors.
 *
 * <p>Threads: immutable. Failures: a value out of range, or options that exclude each other, throw
 * {@link io.github.sors.InvalidInputException}, null {@link NullPointerException}.
 *
 * @param analyzer the name of the analyzer of the texts, see {@link Analyzers}
 * @param weighting what a feature is worth
 * @param unitLength whether vectors are brought to Euclidean length 1
 * @param minimumRecords the fewest records that a feature must be in to be in the vocabulary
 * @param maximumShare the largest share of all records that it may be in
 * @param hashBits 0 for a vocabulary; else all features are hashed to 2^hashBits, whatever number
 *     of records they are in
 * @param textColumns the columns of text; empty for all that are not in the next two
 * @param categoryColumns columns each of whose values is one feature
 * @param numberColumns columns of numbers, each one feature by the interval that it falls into
 * @param bins how many intervals, of about as many records each
 * @param k1 with {@link Weighting#BM25}: how late repetitions of a term stop to count
 * @param b with {@link Weighting#BM25}: how much the length of a record counts, 0 to 1
 */
public record VectorizerOptions(
    String analyzer,
    Weighting weighting,
    boolean unitLength,
    int minimumRecords,
    double maximumShare,
    int hashBits,
    List<String> textColumns,
    List<String> categoryColumns,
    List<String> numberColumns,
    int bins,
    double k1,
    double b) {

  /** More than this and the weights alone outgrow a model. */
  static final int MOST_HASH_BITS = 26;

  /** Words of any language, tf-idf, unit length, features of at least two records. */
  public static final VectorizerOptions DEFAULT =
      new VectorizerOptions(
          "standard", Weighting.TF_IDF, true, 2, 0.5, 0, List.of(), List.of(), List.of(), 10);

  /**
   * English words weighted as Lucene's BM25 does with its defaults: every word of every text
   * column, no unit length.
   */
  public static final VectorizerOptions BM25 =
      new VectorizerOptions(
          "english", Weighting.BM25, false, 1, 1, 0, List.of(), List.of(), List.of(), 10);

  public VectorizerOptions {
    Objects.requireNonNull(weighting, "weighting");
    textColumns = List.copyOf(textColumns);
    categoryColumns = List.copyOf(categoryColumns);
    numberColumns = List.copyOf(numberColumns);
    if (minimumRecords < 1) {
      throw new InvalidInputException(
          "expected a minimum of at least 1 record per feature, found " + minimumRecords);
    }
    if (!(maximumShare > 0 && maximumShare <= 1)) {
      throw new InvalidInputException(
          "expected a maximum share of the records above 0 and at most 1, found " + maximumShare);
    }
    if (hashBits < 0 || hashBits > MOST_HASH_BITS) {
      throw new InvalidInputException(
          "expected 1 to " + MOST_HASH_BITS + " bits of a hash, or 0 for none, found " + hashBits);
    }
    if (bins < 2) {
      throw new InvalidInputException("expected at least 2 intervals of numbers, found " + bins);
    }
    Bm25.requireParameters(k1, b);
    if (weighting == Weighting.BM25 && unitLength) {
      throw new InvalidInputException(
          "BM25 weights are not brought to unit length: the scores would not be BM25's");
    }
    if (weighting == Weighting.BM25 && !(categoryColumns.isEmpty() && numberColumns.isEmpty())) {
      throw new InvalidInputException(
          "BM25 weights the terms of texts: leave out the columns of categories and of numbers");
    }
    // throws where there is none of this name
    Analyzers.named(analyzer).close();
  }

  /** Options with Lucene's k1 = 1.2 and b = 0.75, which only {@link Weighting#BM25} needs. */
  public VectorizerOptions(
      String analyzer,
      Weighting weighting,
      boolean unitLength,
      int minimumRecords,
      double maximumShare,
      int hashBits,
      List<String> textColumns,
      List<String> categoryColumns,
      List<String> numberColumns,
      int bins) {
    this(
        analyzer,
        weighting,
        unitLength,
        minimumRecords,
        maximumShare,
        hashBits,
        textColumns,
        categoryColumns,
        numberColumns,
        bins,
        Bm25.DEFAULT_K1,
        Bm25.DEFAULT_B);
  }

  /** These options with another analyzer. */
  public VectorizerOptions withAnalyzer(String newAnalyzer) {
    return new VectorizerOptions(
        newAnalyzer,
        weighting,
        unitLength,
        minimumRecords,
        maximumShare,
        hashBits,
        textColumns,
        categoryColumns,
        numberColumns,
        bins,
        k1,
        b);
  }

  /** These options with features hashed to 2^bits. */
  public VectorizerOptions withHashBits(int newHashBits) {
    return new VectorizerOptions(
        analyzer,
        weighting,
        unitLength,
        minimumRecords,
        maximumShare,
        newHashBits,
        textColumns,
        categoryColumns,
        numberColumns,
        bins,
        k1,
        b);
  }

  /** These options with columns of categories and of numbers. */
  public VectorizerOptions withColumns(
      List<String> texts, List<String> categories, List<String> numbers) {
    return new VectorizerOptions(
        analyzer,
        weighting,
        unitLength,
        minimumRecords,
        maximumShare,
        hashBits,
        texts,
        categories,
        numbers,
        bins,
        k1,
        b);
  }

  /** These options with other parameters of BM25. */
  public VectorizerOptions withParameters(double newK1, double newB) {
    return new VectorizerOptions(
        analyzer,
        weighting,
        unitLength,
        minimumRecords,
        maximumShare,
        hashBits,
        textColumns,
        categoryColumns,
        numberColumns,
        bins,
        newK1,
        newB);
  }
}
