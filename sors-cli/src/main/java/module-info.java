/**
 * The {@code sors} command. Nothing of it is a library; research adds algorithms and commands to
 * it.
 */
@SuppressWarnings("module") // the module of the qualified exports is compiled later
module io.github.sors.cli {
  requires transitive io.github.sors.core;
  requires transitive io.github.sors.data;
  requires io.github.sors.console;
  requires io.github.sors.samples;
  requires io.github.sors.search;
  requires io.github.sors.server;
  requires com.fasterxml.jackson.databind;
  requires info.picocli;
  requires java.logging;
  requires java.management;
  requires java.net.http;
  requires me.tongfei.progressbar;
  requires static org.jspecify;

  exports io.github.sors.cli.frame to
      io.github.sors.lab;
  exports io.github.sors.cli.input to
      io.github.sors.lab;
  exports io.github.sors.tune to
      io.github.sors.lab;

  opens io.github.sors.cli to
      info.picocli;
  opens io.github.sors.cli.data to
      info.picocli;
  opens io.github.sors.cli.export to
      info.picocli;
  opens io.github.sors.cli.frame to
      info.picocli;
  opens io.github.sors.cli.input to
      info.picocli;
  opens io.github.sors.cli.rank to
      info.picocli;
  opens io.github.sors.cli.search to
      info.picocli;
  opens io.github.sors.cli.serve to
      info.picocli;
  opens io.github.sors.cli.train to
      info.picocli;

  // records that are read from and written to JSON
  opens io.github.sors.tune to
      com.fasterxml.jackson.databind;

  uses io.github.sors.cli.frame.CommandProvider;
  uses io.github.sors.cli.input.DistanceAlgorithms;
  uses io.github.sors.tune.MethodProvider;
}
