/** What the commands of the project share: exit codes, errors, help and Ctrl-C. */
module io.github.sors.console {
  requires transitive io.github.sors.core;
  requires transitive info.picocli;
  requires static org.jspecify;

  exports io.github.sors.console;

  opens io.github.sors.console to
      info.picocli;
}
