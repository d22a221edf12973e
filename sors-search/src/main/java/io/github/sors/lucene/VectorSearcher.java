package io.github.sors.lucene;

import io.github.sors.index.IndexHit;
import io.github.sors.index.WeightedQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.FeatureField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;

/**
 * Searches {@link VectorDocuments} exactly: Lucene finds candidates by their positive
 * contributions, and each candidate is then scored with its whole vector, negative weights
 * included.
 *
 * <p>A candidate query gives each feature its weight, by the sign that makes its contribution
 * positive. It ignores negative contributions and rounds the values, so one of the best items may
 * not be a candidate: more candidates cost more and miss less, and {@code candidates} of all
 * documents is exact. Lucene limits the clauses of a query ({@link
 * IndexSearcher#setMaxClauseCount}); half of them go to the strongest features, and the other
 * features serve the exact scoring only.
 *
 * <p>Threads: any thread may search, as long as the searcher is open. Failures: fewer than 1
 * candidate or hit throws {@link IllegalArgumentException}, Lucene {@link java.io.IOException}.
 */
public final class VectorSearcher {

  /** Lucene takes weights of features up to 64. */
  private static final float LARGEST_WEIGHT = 64;

  private static final Comparator<IndexHit> BEST_FIRST =
      Comparator.comparingDouble((IndexHit hit) -> -hit.score()).thenComparing(IndexHit::id);

  private final IndexSearcher searcher;
  private final int candidates;

  /**
   * Creates a searcher.
   *
   * @param candidates how many documents a search scores exactly, at least
   */
  public VectorSearcher(IndexSearcher searcher, int candidates) {
    if (candidates < 1) {
      throw new IllegalArgumentException(
          "at least 1 candidate must be asked for, found " + candidates);
    }
    this.searcher = searcher;
    this.candidates = candidates;
  }

  /** The query that finds candidates; its scores are in proportion, not equal, to a model's. */
  public static Query candidateQuery(WeightedQuery query) {
    WeightedQuery used = query.strongest(IndexSearcher.getMaxClauseCount() / 2);
    double largest = 0;
    for (int k = 0; k < used.size(); k++) {
      largest = Math.max(largest, Math.abs(used.weight(k)));
    }
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    for (int k = 0; k < used.size(); k++) {
      float weight = (float) (LARGEST_WEIGHT * Math.abs(used.weight(k)) / largest);
      if (weight > 0) {
        String feature = VectorDocuments.feature(used.feature(k), used.weight(k) > 0);
        builder.add(
            FeatureField.newLinearQuery(VectorDocuments.FEATURES, feature, weight),
            BooleanClause.Occur.SHOULD);
      }
    }
    return builder.build();
  }

  /** The best documents, equal scores by id. */
  public List<IndexHit> search(WeightedQuery query, int top) throws IOException {
    return search(query, top, new MatchAllDocsQuery());
  }

  /**
   * The best of the documents that a filter matches.
   *
   * @param filter any query; its score does not matter
   */
  public List<IndexHit> search(WeightedQuery query, int top, Query filter) throws IOException {
    if (top < 1) {
      throw new IllegalArgumentException("expected at least 1 hit to return, found " + top);
    }
    BooleanQuery.Builder builder = new BooleanQuery.Builder();
    builder.add(filter, BooleanClause.Occur.FILTER);
    builder.add(candidateQuery(query), BooleanClause.Occur.SHOULD);
    ScoreDoc[] found = searcher.search(builder.build(), Math.max(top, candidates)).scoreDocs;
    Arrays.sort(found, Comparator.comparingInt(hit -> hit.doc));
    List<IndexHit> hits = new ArrayList<>(found.length);
    List<LeafReaderContext> leaves = searcher.getIndexReader().leaves();
    BinaryDocValues vectors = null;
    int leaf = -1;
    for (ScoreDoc candidate : found) {
      int of = ReaderUtil.subIndex(candidate.doc, leaves);
      if (of != leaf) {
        leaf = of;
        vectors = leaves.get(leaf).reader().getBinaryDocValues(VectorDocuments.VECTOR);
      }
      if (vectors != null && vectors.advanceExact(candidate.doc - leaves.get(leaf).docBase)) {
        double score = query.score(VectorDocuments.decoded(vectors.binaryValue()));
        hits.add(new IndexHit(Integer.toString(candidate.doc), "", score));
      }
    }
    return named(hits, top);
  }

  /** Reads ids and labels of the few that are returned, and of those that tie with the last. */
  private List<IndexHit> named(List<IndexHit> hits, int top) throws IOException {
    hits.sort(BEST_FIRST);
    List<IndexHit> named = new ArrayList<>();
    for (IndexHit hit : hits) {
      if (named.size() >= top && hit.score() < hits.get(top - 1).score()) {
        break;
      }
      Document document =
          searcher
              .storedFields()
              .document(
                  Integer.parseInt(hit.id()), Set.of(VectorDocuments.ID, VectorDocuments.LABEL));
      named.add(
          new IndexHit(
              document.get(VectorDocuments.ID), document.get(VectorDocuments.LABEL), hit.score()));
    }
    named.sort(BEST_FIRST);
    return List.copyOf(named.subList(0, Math.min(top, named.size())));
  }
}
