/**
 * Turns texts into vectors, and takes the learnt expansion of a query to Lucene, Elasticsearch and
 * Solr.
 *
 * @since 0.1.0
 */
module io.github.sors.lucene {
  requires transitive io.github.sors.core;
  requires transitive io.github.sors.data;
  requires transitive org.apache.lucene.core;
  requires com.fasterxml.jackson.databind;
  requires org.apache.lucene.analysis.common;
  requires static org.jspecify;

  exports io.github.sors.lucene;
  exports io.github.sors.lucene.text;
}
