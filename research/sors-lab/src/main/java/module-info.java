/**
 * Experiments: tuning, the paper's comparison, and regrets, with their tables and figures.
 *
 * @since 0.1.0
 */
module io.github.sors.lab {
  requires transitive io.github.sors.core;
  requires transitive io.github.sors.data;
  requires transitive io.github.sors.metric;
  requires transitive io.github.sors.search;
  requires com.fasterxml.jackson.databind;
  requires de.siegmar.fastcsv;
  requires java.management;
  requires org.apache.commons.statistics.distribution;
  requires org.apache.commons.statistics.inference;
  requires static org.jspecify;

  exports io.github.sors.lab;
  exports io.github.sors.lab.paper;
  exports io.github.sors.lab.regret;
  exports io.github.sors.lab.report;
  exports io.github.sors.lab.study;
  exports io.github.sors.lab.tune;

  // records that are read from and written to JSON
  opens io.github.sors.lab.study to
      com.fasterxml.jackson.databind;
  opens io.github.sors.lab.tune to
      com.fasterxml.jackson.databind;
}
