package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.ScoredDocument;
import io.github.sors.ranking.SearchQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Documents with the weights of BM25 in memory, and the scores of all of them for any weighted
 * query: Σ weightⱼ yⱼ. With the counts of a query's terms as weights this is Lucene's BM25.
 *
 * <p>Threads: immutable. Failures: an id that occurs twice, weights other than those of BM25,
 * hashed terms, and fields that no query has, throw {@link io.github.sors.InvalidInputException}, a
 * disk {@link java.io.IOException}; a document that does not exist throws {@link
 * IndexOutOfBoundsException}.
 */
public final class SearchCollection {

  /** How far down rankings are written and evaluated, as at TREC. */
  public static final int DEPTH = 1000;

  private final Vectorizer vectorizer;
  private final QueryFeatures queryFeatures;
  private final float[] inverseFrequencies;
  private final List<String> ids;
  private final List<SparseVector> documents;
  private final Map<String, Integer> numbers;
  // place of each document where equal scores are sorted by id, as trec_eval does
  private final int[] tieOrder;
  private final int[][] documentsOf;
  private final float[][] valuesOf;

  private SearchCollection(Vectorizer vectorizer, List<String> ids, List<SparseVector> documents) {
    this.vectorizer = vectorizer;
    this.queryFeatures = QueryFeatures.NONE;
    this.inverseFrequencies = vectorizer.recipe().weights();
    this.ids = List.copyOf(ids);
    this.documents = List.copyOf(documents);
    this.numbers = new HashMap<>();
    for (int number = 0; number < ids.size(); number++) {
      if (numbers.put(ids.get(number), number) != null) {
        throw new InvalidInputException(
            "expected each document once, found the id '" + ids.get(number) + "' twice");
      }
    }
    this.tieOrder = tieOrder(ids);
    int[] count = new int[vectorizer.dimension()];
    documents.forEach(document -> forEachFeature(document, feature -> count[feature]++));
    documentsOf = new int[count.length][];
    valuesOf = new float[count.length][];
    for (int feature = 0; feature < count.length; feature++) {
      documentsOf[feature] = new int[count[feature]];
      valuesOf[feature] = new float[count[feature]];
      count[feature] = 0;
    }
    for (int number = 0; number < documents.size(); number++) {
      SparseVector document = documents.get(number);
      for (int k = 0; k < document.size(); k++) {
        int feature = document.index(k);
        documentsOf[feature][count[feature]] = number;
        valuesOf[feature][count[feature]++] = document.value(k);
      }
    }
  }

  private SearchCollection(SearchCollection other, QueryFeatures queryFeatures) {
    this.vectorizer = other.vectorizer;
    this.queryFeatures = queryFeatures;
    this.inverseFrequencies = other.inverseFrequencies;
    this.ids = other.ids;
    this.documents = other.documents;
    this.numbers = other.numbers;
    this.tieOrder = other.tieOrder;
    this.documentsOf = other.documentsOf;
    this.valuesOf = other.valuesOf;
  }

  /**
   * These documents for queries with features of their own: the values of fields.
   *
   * @param queries the queries whose values become features
   * @throws InvalidInputException if no query has one of the fields
   */
  public SearchCollection withQueryFields(List<String> fields, List<SearchQuery> queries) {
    return with(QueryFeatures.of(fields, queries, terms()));
  }

  SearchCollection with(QueryFeatures features) {
    return new SearchCollection(this, features);
  }

  /**
   * Reads documents and weights them as BM25 does.
   *
   * @param records the documents by id; all text columns together are searched
   * @param options options with the weights of BM25
   */
  public static SearchCollection of(ItemSource records, VectorizerOptions options)
      throws IOException {
    return of(records, Vectorizer.fit(records, options));
  }

  /** Reads documents and weights them as other documents were, such as those of a model. */
  public static SearchCollection of(ItemSource records, Vectorizer vectorizer) throws IOException {
    if (!"bm25".equals(vectorizer.recipe().settings().get("weights"))) {
      throw new InvalidInputException(
          "expected documents with the weights of BM25, found the weights "
              + vectorizer.recipe().settings().get("weights"));
    }
    if (vectorizer.featureNames().isEmpty()) {
      throw new InvalidInputException("expected terms with names, found hashed ones");
    }
    List<String> ids = new ArrayList<>();
    List<SparseVector> documents = new ArrayList<>();
    records.forEach(
        record -> {
          ids.add(record.id());
          documents.add(vectorizer.vector(record));
        });
    return new SearchCollection(vectorizer, ids, documents);
  }

