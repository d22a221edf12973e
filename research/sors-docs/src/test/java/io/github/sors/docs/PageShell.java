package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A folder and a shell in it that knows {@code sors} and {@code curl}: what a reader has. */
final class PageShell implements AutoCloseable {

  private static final Path BASH = Path.of("/bin/bash");
  private static final long PATIENCE_SECONDS = 300;

  /** Sends its words to the {@link CommandServer}; port 8080 is that of the running service. */
  private static final String SORS =
      """
      #!/bin/bash
      answer=$(mktemp -d "$SORS_ANSWERS/XXXXXX")
      words=()
      for word in "$@"; do words+=("${word/127.0.0.1:8080/127.0.0.1:$(cat "$SORS_ANSWERS/port" 2> /dev/null)}"); done
      if [ -n "$SORS_ONLY_PARSE" ]; then words+=(--help); fi
      exec 3<> "/dev/tcp/127.0.0.1/$SORS_COMMANDS"
      printf '%s\\0' "${#words[@]}" "$answer" "${words[@]}" >&3
      read -r code <&3
      cat "$answer/err" >&2
      if [ -z "$SORS_ONLY_PARSE" ]; then cat "$answer/out"; fi
      exit "${code:-99}"
      """;

  private static final String CURL =
      """
      #!/bin/bash
      words=()
      for word in "$@"; do words+=("${word/localhost:8080/localhost:$(cat "$SORS_ANSWERS/port")}"); done
      exec /usr/bin/env PATH="${PATH#*:}" curl --silent --show-error --fail-with-body "${words[@]}"
      """;

  /** What a script printed, errors before results for each command, and its exit code. */
  record Result(int exitCode, String printed) {}

  private final Path folder;
  private final Path tools;
  private final Path answers;
  private final Process commands;
  private final int port;

  /**
   * Starts one.
   *
   * @param folder the folder that commands run in
   * @param tools an empty folder for programs and answers
   */
  PageShell(Path folder, Path tools) throws IOException {
    this.folder = folder;
    this.tools = tools;
    this.answers = Files.createDirectory(tools.resolve("answers"));
    program(tools.resolve("sors"), SORS);
    program(tools.resolve("curl"), CURL);
    Files.createSymbolicLink(folder.resolve("sors"), tools.resolve("sors"));
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:-UsePerfData",
                "-Dfile.encoding=UTF-8",
                "-Dsors.kernels=scalar",
                "-Dsors.command=./sors",
                "-cp",
                System.getProperty("java.class.path"),
                CommandServer.class.getName())
            .directory(folder.toFile())
            .redirectError(tools.resolve("server-errors").toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("SORS_DATA");
    commands = builder.start();
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(commands.getInputStream(), StandardCharsets.UTF_8));
    String line = reader.readLine();
    assertThat(line).as("port of the commands; %s", serverErrors()).isNotNull();
    port = Integer.parseInt(line);
  }

  static boolean isPossible() {
    return Files.isExecutable(BASH);
  }

  static boolean hasCurl() {
    return Files.isExecutable(Path.of("/usr/bin/curl"));
  }

  /**
   * Runs a script.
   *
   * @param onlyParse whether commands of sors only check their words
   */
  Result run(String script, boolean onlyParse) throws IOException, InterruptedException {
    Path printed = Files.createTempFile(tools, "printed", "");
    ProcessBuilder builder =
        new ProcessBuilder(BASH.toString(), "-euo", "pipefail", "-c", script)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
    builder.environment().put("SORS_ANSWERS", answers.toString());
    builder.environment().put("SORS_COMMANDS", Integer.toString(port));
    builder.environment().put("SORS_ONLY_PARSE", onlyParse ? "yes" : "");
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process shell = builder.start();
    try {
      assertThat(shell.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("it ended").isTrue();
    } finally {
      shell.destroyForcibly();
    }
    return new Result(shell.exitValue(), Files.readString(printed));
  }

  private String serverErrors() throws IOException {
    return Files.readString(tools.resolve("server-errors"));
  }

  private static void program(Path file, String text) throws IOException {
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  /** Ends the commands, a service included, and waits until they write no more. */
  @Override
  public void close() throws IOException {
    commands.getOutputStream().close();
    commands.destroyForcibly().onExit().join();
  }
}
