package io.github.sors.cli.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A command that was printed for people to paste, as a real shell understands it. */
public final class PastedCommand {

  private static final Path SHELL = Path.of("/bin/sh");

  private PastedCommand() {}

  /** The words that the shell hands to {@code sors}. */
  public static List<String> words(String text) throws IOException {
    assumeTrue(Files.isExecutable(SHELL), "there is no " + SHELL + " to paste into");
    Process shell =
        new ProcessBuilder(SHELL.toString(), "-c", "sors() { printf '%s\\n' \"$@\"; }\n" + text)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String words = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(words).as("what a shell makes of: %s", text).isNotEmpty();
    return words.lines().toList();
  }
}
