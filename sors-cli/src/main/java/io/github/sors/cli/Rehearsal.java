package io.github.sors.cli;

import io.github.sors.console.CommandFrame;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs the commands that people call in a loop, with the data that are built in, so that the
 * launcher can make an archive of the classes that they need.
 */
final class Rehearsal {

  private Rehearsal() {}

  public static void main(String[] arguments) throws IOException {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Path folder = Files.createTempDirectory("sors-rehearsal");
    // after the files in it, which are deleted in the opposite order
    folder.toFile().deleteOnExit();
    System.exit(run(new CommandFrame(nowhere, nowhere), folder));
  }

  /**
   * Runs the commands; returns the first exit code that is not 0, or 0.
   *
   * @param folder where they may write; it is empty again afterwards
   */
  static int run(CommandFrame frame, Path folder) throws IOException {
    Path model = folder.resolve("model.sors");
    Path index = folder.resolve("rows.index");
    // if they are interrupted
    model.toFile().deleteOnExit();
    index.toFile().deleteOnExit();
    String[][] commands = {
      {"--help"},
      {"train", "emoji", "--algorithm=encoder", "--rounds=20", "--model=" + model},
      {"index", "emoji", "--output=" + index},
      {"search", "--model=" + model, "--index=" + index, "--query=sun"},
      {"search", "--model=" + model, "--index=" + index, "--item=☀️ sun"},
      {"info", model.toString()}
    };
    try {
      for (String[] command : commands) {
        int code = SorsCommand.run(frame, command);
        if (code != 0) {
          return code;
        }
      }
      return 0;
    } finally {
      Files.deleteIfExists(model);
      Files.deleteIfExists(index);
    }
  }
}
