package io.github.sors.cli.search;

import io.github.sors.lucene.QueryBodies;
import io.github.sors.lucene.WeightedTerm;
import java.util.List;
import java.util.Locale;

/** What a search server takes as a query. */
enum QueryLanguage {
  ELASTICSEARCH,
  OPENSEARCH,
  SOLR,
  RANK_FEATURES,
  NEURAL_SPARSE,
  SPARSE_VECTOR;

  /** The body of a request for the best documents. */
  String body(String field, List<WeightedTerm> terms, int size) {
    return switch (this) {
      case ELASTICSEARCH, OPENSEARCH -> QueryBodies.elasticsearch(field, terms, size);
      case SOLR -> QueryBodies.solr(field, terms, size);
      case RANK_FEATURES -> QueryBodies.rankFeatures(field, terms, size);
      case NEURAL_SPARSE -> QueryBodies.neuralSparse(field, terms, size);
      case SPARSE_VECTOR -> QueryBodies.sparseVector(field, terms, size);
    };
  }

  /** One of several queries: lines for {@code _msearch}, which Solr does not have. */
  String lines(String field, List<WeightedTerm> terms, int size) {
    String line = QueryBodies.oneLine(body(field, terms, size));
    return this == SOLR ? line : "{}\n" + line;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
