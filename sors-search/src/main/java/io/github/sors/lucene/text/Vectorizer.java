package io.github.sors.lucene.text;

import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.jspecify.annotations.Nullable;

/**
 * Turns records into vectors by a recipe that was fitted to a collection, and typed queries, too.
 *
 * <p>A feature that did not occur in the collection is ignored, unless features are hashed.
 *
 * <p>Threads: immutable. Failures: no record, no feature that is left, and a recipe that does not
 * fit or is damaged throw {@link io.github.sors.InvalidInputException}, a disk {@link
 * java.io.IOException}.
 */
public final class Vectorizer {

  private static final String LIST_SEPARATOR = "\n";

  private final String analyzerName;
  private final Analyzer analyzer;
  private final Weighting weighting;
  // null where the weighting is another
  private final @Nullable Bm25 bm25;
  private final boolean unitLength;
  private final int hashBits;
  private final List<String> textColumns;
  private final List<String> categoryColumns;
  private final Map<String, NumberBins> numbers;
  private final FeatureExtractor extractor;
  private final List<String> featureNames;
  // empty where features are hashed
  private final Map<String, Integer> vocabulary;
  // empty where the weighting needs none
  private final float[] weights;

  Vectorizer(
      String analyzerName,
      Weighting weighting,
      @Nullable Bm25 bm25,
      boolean unitLength,
      int hashBits,
      List<String> textColumns,
      List<String> categoryColumns,
      Map<String, NumberBins> numbers,
      List<String> featureNames,
      float[] weights) {
    this.analyzerName = analyzerName;
    this.analyzer = Analyzers.named(analyzerName);
    this.weighting = weighting;
    this.bm25 = bm25;
    this.unitLength = unitLength;
    this.hashBits = hashBits;
    this.textColumns = textColumns;
    this.categoryColumns = categoryColumns;
    this.numbers = numbers;
    this.extractor =
        new FeatureExtractor(
            analyzer, weighting == Weighting.BM25, textColumns, categoryColumns, numbers);
    this.featureNames = List.copyOf(featureNames);
    this.vocabulary = new HashMap<>();
    for (int index = 0; index < featureNames.size(); index++) {
      vocabulary.put(featureNames.get(index), index);
    }
    this.weights = weights;
  }

  /**
   * Reads a collection to determine the vocabulary, how many records have each feature, and the
   * intervals of numbers: once, and before that once more if the options name no columns of text,
   * to find those of all records.
   *
   * @throws InvalidInputException if there is no record, or no feature is left
   */
  public static Vectorizer fit(ItemSource records, VectorizerOptions options) throws IOException {
    return VectorizerFit.fit(records, options);
  }

  /**
   * The vectorizer that a recipe describes.
   *
   * @param featureNames the names that were stored with the recipe
   * @throws InvalidInputException if it is not a recipe that {@link #recipe} has given
   */
  public static Vectorizer restore(FeatureRecipe recipe, List<String> featureNames) {
    Map<String, String> settings = recipe.settings();
    String analyzer = settings.get("analyzer");
    if (analyzer == null) {
      throw new InvalidInputException(
          "there is no recipe that makes vectors of texts: learn from items with texts");
    }
    Map<String, NumberBins> numbers = new LinkedHashMap<>();
    for (String column : list(settings, "numberColumns")) {
      numbers.put(column, bins(settings, column));
    }
    Weighting weighting = Weighting.parse(settings.getOrDefault("weights", "count"));
    return new Vectorizer(
        analyzer,
        weighting,
        weighting == Weighting.BM25 ? bm25(settings) : null,
        Boolean.parseBoolean(settings.get("unitLength")),
        hashBits(settings),
        list(settings, "textColumns"),
        list(settings, "categoryColumns"),
        numbers,
        featureNames,
        recipe.weights());
  }

  private static Bm25 bm25(Map<String, String> settings) {
    return new Bm25(
        number(settings, "k1"), number(settings, "b"), number(settings, "averageLength"));
  }

  private static float number(Map<String, String> settings, String name) {
    String value = settings.getOrDefault(name, "");
    try {
      return Float.parseFloat(value);
    } catch (NumberFormatException e) {
      throw damaged("a number", name, value, e);
    }
  }

  private static int hashBits(Map<String, String> settings) {
    String expected = "a whole number from 0 to " + VectorizerOptions.MOST_HASH_BITS;
    String value = settings.getOrDefault("hashBits", "0");
    int bits;
    try {
      bits = Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw damaged(expected, "hashBits", value, e);
    }
    if (bits < 0 || bits > VectorizerOptions.MOST_HASH_BITS) {
      throw damaged(expected, "hashBits", value, null);
    }
    return bits;
  }