  private static int[] tieOrder(List<String> ids) {
    List<ScoredDocument> sorted = new ArrayList<>();
    ids.forEach(id -> sorted.add(new ScoredDocument(id, 0)));
    sorted.sort(ScoredDocument.BEST_FIRST);
    Map<String, Integer> places = new HashMap<>();
    sorted.forEach(document -> places.put(document.id(), places.size()));
    return ids.stream().mapToInt(places::get).toArray();
  }

  private static void forEachFeature(SparseVector vector, IntConsumer consumer) {
    for (int k = 0; k < vector.size(); k++) {
      consumer.accept(vector.index(k));
    }
  }

  /** The number of documents. */
  public int size() {
    return ids.size();
  }

  /** The number of different terms. */
  public int terms() {
    return documentsOf.length;
  }

  /** How texts become vectors. */
  public Vectorizer vectorizer() {
    return vectorizer;
  }

  /** The id of a document. */
  public String id(int document) {
    return ids.get(document);
  }

  /** The ids of all documents. */
  public Set<String> ids() {
    return Collections.unmodifiableSet(numbers.keySet());
  }

  /** The columns of text, which are searched together. */
  public List<String> textColumns() {
    return vectorizer.textColumns();
  }

  /** The number of the document with an id, or -1. */
  public int number(String id) {
    return numbers.getOrDefault(id, -1);
  }

  /** The vectors of the documents, by number. */
  public List<SparseVector> documents() {
    return documents;
  }

  /** The counts of the terms of a text. */
  public SparseVector query(String text) {
    return vectorizer.query(text);
  }

  /** The counts of the terms of a query, and the features that only queries have. */
  public SparseVector query(SearchQuery query) {
    return queryFeatures.added(query(query.text()), query);
  }

  /** The features that queries have and documents do not. */
  QueryFeatures queryFeatures() {
    return queryFeatures;
  }

  /** The number of features of queries: the terms, and what only queries have. */
  int features() {
    return terms() + queryFeatures.names().size();
  }

  /** The name of a term. */
  public String term(int feature) {
    return vectorizer.featureNames().get(feature);
  }

  /** The inverse frequency of a term; 1 for a feature that only queries have. */
  private double inverseFrequency(int feature) {
    return feature < inverseFrequencies.length ? inverseFrequencies[feature] : 1;
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
  SparseVector strongest(SparseVector weights, int count) {
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
    int[] features = new int[count];
    float[] values = new float[count];
    int size = 0;
    for (int k = 0; k < strengths.length && size < count; k++) {
      if (strengths[k] >= least) {
        features[size] = weights.index(k);
        values[size++] = weights.value(k);
      }
    }
    return SparseVector.of(features, values);
  }

  /** The scores of all documents, by number. */
  public double[] scores(SparseVector weights) {
    double[] sums = new double[ids.size()];
    for (int k = 0; k < weights.size() && weights.index(k) < documentsOf.length; k++) {
      int[] having = documentsOf[weights.index(k)];
      float[] values = valuesOf[weights.index(k)];
      double weight = weights.value(k);
      for (int place = 0; place < having.length; place++) {
        sums[having[place]] += weight * values[place];
      }
    }
    return sums;
  }

  /** Whether a document comes before another in a ranking by these scores. */
  boolean isBefore(double[] scores, int one, int another) {
    // in single precision, as trec_eval compares them
    float score = (float) scores[one];
    float anotherScore = (float) scores[another];
    return score != anotherScore ? score > anotherScore : tieOrder[one] < tieOrder[another];
  }

  /** The numbers of the best documents, best first; those with a score of 0 are not found. */
  public int[] best(double[] scores, int count) {
    PriorityQueue<Integer> worstFirst =
        new PriorityQueue<>((one, other) -> isBefore(scores, one, other) ? 1 : -1);
    for (int document = 0; document < scores.length; document++) {
      if (scores[document] == 0) {
        continue;
      }
      if (worstFirst.size() < count) {
        worstFirst.add(document);
      } else if (isBefore(scores, document, worstFirst.peek())) {
        worstFirst.poll();
        worstFirst.add(document);
      }
    }
    int[] best = new int[worstFirst.size()];
    for (int place = best.length - 1; place >= 0; place--) {
      best[place] = worstFirst.poll();
    }
    return best;
  }

  /** The best documents as a ranking; those with a score of 0 are not found. */
  public Ranking ranking(String queryId, double[] scores, int count) {
    List<ScoredDocument> found = new ArrayList<>();
    for (int document : best(scores, count)) {
      found.add(new ScoredDocument(ids.get(document), scores[document]));
    }
    return new Ranking(queryId, found);
  }
}
