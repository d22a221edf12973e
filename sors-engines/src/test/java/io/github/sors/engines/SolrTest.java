package io.github.sors.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.sors.data.record.TextRecord;
import io.github.sors.lucene.QueryBodies;
import io.github.sors.lucene.WeightedTerm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.embedded.EmbeddedSolrServer;
import org.apache.solr.client.solrj.request.QueryRequest;
import org.apache.solr.client.solrj.request.RequestWriter;
import org.apache.solr.common.SolrDocument;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Solr, embedded, answers the printed bodies in the same order as Lucene. */
class SolrTest {

  private static final int ALL = 5000;

  @TempDir static Path home;

  private static EmbeddedSolrServer server;

  @BeforeAll
  static void start() throws IOException {
    Files.writeString(home.resolve("solr.xml"), "<solr/>");
    for (String core : List.of("generated", "cran")) {
      Path conf = Files.createDirectories(home.resolve(core).resolve("conf"));
      Files.writeString(conf.resolveSibling("core.properties"), "name=" + core);
      Files.writeString(conf.resolve("solrconfig.xml"), Snippets.SOLRCONFIG);
      Files.writeString(conf.resolve("schema.xml"), Snippets.SCHEMA);
    }
    server = new EmbeddedSolrServer(home, "generated");
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  private static List<Hit> search(Collection collection, String body)
      throws IOException, SolrServerException {
    ModifiableSolrParams fields = new ModifiableSolrParams();
    fields.set("fl", "id,score");
    QueryRequest request =
        new QueryRequest(fields, SolrRequest.METHOD.POST) {
          @Override
          public RequestWriter.ContentWriter getContentWriter(String expectedType) {
            return new RequestWriter.StringPayloadContentWriter(body, "application/json");
          }
        };
    request.setPath("/query");
    List<Hit> hits = new ArrayList<>();
    for (SolrDocument hit : request.process(server, collection.name()).getResults()) {
      hits.add(new Hit((String) hit.get("id"), (Float) hit.get("score")));
    }
    return Hit.ranked(hits);
  }

  private static void compare(Collection collection) throws IOException, SolrServerException {
    for (TextRecord row : collection.documents()) {
      SolrInputDocument document = new SolrInputDocument();
      document.addField("id", row.name());
      document.addField("text", String.join("\n", row.fields().values()));
      server.add(collection.name(), document);
    }
    server.commit(collection.name());
    LuceneRanking texts = LuceneRanking.ofTexts(collection.documents());
    for (Map.Entry<String, List<WeightedTerm>> query : collection.fusedQueries().entrySet()) {
      List<Hit> found = search(collection, QueryBodies.solr("text", query.getValue(), ALL));
      Hit.requireSameOrder(query.getKey(), found, texts.ofTerms(query.getValue()), 1);
      assertThat(found).isNotEmpty();
    }
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
