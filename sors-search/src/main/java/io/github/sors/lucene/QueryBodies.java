package io.github.sors.lucene;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Weighted terms as the body of a request to a search server.
 *
 * <p>Two kinds of bodies give the same score Σ weight · BM25: those of {@link #elasticsearch} and
 * {@link #solr} look terms up in a text field, which the server scores by BM25; the others multiply
 * the weights with those that a {@link SparseDocuments document} contains.
 *
 * <p>Terms are looked up as they are, without the server analysing them again. All weights have to
 * be positive, as these servers support no others. Without terms a body matches nothing.
 *
 * <p>Threads: any thread may call it. Failures: a weight that is not positive, or a body that is no
 * JSON, throws {@link IllegalArgumentException}, a weight that a server does not take {@link
 * io.github.sors.InvalidInputException}.
 */
public final class QueryBodies {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What Lucene's feature queries take. */
  private static final float LARGEST_FEATURE_WEIGHT = 64;

  private QueryBodies() {}

  /**
   * The body for {@code _search} of Elasticsearch or OpenSearch: a {@code bool} query whose {@code
   * should} clauses are "term" queries with a {@code boost}.
   */
  public static String elasticsearch(String field, List<WeightedTerm> terms, int size) {
    return search(
        size,
        terms,
        anyOf(
            terms,
            term ->
                Map.of(
                    "term", Map.of(field, ordered("value", term.term(), "boost", term.weight())))));
  }

  /**
   * The body for {@code _search} of OpenSearch or Elasticsearch against a {@code rank_features}
   * field: a {@code bool} query of linear "rank_feature" queries.
   */
  public static String rankFeatures(String field, List<WeightedTerm> terms, int size) {
    requireFeatureWeights(terms);
    return search(
        size,
        terms,
        anyOf(
            terms,
            term ->
                Map.of(
                    "rank_feature",
                    ordered(
                        "field",
                        field + "." + SparseDocuments.featureName(term.term()),
                        "boost",
                        term.weight(),
                        "linear",
                        Map.of()))));
  }

  /**
   * The body for {@code _search} of OpenSearch with its plugin neural-search, against a {@code
   * rank_features} field.
   */
  public static String neuralSparse(String field, List<WeightedTerm> terms, int size) {
    return search(
        size,
        terms,
        Map.of("neural_sparse", Map.of(field, Map.of("query_tokens", featureWeights(terms)))));
  }

  /**
   * The body for {@code _search} of Elasticsearch, from 8.15, against a {@code sparse_vector}
   * field. All terms count: newer versions leave out some of them otherwise.
   */
  public static String sparseVector(String field, List<WeightedTerm> terms, int size) {
    return search(
        size,
        terms,
        Map.of(
            "sparse_vector",
            ordered("field", field, "query_vector", featureWeights(terms), "prune", false)));
  }

  /**
   * The body for {@code /query} of Solr, in its JSON query language: a "bool" of "term" parsers,
   * each under a {@code boost}.
   */
  public static String solr(String field, List<WeightedTerm> terms, int limit) {
    Map<String, Object> query =
        anyOf(
            terms,
            term ->
                Map.of(
                    "boost",
                    ordered(
                        "b",
                        Float.toString(term.weight()),
                        "query",
                        Map.of("term", ordered("f", field, "query", term.term())))));
    return json(ordered("limit", limit, "query", terms.isEmpty() ? "-*:*" : query));
  }

  /** A body as one line, for requests that have several. */
  public static String oneLine(String body) {
    try {
      return JSON.readTree(body).toString();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("expected JSON, found " + body, e);
    }
  }

  private static Map<String, Object> anyOf(
      List<WeightedTerm> terms, Function<WeightedTerm, Object> clause) {
    requirePositive(terms);
    return Map.of("bool", ordered("should", terms.stream().map(clause).toList()));
  }

  private static Map<String, Object> featureWeights(List<WeightedTerm> terms) {
    requireFeatureWeights(terms);
    Map<String, Object> weights = new LinkedHashMap<>();
    terms.forEach(term -> weights.put(SparseDocuments.featureName(term.term()), term.weight()));
    return weights;
  }

  private static void requirePositive(List<WeightedTerm> terms) {
    for (WeightedTerm term : terms) {
      if (!(term.weight() > 0)) {
        throw new IllegalArgumentException("expected a positive weight, found " + term);
      }
    }
  }

  private static void requireFeatureWeights(List<WeightedTerm> terms) {
    requirePositive(terms);
    for (WeightedTerm term : terms) {
      if (term.weight() > LARGEST_FEATURE_WEIGHT) {
        throw new InvalidInputException(
            "expected weights of at most "
                + LARGEST_FEATURE_WEIGHT
                + ", which is what feature fields take, found "
                + term.weight()
                + " for '"
                + term.term()
                + "'");
      }
    }
  }

  private static String search(int size, List<WeightedTerm> terms, Map<String, Object> query) {
    // a bool query without clauses would match everything
    Map<String, Object> asked = terms.isEmpty() ? Map.of("match_none", Map.of()) : query;
    return json(ordered("size", size, "query", asked));
  }

  /** A map that keeps its order, so that the same query is the same text. */
  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int k = 0; k < namesAndValues.length; k += 2) {
      map.put((String) namesAndValues[k], namesAndValues[k + 1]);
    }
    return map;
  }

  private static String json(Map<String, Object> body) {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a query that is no JSON: " + body, e);
    }
  }
}
