package io.github.sors.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.lucene.QueryBodies;
import io.github.sors.lucene.SparseDocuments;
import io.github.sors.lucene.WeightedTerm;
import io.github.sors.lucene.text.VectorizerOptions;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.codelibs.opensearch.runner.OpenSearchRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opensearch.http.HttpServerTransport;

/** An OpenSearch node answers the printed bodies, over HTTP, in the same order as Lucene. */
class OpenSearchTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ALL = 5000;

  /** OpenSearch, as Elasticsearch, keeps the factor k1 + 1 of BM25 that Lucene has dropped. */
  private static final double BM25_FACTOR = 2.2;

  @TempDir static Path folder;

  private static OpenSearchRunner runner;
  private static URI server;
  private static HttpClient client;

  @BeforeAll
  static void start() throws Exception {
    runner = new OpenSearchRunner();
    runner.onBuild(
        (number, settings) -> {
          settings.put("network.host", "127.0.0.1");
          settings.put("http.port", "0");
          settings.put("transport.port", "0");
          settings.put("discovery.type", "single-node");
          settings.put("logger.level", "error");
          // a full disk is no reason not to index a few hundred texts
          settings.put("cluster.routing.allocation.disk.threshold_enabled", "false");
        });
    runner.build(
        OpenSearchRunner.newConfigs()
            .basePath(folder.toString())
            .numOfNode(1)
            .moduleTypes(
                "org.opensearch.analysis.common.CommonAnalysisPlugin,"
                    + "org.opensearch.index.mapper.MapperExtrasPlugin,"
                    + "org.opensearch.transport.Netty4Plugin"));
    int port =
        runner
            .node()
            .injector()
            .getInstance(HttpServerTransport.class)
            .boundAddress()
            .publishAddress()
            .getPort();
    server = URI.create("http://127.0.0.1:" + port + "/");
    client = HttpClient.newHttpClient();
  }

  @AfterAll
  static void stop() throws IOException {
    if (runner != null) {
      runner.close();
    }
  }

  private static JsonNode send(String method, String path, String type, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server.resolve(path))
            .header("Content-Type", type)
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
    return JSON.readTree(answer.body());
  }

  /**
   * Creates the index as docs/how-to/search-engines.md says, and returns the weights that were
   * sent.
   */
  private static Map<String, Map<String, Float>> index(Collection collection)
      throws IOException, InterruptedException {
    send("PUT", collection.name(), "application/json", Documented.json("opensearch: mapping"));
    StringWriter bulk = new StringWriter();
    new SparseDocuments(collection.source(), VectorizerOptions.BM25, "text", "weights")
        .writeBulk(bulk);
    String path = collection.name() + "/_bulk?refresh=true";
    JsonNode answer = send("POST", path, "application/x-ndjson", bulk.toString());
    assertThat(answer.get("errors").booleanValue()).as(answer.toString()).isFalse();
    Map<String, Map<String, Float>> weights = new LinkedHashMap<>();
    for (String line : bulk.toString().split("\n", -1)) {
      JsonNode document = JSON.readTree(line);
      if (document.has("weights")) {
        Map<String, Float> ofOne = new LinkedHashMap<>();
        document
            .get("weights")
            .properties()
            .forEach(entry -> ofOne.put(entry.getKey(), entry.getValue().floatValue()));
        weights.put(document.get("id").textValue(), ofOne);
      }
    }
    return weights;
  }

  private static List<Hit> search(Collection collection, String body)
      throws IOException, InterruptedException {
    JsonNode answer =
        send("POST", collection.name() + "/_search?_source=false", "application/json", body);
    assertThat(answer.at("/_shards/failed").intValue()).as(answer.toString()).isZero();
    List<Hit> hits = new ArrayList<>();
    for (JsonNode hit : answer.at("/hits/hits")) {
      hits.add(new Hit(hit.get("_id").textValue(), hit.get("_score").floatValue()));
    }
    return Hit.ranked(hits);
  }

  private static void compare(Collection collection) throws IOException, InterruptedException {
    Map<String, Map<String, Float>> weights = index(collection);
    assertThat(weights).hasSize(collection.documents().size());
    LuceneRanking texts = LuceneRanking.ofTexts(collection.documents());
    LuceneRanking features = LuceneRanking.ofWeights(weights);
    for (Map.Entry<String, List<WeightedTerm>> query : collection.fusedQueries().entrySet()) {
      List<WeightedTerm> terms = query.getValue();
      List<Hit> expected = texts.ofTerms(terms);
      List<Hit> hits = search(collection, QueryBodies.elasticsearch("text", terms, ALL));
      Hit.requireSameOrder(query.getKey(), hits, expected, BM25_FACTOR);

      List<WeightedTerm> named =
          terms.stream()
              .map(t -> new WeightedTerm(SparseDocuments.featureName(t.term()), t.weight()))
              .toList();
      List<Hit> found = search(collection, QueryBodies.rankFeatures("weights", terms, ALL));
      assertThat(found).as(query.getKey()).isEqualTo(features.ofFeatures(named));
      // the same documents, scored as BM25 does but for the bits that the field drops
      Map<String, Hit> byId =
          expected.stream().collect(Collectors.toMap(Hit::id, Function.identity()));
      assertThat(found).hasSameSizeAs(expected);
      for (Hit hit : found) {
        double exact = byId.get(hit.id()).score();
        assertThat((double) hit.score()).isCloseTo(exact, within(0.002 * exact));
      }
    }
  }

  @Test
  void answersAsLuceneDoes() throws IOException, InterruptedException {
    compare(Collection.generated());
  }

  @Test
  void answersAsLuceneDoesOnCranfield() throws IOException, InterruptedException {
    Collection cranfield = Collection.published("cran");
    assumeTrue(cranfield != null, "SORS_DATA names no folder with ir/cran");
    compare(cranfield);
  }

  @Test
  void answersWhatTheDocumentsShow() throws IOException, InterruptedException {
    Collection drinks = new Collection("drinks", Documented.records(), List.of());
    assertThat(drinks.documents()).hasSize(7);
    index(drinks);
    String path = "drinks/_search?filter_path=hits.hits._id,hits.hits._score";
    assertThat(search(drinks, QueryBodies.elasticsearch("text", List.of(), ALL))).isEmpty();
    List<WeightedTerm> most = Collection.asManyTermsAsPossible("coffe");
    assertThat(search(drinks, QueryBodies.elasticsearch("text", most, ALL))).hasSize(2);
    assertThat(search(drinks, QueryBodies.rankFeatures("weights", most, ALL))).hasSize(2);
    assertThat(send("POST", path, "application/json", Documented.body("opensearch")))
        .isEqualTo(JSON.readTree(Documented.json("opensearch: answer")));
    assertThat(send("POST", path, "application/json", Documented.body("rank-features")))
        .isEqualTo(JSON.readTree(Documented.json("opensearch: answer to rank-features")));
  }
}
