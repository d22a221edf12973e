package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.console.CommandFrame;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher makes no archive of classes if a command of the rehearsal fails. */
class RehearsalTest {

  @TempDir Path folder;

  @Test
  void everyCommandSucceedsAndLeavesNothingBehind() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    CommandFrame frame =
        new CommandFrame(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));

    int code = Rehearsal.run(frame, folder);

    assertThat(code).as(err.toString(StandardCharsets.UTF_8)).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("sun with face");
    assertThat(folder).isEmptyDirectory();
  }
}
