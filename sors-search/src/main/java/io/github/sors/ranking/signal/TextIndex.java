package io.github.sors.ranking.signal;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The texts of items with the weights of BM25 in memory, and the scores of all of them for any
 * weighted query: Σ weightⱼ yⱼ. With the counts of a query's terms as weights this is Lucene's
 * BM25. Memory 16 bytes per term of an item.
 */
public final class TextIndex {

  private final Vectorizer vectorizer;
  private final float[] inverseFrequencies;
  private final List<SparseVector> vectors;
  private final int[][] itemsOf;
  private final float[][] valuesOf;

  private TextIndex(Vectorizer vectorizer, List<SparseVector> vectors) {
    this.vectorizer = vectorizer;
    this.inverseFrequencies = vectorizer.recipe().weights();
    this.vectors = List.copyOf(vectors);
    int[] count = new int[vectorizer.dimension()];
    for (SparseVector vector : vectors) {
      for (int k = 0; k < vector.size(); k++) {
        count[vector.index(k)]++;
      }
    }
    itemsOf = new int[count.length][];
    valuesOf = new float[count.length][];
    for (int term = 0; term < count.length; term++) {
      itemsOf[term] = new int[count[term]];
      valuesOf[term] = new float[count[term]];
      count[term] = 0;
    }
    for (int number = 0; number < vectors.size(); number++) {
      SparseVector vector = vectors.get(number);
      for (int k = 0; k < vector.size(); k++) {
        int term = vector.index(k);
        itemsOf[term][count[term]] = number;
        valuesOf[term][count[term]++] = vector.value(k);
      }
    }
  }

  /**
   * Weights the texts of items.
   *
   * @param options options with the weights of BM25
   */
  static TextIndex of(List<Item> items, VectorizerOptions options) {
    try {
      return of(items, Vectorizer.fit(ItemSource.of(items), options));
    } catch (IOException e) {
      throw new UncheckedIOException("records in memory cannot fail to be read", e);
    }
  }

  /** Weights the texts of items as others were, such as those of a model. */
  static TextIndex of(List<Item> items, Vectorizer vectorizer) {
    String weights = vectorizer.recipe().settings().get("weights");
    if (!"bm25".equals(weights)) {
      throw new InvalidInputException("expected the weights of BM25, found " + weights);
    }
    if (vectorizer.featureNames().isEmpty()) {
      throw new InvalidInputException("expected terms with names, found hashed ones");
    }
    List<SparseVector> vectors = new ArrayList<>(items.size());
    items.forEach(item -> vectors.add(vectorizer.vector(item)));
    return new TextIndex(vectorizer, vectors);
  }

  /** The number of items. */
  public int size() {
    return vectors.size();
  }

  /** The number of different terms. */
  public int terms() {
    return itemsOf.length;
  }

  /** How texts become vectors. */
  public Vectorizer vectorizer() {
    return vectorizer;
  }

  /** The weighted terms of the items, by number. */
  public List<SparseVector> vectors() {
    return vectors;
  }

  /** The counts of the terms of a query's texts. */
  public SparseVector query(Item query) {
    return vectorizer.query(query.allText());
  }

  /** The name of a term. */
  public String term(int feature) {
    return vectorizer.featureNames().get(feature);
  }

  /** The inverse frequency of a term. */
  public double inverseFrequency(int term) {
    return inverseFrequencies[term];
  }

  /**
   * The length of a weighted query, √Σ (weightⱼ idfⱼ)². A score divided by it depends little on how
   * many terms the query has.
   */
  public double length(SparseVector weights) {
    double sum = 0;
    for (int k = 0; k < weights.size(); k++) {
      double weighted = weights.value(k) * inverseFrequency(weights.index(k));
      sum += weighted * weighted;
    }
    return Math.sqrt(sum);
  }

  /** A weighted query with only the terms of the largest weight times inverse frequency. */
  public SparseVector strongest(SparseVector weights, int count) {
    if (weights.size() <= count) {
      return weights;
    }
    double[] strengths = new double[weights.size()];
    for (int k = 0; k < strengths.length; k++) {
      strengths[k] = weights.value(k) * inverseFrequency(weights.index(k));
    }
    double[] sorted = strengths.clone();
    Arrays.sort(sorted);
    double least = sorted[sorted.length - count];
    int[] terms = new int[count];
    float[] values = new float[count];
    int size = 0;
    for (int k = 0; k < strengths.length && size < count; k++) {
      if (strengths[k] >= least) {
        terms[size] = weights.index(k);
        values[size++] = weights.value(k);
      }
    }
    return SparseVector.of(terms, values);
  }

  /** A query of length 1 with its strongest terms only. */
  public SparseVector ofLengthOne(SparseVector query, int mostTerms) {
    SparseVector strongest = strongest(query, mostTerms);
    double length = length(strongest);
    return length == 0 ? strongest : strongest.scaled(1 / length);
  }

  /** The scores of all items, by number. */
  public double[] scores(SparseVector weights) {
    double[] sums = new double[vectors.size()];
    for (int k = 0; k < weights.size(); k++) {
      int[] having = itemsOf[weights.index(k)];
      float[] values = valuesOf[weights.index(k)];
      double weight = weights.value(k);
      for (int place = 0; place < having.length; place++) {
        sums[having[place]] += weight * values[place];
      }
    }
    return sums;
  }

  /** The scores of some items, in their order; costs as much as these items have terms. */
  public double[] scores(SparseVector weights, Candidates candidates) {
    if (candidates.areAll()) {
      return scores(weights);
    }
    double[] dense = new double[terms()];
    for (int k = 0; k < weights.size(); k++) {
      dense[weights.index(k)] = weights.value(k);
    }
    double[] scores = new double[candidates.size()];
    for (int place = 0; place < scores.length; place++) {
      SparseVector vector = vectors.get(candidates.item(place));
      double sum = 0;
      for (int k = 0; k < vector.size(); k++) {
        sum += dense[vector.index(k)] * vector.value(k);
      }
      scores[place] = sum;
    }
    return scores;
  }

  /** What each term of a weighted query gives an item; terms that give nothing are left out. */
  public List<TermScore> explain(SparseVector weights, int item) {
    SparseVector vector = vectors.get(item);
    List<TermScore> found = new ArrayList<>();
    for (int k = 0; k < weights.size(); k++) {
      double score = (double) weights.value(k) * vector.get(weights.index(k));
      if (score != 0) {
        found.add(new TermScore(term(weights.index(k)), score));
      }
    }
    found.sort((one, other) -> Double.compare(Math.abs(other.score()), Math.abs(one.score())));
    return found;
  }

  /** A term and what it gives. */
  public record TermScore(String term, double score) {}
}
