package io.github.sors.cli;

/** Query language of a search server. */
enum QueryLanguage {
  ELASTICSEARCH,
  SOLR
}
