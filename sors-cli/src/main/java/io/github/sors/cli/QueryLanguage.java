package io.github.sors.cli;

import io.github.sors.lucene.QueryBodies;
import io.github.sors.lucene.WeightedTerm;
import java.util.List;
import java.util.Locale;

/** What a search server takes as a query. */
enum QueryLanguage {
  ELASTICSEARCH(QueryBodies::elasticsearch),
  OPENSEARCH(QueryBodies::elasticsearch),
  SOLR(QueryBodies::solr),
  RANK_FEATURES(QueryBodies::rankFeatures),
  NEURAL_SPARSE(QueryBodies::neuralSparse),
  SPARSE_VECTOR(QueryBodies::sparseVector);

  @FunctionalInterface
  private interface Form {
    String body(String field, List<WeightedTerm> terms, int size);
  }

  private final Form form;

  QueryLanguage(Form form) {
    this.form = form;
  }

  /** The body of a request for the best documents. */
  String body(String field, List<WeightedTerm> terms, int size) {
    return form.body(field, terms, size);
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
