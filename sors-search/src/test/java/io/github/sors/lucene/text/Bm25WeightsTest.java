package io.github.sors.lucene.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.FeatureRecipe;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.QueryBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Bm25WeightsTest {

  private static final int DOCUMENTS = 300;

  private static Item record(String id, String title, String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("title", title);
    fields.put("text", text);
    return new Item(id, "", fields);
  }

  /** Lengths from 0 to far beyond what a byte can store exactly; one document has no term. */
  private static List<Item> documents() {
    Random random = new Random(18);
    List<Item> documents = new ArrayList<>();
    documents.add(record("0", "", "the of and"));
    for (int k = 1; k < DOCUMENTS; k++) {
      documents.add(
          record(Integer.toString(k), words(random, 1 + k % 4), words(random, k * k / 200)));
    }
    return documents;
  }

  private static String words(Random random, int number) {
    StringBuilder words = new StringBuilder();
    for (int k = 0; k < number; k++) {
      // frequent and rare ones
      words.append("word").append((int) Math.abs(random.nextGaussian() * 30)).append(' ');
    }
    return words.toString();
  }

  @ParameterizedTest
  @CsvSource({"1.2, 0.75", "0.9, 0.4", "2, 0", "0, 0.75"})
  void scoresAreThoseOfLucene(double k1, double b) throws IOException {
    List<Item> documents = documents();
    Vectorizer fitted =
        Vectorizer.fit(ItemSource.of(documents), VectorizerOptions.BM25.withParameters(k1, b));
    Vectorizer restored = Vectorizer.restore(fitted.recipe(), fitted.featureNames());
    BM25Similarity similarity = new BM25Similarity((float) k1, (float) b);
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    try (IndexWriter writer =
        new IndexWriter(
            directory, new IndexWriterConfig(fitted.analyzer()).setSimilarity(similarity))) {
      for (Item document : documents) {
        Document stored = new Document();
        stored.add(
            new TextField("body", String.join(" ", document.fields().values()), Field.Store.NO));
        writer.addDocument(stored);
      }
    }
    IndexSearcher searcher = new IndexSearcher(DirectoryReader.open(directory));
    searcher.setSimilarity(similarity);
    Random random = new Random(19);
    for (int k = 0; k < 50; k++) {
      String text = words(random, 1 + k % 9) + " word1 word1 unknown";
      Query query = new QueryBuilder(fitted.analyzer()).createBooleanQuery("body", text);
      float[] expected = new float[DOCUMENTS];
      for (ScoreDoc hit : searcher.search(query, DOCUMENTS).scoreDocs) {
        expected[hit.doc] = hit.score;
      }
      for (int document = 0; document < DOCUMENTS; document++) {
        double score = restored.query(text).dot(restored.vector(documents.get(document)));
        assertThat(score).isCloseTo(expected[document], within(1e-5 * (1 + expected[document])));
      }
    }
  }

  @Test
  void aQueryHasTheCountsOfItsTerms() throws IOException {
    Vectorizer vectorizer =
        Vectorizer.fit(
            ItemSource.of(List.of(record("1", "cats", "dogs"), record("2", "birds", "cats"))),
            VectorizerOptions.BM25);
    // title and text are one field
    assertThat(vectorizer.featureNames()).containsExactly("bird", "cat", "dog");
    assertThat(vectorizer.query("cats and a cat, dogs, fish"))
        .isEqualTo(SparseVector.ofDense(0, 2, 1));
    assertThat(vectorizer.recipe().settings())
        .containsEntry("weights", "bm25")
        .containsEntry("averageLength", "2.0");
  }

  @Test
  void whatIsNotBm25IsRefused() {
    assertThatThrownBy(() -> VectorizerOptions.BM25.withParameters(-1, 0.5))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected a k1 of at least 0, found -1.0");
    assertThatThrownBy(() -> VectorizerOptions.BM25.withParameters(1, 1.5))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected a b from 0 to 1, found 1.5");
    assertThatThrownBy(
            () -> VectorizerOptions.BM25.withColumns(List.of(), List.of("colour"), List.of()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("leave out the columns of categories");
    assertThatThrownBy(
            () ->
                new VectorizerOptions(
                    "english", Weighting.BM25, true, 1, 1, 0, List.of(), List.of(), List.of(), 10))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("not brought to unit length");
  }

  @Test
  void aDamagedRecipeIsRefused() throws IOException {
    Vectorizer vectorizer = Vectorizer.fit(ItemSource.of(documents()), VectorizerOptions.BM25);
    Map<String, String> settings = new TreeMap<>(vectorizer.recipe().settings());
    settings.put("averageLength", "long");
    FeatureRecipe damaged = new FeatureRecipe(settings, vectorizer.recipe().weights());
    assertThatThrownBy(() -> Vectorizer.restore(damaged, vectorizer.featureNames()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(
            "expected a number as 'averageLength' in the recipe of the vectors, found 'long'");
  }
}
