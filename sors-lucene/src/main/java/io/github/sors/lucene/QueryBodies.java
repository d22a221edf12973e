package io.github.sors.lucene;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A learnt expansion as the body of a request to a search server.
 *
 * <p>Terms are looked up as they are, without the server analysing them again. Terms of negative
 * weight have to be left out before, as these servers know no negative boosts.
 */
public final class QueryBodies {

  private static final ObjectMapper JSON = new ObjectMapper();

  private QueryBodies() {}

  /**
   * The body for {@code _search} of Elasticsearch or OpenSearch: a {@code bool} query whose {@code
   * should} clauses are "term" queries with a {@code boost}.
   */
  public static String elasticsearch(String field, List<WeightedTerm> terms, int size) {
    List<Object> clauses = new ArrayList<>();
    for (WeightedTerm term : positive(terms)) {
      clauses.add(
          Map.of("term", Map.of(field, ordered("value", term.term(), "boost", term.weight()))));
    }
    return json(ordered("size", size, "query", Map.of("bool", ordered("should", clauses))));
  }

  /**
   * The body for {@code /query} of Solr, in its JSON query language: a "bool" of "term" parsers,
   * each under a {@code boost}.
   */
  public static String solr(String field, List<WeightedTerm> terms, int limit) {
    List<Object> clauses = new ArrayList<>();
    for (WeightedTerm term : positive(terms)) {
      Map<String, Object> one = Map.of("term", ordered("f", field, "query", term.term()));
      String boost = Float.toString(term.weight());
      clauses.add(Map.of("boost", ordered("b", boost, "query", one)));
    }
    return json(ordered("limit", limit, "query", Map.of("bool", ordered("should", clauses))));
  }

  private static List<WeightedTerm> positive(List<WeightedTerm> terms) {
    for (WeightedTerm term : terms) {
      if (!(term.weight() > 0)) {
        throw new IllegalArgumentException("expected a positive weight, found " + term);
      }
    }
    return terms;
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
