package io.github.sors.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.InvalidInputException;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import io.github.sors.lucene.text.VectorizerOptions;
import java.io.IOException;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.junit.jupiter.api.Test;

class SparseDocumentsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static List<String> bulk(List<Item> rows, VectorizerOptions options) throws IOException {
    StringWriter out = new StringWriter();
    SparseDocuments documents =
        new SparseDocuments(ItemSource.of(rows), options, "body", "weights");
    assertThat(documents.writeBulk(out)).isEqualTo(rows.size());
    assertThat(out.toString()).endsWith("\n");
    return out.toString().lines().toList();
  }

  private static Item row(String id, String title, String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("title", title);
    fields.put("text", text);
    return new Item(id, "", fields);
  }

  @Test
  void theWeightsAreTheScoresOfLucene() throws IOException {
    List<Item> rows =
        List.of(
            row("a", "Heated wings", "The wing flows at 3.14 and 50% of it"),
            row("b", "Flows", "flowing, flowed, flow"),
            row("c", "", "the of"));
    List<String> lines = bulk(rows, VectorizerOptions.BM25);
    assertThat(lines).hasSize(6);
    assertThat(lines.get(0)).isEqualTo("{\"index\":{\"_id\":\"a\"}}");
    JsonNode first = JSON.readTree(lines.get(1));
    assertThat(first.get("id").textValue()).isEqualTo("a");
    assertThat(first.get("body").textValue())
        .isEqualTo("Heated wings\nThe wing flows at 3.14 and 50% of it");
    assertThat(first.get("weights").has("3%2E14")).isTrue();
    assertThat(JSON.readTree(lines.get(5)).get("weights")).isEmpty();

    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    try (IndexWriter writer =
        new IndexWriter(directory, new IndexWriterConfig(new EnglishAnalyzer()))) {
      for (Item row : rows) {
        Document document = new Document();
        String text = String.join("\n", row.fields().values());
        document.add(new TextField("body", text, Field.Store.NO));
        writer.addDocument(document);
      }
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      for (String term : List.of("heat", "wing", "flow", "3.14", "50")) {
        Query query = LearntExpansion.query("body", List.of(new WeightedTerm(term, 1)));
        ScoreDoc[] found = searcher.search(query, 9).scoreDocs;
        assertThat(found).as(term).isNotEmpty();
        for (ScoreDoc hit : found) {
          JsonNode weights = JSON.readTree(lines.get(2 * hit.doc + 1)).get("weights");
          assertThat(weights.get(SparseDocuments.featureName(term)).doubleValue())
              .as(term)
              .isCloseTo(hit.score, within(0.002 * hit.score));
        }
      }
    }
  }

  @Test
  void columnsCanBeLeftOut() throws IOException {
    VectorizerOptions titles =
        VectorizerOptions.BM25.withColumns(List.of("title"), List.of(), List.of());
    JsonNode document = JSON.readTree(bulk(List.of(row("a", "Wings", "flow")), titles).get(1));
    assertThat(document.get("body").textValue()).isEqualTo("Wings");
    assertThat(document.get("weights").has("flow")).isFalse();
  }

  @Test
  void whatIsWrittenIsWhatAFieldStores() throws IOException {
    Random random = new Random(7);
    for (int k = 0; k < 200; k++) {
      float weight = (float) Math.exp(4 * random.nextGaussian());
      float stored = SparseDocuments.stored(weight);
      assertThat(stored).isCloseTo(weight, within(weight / 512));
      ByteBuffersDirectory directory = new ByteBuffersDirectory();
      try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
        Document document = new Document();
        document.add(new FeatureField("weights", "x", stored));
        writer.addDocument(document);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        Query query = FeatureField.newLinearQuery("weights", "x", 1);
        assertThat(new IndexSearcher(reader).search(query, 1).scoreDocs[0].score).isEqualTo(stored);
      }
    }
  }

  @Test
  void anIdThatIsThereTwiceIsRefused() throws IOException {
    List<Item> rows = List.of(row("a", "x", ""), row("a", "y", ""));
    assertThatThrownBy(() -> bulk(rows, VectorizerOptions.BM25))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected documents with ids of their own, found 'a' twice");
  }
}
