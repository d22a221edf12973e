package io.github.sors.engines;

import io.github.sors.data.item.Item;
import io.github.sors.lucene.LearntExpansion;
import io.github.sors.lucene.WeightedTerm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;

/** What Lucene itself answers, which the servers are compared with. */
final class LuceneRanking {

  private static final String ID = "id";
  private static final String TEXT = "text";
  private static final String WEIGHTS = "weights";

  private final IndexSearcher searcher;

  private LuceneRanking(List<Document> documents) throws IOException {
    ByteBuffersDirectory directory = new ByteBuffersDirectory();
    try (IndexWriter writer =
        new IndexWriter(directory, new IndexWriterConfig(new EnglishAnalyzer()))) {
      writer.addDocuments(documents);
    }
    searcher = new IndexSearcher(DirectoryReader.open(directory));
  }

  /** Texts, scored by BM25. */
  static LuceneRanking ofTexts(List<Item> records) throws IOException {
    List<Document> documents = new ArrayList<>();
    for (Item row : records) {
      Document document = document(row.id());
      String text = String.join("\n", row.fields().values());
      document.add(new TextField(TEXT, text, Field.Store.NO));
      documents.add(document);
    }
    return new LuceneRanking(documents);
  }

  /** Weights by feature, scored by the dot product. */
  static LuceneRanking ofWeights(Map<String, Map<String, Float>> weightsById) throws IOException {
    List<Document> documents = new ArrayList<>();
    weightsById.forEach(
        (id, weights) -> {
          Document document = document(id);
          weights.forEach((name, value) -> document.add(new FeatureField(WEIGHTS, name, value)));
          documents.add(document);
        });
    return new LuceneRanking(documents);
  }

  private static Document document(String id) {
    Document document = new Document();
    document.add(new StringField(ID, id, Field.Store.YES));
    return document;
  }

  List<Hit> ofTerms(List<WeightedTerm> terms) throws IOException {
    return ranked(LearntExpansion.query(TEXT, terms));
  }

  List<Hit> ofFeatures(List<WeightedTerm> features) throws IOException {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (WeightedTerm feature : features) {
      query.add(
          FeatureField.newLinearQuery(WEIGHTS, feature.term(), feature.weight()),
          BooleanClause.Occur.SHOULD);
    }
    return ranked(query.build());
  }

  private List<Hit> ranked(Query query) throws IOException {
    List<Hit> hits = new ArrayList<>();
    for (ScoreDoc hit : searcher.search(query, searcher.getIndexReader().maxDoc()).scoreDocs) {
      hits.add(new Hit(searcher.storedFields().document(hit.doc).get(ID), hit.score));
    }
    return Hit.ranked(hits);
  }
}
