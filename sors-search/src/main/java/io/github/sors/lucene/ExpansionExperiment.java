package io.github.sors.lucene;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.data.item.Item;
import io.github.sors.index.BudgetLoss;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexedItem;
import io.github.sors.index.ItemFilter;
import io.github.sors.index.VectorIndex;
import io.github.sors.index.WeightedQuery;
import io.github.sors.lucene.text.Vectorizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.QueryBuilder;

/**
 * What a learnt expansion adds to BM25, measured on texts in classes; also an example of how the
 * parts of this package are used together.
 *
 * <p>The first line of each text, its title, is a query; all other texts are searched, and those of
 * its class are relevant. The model should not have seen these texts.
 *
 * <p>Threads: belongs to one thread. Failures: a model that {@link LearntExpansion} refuses throws
 * {@link io.github.sors.InvalidInputException}, Lucene {@link java.io.IOException}.
 */
public final class ExpansionExperiment {

  private static final String BODY = "body";
  private static final int TOP = 10;

  private final BilinearModel model;
  private final LearntExpansion expansion;
  private final List<Item> texts;
  private final IndexSearcher searcher;
  private final VectorIndex vectors = new VectorIndex();

  /** Indexes the texts, in memory: an ordinary text field and the vectors. */
  public ExpansionExperiment(BilinearModel model, List<Item> texts) throws IOException {
    this.model = model;
    this.expansion = new LearntExpansion(model);
    this.texts = List.copyOf(texts);
    Vectorizer vectorizer = Vectorizer.restore(model.recipe(), model.queryFeatures());
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    List<IndexedItem> items = new ArrayList<>();
    try (IndexWriter writer =
        new IndexWriter(directory, new IndexWriterConfig(expansion.analyzer()))) {
      for (Item text : this.texts) {
        SparseVector vector = model.normalization().apply(vectorizer.vector(text));
        IndexedItem item = new IndexedItem(text.id(), vector, text.label());
        items.add(item);
        Document document = VectorDocuments.of(item);
        document.add(new TextField(BODY, content(text), Field.Store.NO));
        writer.addDocument(document);
      }
    }
    vectors.putAll(items);
    searcher = new IndexSearcher(DirectoryReader.open(directory));
  }

  private static String content(Item text) {
    return String.join("\n", text.fields().values());
  }

  private static String title(Item text) {
    return content(text).strip().lines().findFirst().orElse("");
  }

  /** Finds the classes of the texts that answer a title, among those that a query leaves. */
  @FunctionalInterface
  private interface Search {
    List<String> labels(String title, Query others) throws IOException;
  }

  /** P@10 of the title's own words. */
  public double precisionOfBm25() throws IOException {
    QueryBuilder words = new QueryBuilder(expansion.analyzer());
    return precision(
        (title, others) -> {
          Query query = words.createBooleanQuery(BODY, title);
          return lucene(query == null ? new BooleanQuery.Builder().build() : query, others);
        });
  }

  /** P@10 of the strongest terms of the title's expansion, scored by BM25 as well. */
  public double precisionOfExpansion(int budget) throws IOException {
    return precision((title, others) -> lucene(query(title, budget), others));
  }

  /** P@10 of exact scores of the title's whole expansion. */
  public double precisionOfExactMode(int candidates) throws IOException {
    VectorSearcher exact = new VectorSearcher(searcher, candidates);
    return precision(
        (title, others) ->
            exact.search(expanded(title), TOP, others).stream().map(IndexHit::label).toList());
  }

  /** The share of the ten best items that the exact mode finds with this many candidates. */
  public double recallOfExactMode(int candidates) throws IOException {
    VectorSearcher exact = new VectorSearcher(searcher, candidates);
    double sum = 0;
    for (Item text : texts) {
      WeightedQuery query = expanded(title(text));
      ItemFilter others = ItemFilter.exceptIds(List.of(text.id()));
      sum +=
          BudgetLoss.recall(
              vectors.search(query, TOP, others), exact.search(query, TOP, allBut(text)));
    }
    return sum / texts.size();
  }

  private Query query(String title, int budget) {
    return LearntExpansion.query(BODY, expansion.positiveTerms(title, budget));
  }

  private WeightedQuery expanded(String title) {
    return WeightedQuery.expand(model, expansion.vector(title));
  }

  private static Query allBut(Item text) {
    return new BooleanQuery.Builder()
        .add(new MatchAllDocsQuery(), BooleanClause.Occur.MUST)
        .add(new TermQuery(new Term(VectorDocuments.ID, text.id())), BooleanClause.Occur.MUST_NOT)
        .build();
  }

  private List<String> lucene(Query query, Query others) throws IOException {
    Query both =
        new BooleanQuery.Builder()
            .add(query, BooleanClause.Occur.MUST)
            .add(others, BooleanClause.Occur.FILTER)
            .build();
    List<String> labels = new ArrayList<>();
    for (ScoreDoc hit : searcher.search(both, TOP).scoreDocs) {
      labels.add(searcher.storedFields().document(hit.doc).get(VectorDocuments.LABEL));
    }
    return labels;
  }

  private double precision(Search search) throws IOException {
    double sum = 0;
    for (Item text : texts) {
      long relevant =
          search.labels(title(text), allBut(text)).stream().filter(text.label()::equals).count();
      sum += (double) relevant / TOP;
    }
    return sum / texts.size();
  }
}
