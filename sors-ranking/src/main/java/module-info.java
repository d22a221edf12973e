/**
 * Queries, judgements and clicks, rankings and their measures, and rankings learnt from them.
 *
 * @since 0.1.0
 */
module io.github.sors.ranking {
  requires transitive io.github.sors.core;
  requires transitive io.github.sors.data;
  requires transitive io.github.sors.lucene;
  requires io.github.sors.lab;
  requires com.fasterxml.jackson.databind;
  requires org.apache.commons.statistics.inference;
  requires static org.jspecify;

  exports io.github.sors.ranking;
  exports io.github.sors.ranking.file;
  exports io.github.sors.ranking.learn;
  exports io.github.sors.ranking.measure;
  exports io.github.sors.ranking.report;
}
