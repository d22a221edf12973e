package io.github.sors.bench;

import io.github.sors.index.IndexedItem;
import io.github.sors.index.WeightedQuery;
import io.github.sors.lucene.VectorDocuments;
import io.github.sors.lucene.VectorSearcher;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;

/** The items in a Lucene index of one segment, scored exhaustively by their features. */
final class LuceneFeatures implements Closeable {

  private static final int MOST_CLAUSES = 1 << 20;

  private final Directory directory;
  private final DirectoryReader reader;
  private final IndexSearcher searcher;
  private List<Query> queries = List.of();

  LuceneFeatures(List<IndexedItem> items, Path folder) throws IOException {
    IndexSearcher.setMaxClauseCount(MOST_CLAUSES);
    directory = new MMapDirectory(folder);
    try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
      for (IndexedItem item : items) {
        writer.addDocument(VectorDocuments.of(item));
      }
      writer.forceMerge(1);
    }
    reader = DirectoryReader.open(directory);
    searcher = new IndexSearcher(reader);
    // repeated queries must not come from a cache
    searcher.setQueryCache(null);
  }

  /** Creates Lucene queries from the positive weights; not timed. */
  void setQueries(List<WeightedQuery> weighted) {
    queries =
        weighted.stream().map(WeightedQuery::positive).map(VectorSearcher::candidateQuery).toList();
  }

  /** Makes Lucene's query of the positive weights, and scores every document. */
  void search(WeightedQuery query, int top) throws IOException {
    searcher.search(
        VectorSearcher.candidateQuery(query.positive()),
        new TopScoreDocCollectorManager(top, null, Integer.MAX_VALUE));
  }

  /** The mean number of features that a query has. */
  double clauses() {
    return queries.stream()
        .mapToInt(query -> ((BooleanQuery) query).clauses().size())
        .average()
        .orElse(0);
  }

  /** Scores every document: the threshold for skipping is never reached. */
  void search(int query, int top) throws IOException {
    searcher.search(
        queries.get(query), new TopScoreDocCollectorManager(top, null, Integer.MAX_VALUE));
  }

  @Override
  public void close() throws IOException {
    reader.close();
    directory.close();
  }
}
