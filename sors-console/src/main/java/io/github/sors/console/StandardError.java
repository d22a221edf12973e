package io.github.sors.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;

/**
 * The error stream of a process whose launcher filters what Java itself prints.
 *
 * <p>Java warns of incubator modules before any code runs, and no option prevents that. So the
 * launcher gives Java a pipe as its error stream, passes on everything but that line, and says in
 * the system property {@code sors.stderr} which descriptor is the real stream. What a command
 * prints goes there directly: at once, in order, and before the process ends.
 *
 * <p>Threads: called once, before anything is printed. Failures: a descriptor that Java does not
 * let us open throws {@link IllegalStateException}.
 */
public final class StandardError {

  private static final String DESCRIPTOR = "sors.stderr";

  private StandardError() {}

  /** Lets {@link System#err} write to the descriptor that the launcher has named, if it has. */
  public static void restore() {
    Integer descriptor = Integer.getInteger(DESCRIPTOR);
    if (descriptor == null) {
      return;
    }
    try {
      Constructor<FileDescriptor> numbered = FileDescriptor.class.getDeclaredConstructor(int.class);
      numbered.setAccessible(true);
      FileOutputStream stream = new FileOutputStream(numbered.newInstance(descriptor));
      System.setErr(new PrintStream(stream, true, StandardCharsets.UTF_8));
    } catch (ReflectiveOperationException | RuntimeException e) {
      throw new IllegalStateException(
          DESCRIPTOR + " needs --add-opens java.base/java.io=ALL-UNNAMED", e);
    }
  }
}
