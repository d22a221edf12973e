package io.github.sors.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.item.Item;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexedItem;
import io.github.sors.index.VectorIndex;
import io.github.sors.index.WeightedQuery;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.lucene.text.Weighting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.FSDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LuceneBridgeTest {

  private static final VectorizerOptions OPTIONS =
      new VectorizerOptions(
          "standard", Weighting.COUNT, false, 1, 1, 0, List.of(), List.of(), List.of(), 10);

  /** Features coffee, espresso, tea; coffee looks for espresso as well and against tea. */
  private static BilinearModel model() throws IOException {
    Vectorizer vectorizer =
        Vectorizer.fit(
            consumer -> consumer.accept(Item.ofText("t", "", "coffee espresso tea")), OPTIONS);
    return BilinearModel.ofRows(
            3, 3, new long[] {0, 3, 4, 5}, new int[] {0, 1, 2, 1, 2}, new float[] {1, 2, -3, 1, 1})
        .withFeatureNames(vectorizer.featureNames())
        .withRecipe(vectorizer.recipe());
  }

  @Test
  void aQueryIsExpandedByWhatWasLearnt() throws IOException {
    LearntExpansion expansion = new LearntExpansion(model());
    assertThat(expansion.terms("Coffee!", 10))
        .containsExactly(
            new WeightedTerm("tea", -3),
            new WeightedTerm("espresso", 2),
            new WeightedTerm("coffee", 1));
    assertThat(expansion.terms("Coffee!", 1)).containsExactly(new WeightedTerm("tea", -3));
    assertThat(expansion.positiveTerms("coffee", 1))
        .containsExactly(new WeightedTerm("espresso", 2));
    assertThat(expansion.terms("unknown", 10)).isEmpty();
  }

  @Test
  void theExpansionSearchesATextFieldThatIsThereAlready() throws IOException {
    LearntExpansion expansion = new LearntExpansion(model());
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    try (IndexWriter writer =
        new IndexWriter(directory, new IndexWriterConfig(expansion.analyzer()))) {
      for (String text : List.of("tea", "an espresso", "black tea and coffee", "cake")) {
        Document document = new Document();
        document.add(new TextField("body", text, Field.Store.YES));
        writer.addDocument(document);
      }
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      IndexSearcher searcher = new IndexSearcher(reader);
      Query query = LearntExpansion.query("body", expansion.positiveTerms("coffee", 10));
      assertThat(bodies(searcher, query)).containsExactly("an espresso", "black tea and coffee");
      Query both =
          new BooleanQuery.Builder()
              .add(query, BooleanClause.Occur.MUST)
              .add(new TermQuery(new Term("body", "tea")), BooleanClause.Occur.FILTER)
              .build();
      assertThat(bodies(searcher, both)).containsExactly("black tea and coffee");
      assertThat(bodies(searcher, LearntExpansion.query("body", List.of()))).isEmpty();
    }
  }

  @Test
  void anIndexOnDiskIsSearchedByName(@TempDir Path folder) throws IOException {
    LearntExpansion expansion = new LearntExpansion(model());
    try (FSDirectory directory = FSDirectory.open(folder.resolve("lucene"));
        IndexWriter writer =
            new IndexWriter(directory, new IndexWriterConfig(expansion.analyzer()))) {
      for (String text : List.of("coffee", "espresso", "cake")) {
        Document document = new Document();
        document.add(new TextField("body", text, Field.Store.NO));
        if (!text.equals("coffee")) {
          document.add(new StringField("id", "the " + text, Field.Store.YES));
        }
        writer.addDocument(document);
      }
    }
    Path index = folder.resolve("lucene");
    List<WeightedTerm> terms = expansion.positiveTerms("coffee", 9);
    assertThat(TextIndexSearch.search(index, "body", "id", terms, 5))
        .extracting(TextIndexSearch.TextHit::name)
        .containsExactly("the espresso", "#0");
    assertThatThrownBy(() -> TextIndexSearch.search(index, "text", "id", terms, 5))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(index + " has no indexed field 'text': name its text field");
    assertThatThrownBy(() -> TextIndexSearch.search(folder, "body", "id", terms, 5))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(folder + " holds no Lucene index");
    List<WeightedTerm> tooMany = Collections.nCopies(1025, new WeightedTerm("x", 1));
    assertThatThrownBy(() -> TextIndexSearch.search(index, "body", "id", tooMany, 5))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("expected at most 1024 terms, found 1025: use a smaller budget");
  }

  private static List<String> bodies(IndexSearcher searcher, Query query) throws IOException {
    List<String> bodies = new ArrayList<>();
    for (ScoreDoc hit : searcher.search(query, 10).scoreDocs) {
      bodies.add(searcher.storedFields().document(hit.doc).get("body"));
    }
    return bodies;
  }

  @Test
  void aModelOfHashedFeaturesOrWithoutARecipeIsRefused() throws IOException {
    BilinearModel plain =
        BilinearModel.ofRows(1, 1, new long[] {0, 1}, new int[] {0}, new float[] {1});
    assertThatThrownBy(() -> new LearntExpansion(plain))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("no recipe");
    Vectorizer hashed =
        Vectorizer.fit(
            consumer -> consumer.accept(Item.ofText("t", "", "tea")), OPTIONS.withHashBits(4));
    assertThatThrownBy(() -> new LearntExpansion(plain.withRecipe(hashed.recipe())))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("hashed features");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theExactModeEqualsTheIndexWhereAllAreCandidates(long seed) throws IOException {
    Random random = new Random(seed);
    List<IndexedItem> items = new ArrayList<>();
    for (int k = 0; k < 300; k++) {
      items.add(new IndexedItem("item " + k, vector(random, 40), "label " + k % 3));
    }
    VectorIndex index = new VectorIndex();
    index.putAll(items);
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (int k = 0; k < items.size(); k++) {
        writer.addDocument(VectorDocuments.of(items.get(k)));
        if (k % 100 == 99) {
          writer.commit();
        }
      }
    }
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      VectorSearcher all = new VectorSearcher(new IndexSearcher(reader), 300);
      VectorSearcher some = new VectorSearcher(new IndexSearcher(reader), 100);
      for (int k = 0; k < 20; k++) {
        WeightedQuery query = WeightedQuery.of(vector(random, 40));
        List<IndexHit> expected = index.search(query, 10);
        assertThat(all.search(query, 10)).as("seed %d", seed).isEqualTo(expected);
        List<IndexHit> found = some.search(query, 10);
        assertThat(found).hasSize(10);
        for (IndexHit hit : found) {
          IndexedItem item = index.view().get(hit.id()).orElseThrow();
          assertThat(hit.score()).isCloseTo(query.score(item.vector()), within(1e-12));
        }
      }
      Query ofOneLabel = new TermQuery(new Term(VectorDocuments.LABEL, "label 1"));
      assertThat(all.search(WeightedQuery.of(vector(random, 40)), 300, ofOneLabel))
          .hasSize(100)
          .allMatch(hit -> hit.label().equals("label 1"));
      assertThatThrownBy(() -> some.search(WeightedQuery.of(vector(random, 40)), 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("expected at least 1 hit to return, found 0");
    }
  }

  private static SparseVector vector(Random random, int dimension) {
    float[] values = new float[dimension];
    for (int j = 0; j < dimension; j++) {
      values[j] = random.nextInt(4) == 0 ? random.nextInt(9) - 4 : 0;
    }
    return SparseVector.ofDense(values);
  }

  @Test
  void theExperimentPrefersWhatWasLearntWhereWordsDiffer() throws IOException {
    // titles never share a word with other texts of their class, but the model knows the words
    List<String> words = Arrays.asList("coffee", "espresso", "tea", "sencha");
    Vectorizer vectorizer =
        Vectorizer.fit(
            consumer -> consumer.accept(Item.ofText("t", "", String.join(" ", words))), OPTIONS);
    // coffee and espresso look for each other, and so do sencha and tea; numbered by the alphabet
    BilinearModel model =
        BilinearModel.ofRows(
                4, 4, new long[] {0, 1, 2, 3, 4}, new int[] {1, 0, 3, 2}, new float[] {1, 1, 1, 1})
            .withFeatureNames(vectorizer.featureNames())
            .withRecipe(vectorizer.recipe());
    List<Item> texts = new ArrayList<>();
    for (int k = 0; k < 10; k++) {
      texts.add(Item.ofText("c" + k, "drink 1", k < 5 ? "coffee" : "espresso"));
      texts.add(Item.ofText("t" + k, "drink 2", k < 5 ? "tea" : "sencha"));
    }
    ExpansionExperiment experiment = new ExpansionExperiment(model, texts);
    // the four others with the same word; the five with the other word
    assertThat(experiment.precisionOfBm25()).isCloseTo(0.4, within(1e-9));
    assertThat(experiment.precisionOfExpansion(10)).isCloseTo(0.5, within(1e-9));
    assertThat(experiment.recallOfExactMode(20)).isEqualTo(1);
    // five by their score, the other five all have 0 and go by id: those of drink 1 come first
    assertThat(experiment.precisionOfExactMode(20)).isBetween(0.5, 0.95);
  }
}
