package io.github.sors.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.data.item.Item;
import io.github.sors.lucene.QueryBodies;
import io.github.sors.lucene.WeightedTerm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.embedded.EmbeddedSolrServer;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrDocumentList;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.params.SolrParams;
import org.apache.solr.common.util.NamedList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Solr, embedded, answers the printed bodies in the same order as Lucene. */
class SolrTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int ALL = 5000;

  @TempDir static Path home;

  private static EmbeddedSolrServer server;

  @BeforeAll
  static void start() throws IOException {
    Files.writeString(home.resolve("solr.xml"), "<solr/>");
    for (String core : List.of("generated", "cran", "drinks")) {
      Path conf = Files.createDirectories(home.resolve(core).resolve("conf"));
      Files.writeString(conf.resolveSibling("core.properties"), "name=" + core);
      Files.writeString(
          conf.resolve("solrconfig.xml"),
          """
          <config>
            <luceneMatchVersion>9.12</luceneMatchVersion>
            <requestHandler name="/query" class="solr.SearchHandler"/>
          </config>
          """);
      Files.writeString(
          conf.resolve("managed-schema.xml"),
          """
          <schema name="empty" version="1.6">
            <uniqueKey>id</uniqueKey>
            <fieldType name="string" class="solr.StrField"/>
            <field name="id" type="string" required="true"/>
          </schema>
          """);
    }
    server = new EmbeddedSolrServer(home, "generated");
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  private static NamedList<Object> send(
      String core, String path, Map<String, String[]> parameters, String body)
      throws IOException, SolrServerException {
    SolrParams query = new ModifiableSolrParams(parameters);
    GenericSolrRequest request = new GenericSolrRequest(SolrRequest.METHOD.POST, path, query);
    request.withContent(body.getBytes(StandardCharsets.UTF_8), "application/json");
    return server.request(request, core);
  }

  private static List<Hit> search(String core, String body)
      throws IOException, SolrServerException {
    NamedList<Object> answer = send(core, "/query", Map.of("fl", new String[] {"id,score"}), body);
    List<Hit> hits = new ArrayList<>();
    for (SolrDocument hit : (SolrDocumentList) answer.get("response")) {
      hits.add(new Hit((String) hit.get("id"), (Float) hit.get("score")));
    }
    return hits;
  }

  /** Creates the field as docs/how-to/search-engines.md says, and adds documents. */
  private static void index(String core, String jsonLines) throws IOException, SolrServerException {
    send(core, "/schema", Map.of(), Documented.json("solr: schema"));
    Map<String, String[]> fields =
        Map.of(
            "commit", new String[] {"true"},
            "f", new String[] {"id:/id", "text:/text"});
    send(core, "/update/json/docs", fields, jsonLines);
  }

  private static void compare(Collection collection) throws IOException, SolrServerException {
    StringBuilder lines = new StringBuilder();
    for (Item row : collection.documents()) {
      String text = String.join("\n", row.fields().values());
      lines.append(JSON.writeValueAsString(Map.of("id", row.id(), "text", text))).append('\n');
    }
    index(collection.name(), lines.toString());
    LuceneRanking texts = LuceneRanking.ofTexts(collection.documents());
    for (Map.Entry<String, List<WeightedTerm>> query : collection.fusedQueries().entrySet()) {
      String body = QueryBodies.solr("text", query.getValue(), ALL);
      List<Hit> found = Hit.ranked(search(collection.name(), body));
      Hit.requireSameOrder(query.getKey(), found, texts.ofTerms(query.getValue()), 1);
    }
  }

  @Test
  void answersWhatTheDocumentsShow() throws IOException, SolrServerException {
    index("drinks", Documented.documents());
    assertThat(search("drinks", QueryBodies.solr("text", List.of(), ALL))).isEmpty();
    List<WeightedTerm> most = Collection.asManyTermsAsPossible("coffe");
    assertThat(search("drinks", QueryBodies.solr("text", most, ALL))).hasSize(2);
    List<Hit> shown = new ArrayList<>();
    for (JsonNode hit : JSON.readTree(Documented.json("solr: answer")).at("/response/docs")) {
      shown.add(new Hit(hit.get("id").textValue(), hit.get("score").floatValue()));
    }
    assertThat(search("drinks", Documented.body("solr"))).isEqualTo(shown);
  }

  @Test
  void answersAsLuceneDoes() throws IOException, SolrServerException {
    compare(Collection.generated());
  }

  @Test
  void answersAsLuceneDoesOnCranfield() throws IOException, SolrServerException {
    Collection cranfield = Collection.published("cran");
    assumeTrue(cranfield != null, "SORS_DATA names no folder with ir/cran");
    compare(cranfield);
  }
}
