package io.github.sors.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Runs a program in a process of its own, with the class path of the tests.
 *
 * <p>The process ends when its standard input does, so it never outlives the JVM of the tests.
 */
final class ChildJvm {

  private ChildJvm() {}

  /** Starts a program that writes what it prints and logs to a file. */
  static Process start(Path log, List<String> options, Class<?> program, String... arguments)
      throws IOException {
    return start(log, Map.of(), options, program, arguments);
  }

  /** Starts a program with further variables in its environment. */
  static Process start(
      Path log,
      Map<String, String> environment,
      List<String> options,
      Class<?> program,
      String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // they run for seconds only
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-Dsors.test.log=error");
    command.addAll(options);
    command.addAll(List.of("-cp", classPath(), ChildJvm.class.getName(), program.getName()));
    Collections.addAll(command, arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** The class path of the tests, also where surefire hides it in a jar. */
  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  public static void main(String[] arguments) throws ReflectiveOperationException {
    Thread watch = new Thread(ChildJvm::haltWithParent);
    watch.setDaemon(true);
    watch.start();
    String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
    Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
  }

  private static void haltWithParent() {
    try (InputStream in = System.in) {
      in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }
}
