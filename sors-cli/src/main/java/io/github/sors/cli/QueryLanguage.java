package io.github.sors.cli;

/** What a search server takes a query in. */
enum QueryLanguage {
  ELASTICSEARCH,
  SOLR
}
