/**
 * Texts as vectors, the learnt expansion of a query for Lucene, Elasticsearch and Solr, and
 * rankings learnt from judgements and clicks, with their measures and figures.
 */
@SuppressWarnings("requires-automatic") // the libraries that draw have no module descriptor
module io.github.sors.search {
  requires transitive io.github.sors.core;
  requires transitive io.github.sors.data;
  requires transitive org.apache.lucene.core;
  requires com.fasterxml.jackson.databind;
  requires java.desktop;
  requires org.apache.commons.statistics.inference;
  requires org.apache.lucene.analysis.common;
  requires org.apache.xmlgraphics.batik.svggen;
  requires xchart;
  requires static org.jspecify;

  exports io.github.sors.figure;
  exports io.github.sors.lucene;
  exports io.github.sors.lucene.text;
  exports io.github.sors.ranking;
  exports io.github.sors.ranking.file;
  exports io.github.sors.ranking.fusion;
  exports io.github.sors.ranking.measure;
  exports io.github.sors.ranking.signal;
  exports io.github.sors.ranking.train;
}
