package io.github.sors.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bodies are what the servers document; the module sors-engines sends them to servers. */
class QueryBodiesTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<WeightedTerm> TERMS =
      List.of(new WeightedTerm("espresso \"x\"", 2), new WeightedTerm("3.5%", 0.1f));

  private static void assertSameJson(String body, String expected) throws JsonProcessingException {
    assertThat(JSON.readTree(body)).isEqualTo(JSON.readTree(expected));
  }

  @Test
  void elasticsearchAndOpenSearchGetBoostedTerms() throws JsonProcessingException {
    assertSameJson(
        QueryBodies.elasticsearch("body", TERMS, 5),
        """
        {"size": 5, "query": {"bool": {"should": [
          {"term": {"body": {"value": "espresso \\"x\\"", "boost": 2.0}}},
          {"term": {"body": {"value": "3.5%", "boost": 0.1}}}]}}}
        """);
  }

  @Test
  void solrGetsBoostsAroundTerms() throws JsonProcessingException {
    assertSameJson(
        QueryBodies.solr("body", TERMS, 5),
        """
        {"limit": 5, "query": {"bool": {"should": [
          {"boost": {"b": "2.0", "query": {"term": {"f": "body", "query": "espresso \\"x\\""}}}},
          {"boost": {"b": "0.1", "query": {"term": {"f": "body", "query": "3.5%"}}}}]}}}
        """);
  }

  @Test
  void featureFieldsGetNamesWithoutDots() throws JsonProcessingException {
    assertSameJson(
        QueryBodies.rankFeatures("w", TERMS, 5),
        """
        {"size": 5, "query": {"bool": {"should": [
          {"rank_feature": {"field": "w.espresso \\"x\\"", "boost": 2.0, "linear": {}}},
          {"rank_feature": {"field": "w.3%2E5%25", "boost": 0.1, "linear": {}}}]}}}
        """);
    assertSameJson(
        QueryBodies.neuralSparse("w", TERMS, 5),
        """
        {"size": 5, "query": {"neural_sparse": {"w": {
          "query_tokens": {"espresso \\"x\\"": 2.0, "3%2E5%25": 0.1}}}}}
        """);
    assertSameJson(
        QueryBodies.sparseVector("w", TERMS, 5),
        """
        {"size": 5, "query": {"sparse_vector": {"field": "w",
          "query_vector": {"espresso \\"x\\"": 2.0, "3%2E5%25": 0.1}, "prune": false}}}
        """);
  }

  @Test
  void weightsThatNoServerTakesAreRefused() {
    List<WeightedTerm> negative = List.of(new WeightedTerm("x", -1));
    assertThatThrownBy(() -> QueryBodies.solr("f", negative, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> QueryBodies.neuralSparse("f", negative, 1))
        .isInstanceOf(IllegalArgumentException.class);
    List<WeightedTerm> large = List.of(new WeightedTerm("x", 65));
    assertThatThrownBy(() -> QueryBodies.sparseVector("f", large, 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "expected weights of at most 64.0, which is what feature fields take, found 65.0 for"
                + " 'x'");
    assertThat(QueryBodies.elasticsearch("f", large, 1)).contains("65.0");
  }

  @Test
  void withoutTermsNothingIsAskedFor() throws JsonProcessingException {
    String nothing = "{\"size\": 5, \"query\": {\"match_none\": {}}}";
    assertSameJson(QueryBodies.elasticsearch("f", List.of(), 5), nothing);
    assertSameJson(QueryBodies.rankFeatures("f", List.of(), 5), nothing);
    assertSameJson(QueryBodies.neuralSparse("f", List.of(), 5), nothing);
    assertSameJson(QueryBodies.sparseVector("f", List.of(), 5), nothing);
    assertSameJson(QueryBodies.solr("f", List.of(), 5), "{\"limit\": 5, \"query\": \"-*:*\"}");
  }

  @Test
  void aBodyFitsOnOneLine() throws JsonProcessingException {
    String body = QueryBodies.neuralSparse("body", TERMS, 5);
    assertThat(QueryBodies.oneLine(body)).hasLineCount(1);
    assertSameJson(QueryBodies.oneLine(body), body);
    assertThatThrownBy(() -> QueryBodies.oneLine("{")).isInstanceOf(IllegalArgumentException.class);
  }
}