  private static NumberBins bins(Map<String, String> settings, String column) {
    String name = "bins." + column;
    String value = settings.getOrDefault(name, "");
    try {
      return NumberBins.parse(value);
    } catch (NumberFormatException e) {
      throw damaged("numbers", name, value, e);
    }
  }

  private static InvalidInputException damaged(
      String expected, String name, String value, @Nullable Exception cause) {
    return new InvalidInputException(
        "expected "
            + expected
            + " as '"
            + name
            + "' in the recipe of the vectors, found '"
            + value
            + "'",
        cause);
  }

  private static List<String> list(Map<String, String> settings, String name) {
    String text = settings.getOrDefault(name, "");
    return text.isEmpty() ? List.of() : List.of(text.split(LIST_SEPARATOR, -1));
  }

  /**
   * What {@link #restore} needs to recreate this vectorizer, together with {@link #featureNames}.
   */
  public FeatureRecipe recipe() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("analyzer", analyzerName);
    settings.put("weights", weighting.label());
    settings.put("unitLength", Boolean.toString(unitLength));
    settings.put("hashBits", Integer.toString(hashBits));
    settings.put("textColumns", String.join(LIST_SEPARATOR, textColumns));
    settings.put("categoryColumns", String.join(LIST_SEPARATOR, categoryColumns));
    settings.put("numberColumns", String.join(LIST_SEPARATOR, numbers.keySet()));
    if (bm25 != null) {
      settings.put("k1", Float.toString(bm25.k1()));
      settings.put("b", Float.toString(bm25.b()));
      settings.put("averageLength", Float.toString(bm25.averageLength()));
    }
    numbers.forEach((column, bins) -> settings.put("bins." + column, bins.toString()));
    return new FeatureRecipe(settings, weights);
  }

  /** The names of the features by index; empty where they are hashed. */
  public List<String> featureNames() {
    return featureNames;
  }

  /** One more than the largest index of a feature. */
  public int dimension() {
    return hashBits == 0 ? featureNames.size() : 1 << hashBits;
  }

  /** The columns of text, in their order. */
  public List<String> textColumns() {
    return textColumns;
  }

  /** How texts become terms. */
  public Analyzer analyzer() {
    return analyzer;
  }

  /** The vector of a record. */
  public SparseVector vector(Item row) {
    return vector(extractor.features(row.fields(), row.id()), bm25);
  }

  /** The vector of a record that is a query, see {@link #query(String)}. */
  public SparseVector query(Item row) {
    return vector(extractor.features(row.fields(), row.id()), null);
  }

  /** The vector of a text, as if it were the content of every column of text. */
  public SparseVector vector(String text) {
    return vector(extractor.featuresOfText(text), bm25);
  }

  /**
   * The vector of a text that someone typed to search. With {@link Weighting#BM25} it has the
   * counts of the terms, since the weights of the documents have the rest; with every other
   * weighting it is {@link #vector(String)}.
   */
  public SparseVector query(String text) {
    return vector(extractor.featuresOfText(text), null);
  }

  private SparseVector vector(Map<String, Integer> counts, @Nullable Bm25 documentWeights) {
    boolean isBm25Query = bm25 != null && documentWeights == null;
    int length = counts.values().stream().mapToInt(Integer::intValue).sum();
    // features that share a hash are one feature
    TreeMap<Integer, Integer> byIndex = new TreeMap<>();
    counts.forEach(
        (feature, count) -> {
          int index = index(feature);
          if (index >= 0) {
            byIndex.merge(index, count, Integer::sum);
          }
        });
    int[] indices = new int[byIndex.size()];
    float[] values = new float[byIndex.size()];
    int k = 0;
    for (Map.Entry<Integer, Integer> entry : byIndex.entrySet()) {
      indices[k] = entry.getKey();
      int count = entry.getValue();
      float weight = weights.length == 0 || isBm25Query ? 1 : weights[indices[k]];
      values[k++] =
          documentWeights == null
              ? (float) (weight * weighting.of(count))
              : documentWeights.weight(weight, count, length);
    }
    SparseVector vector = SparseVector.of(indices, values);
    return unitLength ? Normalization.L2.apply(vector) : vector;
  }

  private int index(String feature) {
    return hashBits == 0 ? vocabulary.getOrDefault(feature, -1) : hashed(feature, hashBits);
  }

  /** FNV-1a of the UTF-8 bytes, folded: the same on every machine and in every version. */
  static int hashed(String feature, int bits) {
    long hash = 0xcbf29ce484222325L;
    for (byte b : feature.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
    }
    hash ^= hash >>> 32;
    hash *= 0x9e3779b97f4a7c15L;
    return (int) (hash >>> (64 - bits));
  }
}
