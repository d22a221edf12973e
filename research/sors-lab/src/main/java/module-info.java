/** Experiments: the paper's comparison, and regrets, with their tables and figures. */
module io.github.sors.lab {
  requires transitive io.github.sors.core;
  requires transitive io.github.sors.data;
  requires transitive io.github.sors.cli;
  requires transitive io.github.sors.metric;
  requires transitive io.github.sors.search;
  requires io.github.sors.console;
  requires com.fasterxml.jackson.databind;
  requires de.siegmar.fastcsv;
  requires info.picocli;
  requires java.management;
  requires org.apache.commons.statistics.distribution;
  requires org.apache.commons.statistics.inference;
  requires static org.jspecify;

  exports io.github.sors.lab;
  exports io.github.sors.lab.paper;
  exports io.github.sors.lab.regret;
  exports io.github.sors.lab.report;
  exports io.github.sors.lab.study;

  // records that are read from and written to JSON
  opens io.github.sors.lab.study to
      com.fasterxml.jackson.databind;
  opens io.github.sors.lab.command to
      info.picocli;

  provides io.github.sors.cli.frame.CommandProvider with
      io.github.sors.lab.command.LabCommands;
  provides io.github.sors.cli.input.DistanceAlgorithms with
      io.github.sors.lab.command.MetricAlgorithms;
  provides io.github.sors.tune.MethodProvider with
      io.github.sors.lab.LabMethods;
}
