/**
 * The {@code sors} command. Nothing of it is a library.
 *
 * @since 0.1.0
 */
module io.github.sors.cli {
  requires io.github.sors.console;
  requires io.github.sors.core;
  requires io.github.sors.data;
  requires io.github.sors.lab;
  requires io.github.sors.metric;
  requires io.github.sors.samples;
  requires io.github.sors.search;
  requires io.github.sors.server;
  requires com.fasterxml.jackson.databind;
  requires info.picocli;
  requires java.logging;
  requires java.net.http;
  requires me.tongfei.progressbar;

  opens io.github.sors.cli to
      info.picocli;
}
