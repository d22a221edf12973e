package io.github.sors.kernel;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a program of these tests in a JVM of its own. */
final class JavaProcess {

  /** Adds the module of the Vector API. */
  static final String WITH_MODULE = "--add-modules=jdk.incubator.vector";

  private JavaProcess() {}

  /** How it ended and what it printed. */
  record Run(int exitCode, String out, String err) {}

  /**
   * Runs it to its end.
   *
   * @param program has a main method
   * @param folder where it runs and where its output is kept
   * @param options of Java
   */
  static Run run(Class<?> program, Path folder, String... options)
      throws IOException, InterruptedException, URISyntaxException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.add("-cp");
    command.add(classFolder(KernelChoice.class) + File.pathSeparator + classFolder(program));
    command.add(program.getName());
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    int exitCode =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start()
            .waitFor();
    return new Run(
        exitCode, Files.readString(out).replace("\r", ""), Files.readString(err).replace("\r", ""));
  }

  private static String classFolder(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }
}
