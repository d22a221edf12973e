package io.github.sors.server;

import java.lang.Runtime.Version;
import java.util.List;

/** Knows which Java a service had better not run on. */
final class JavaAdvice {

  private static final int FEATURE = 25;
  private static final Version REPAIRED = Version.parse("25.0.3");

  private JavaAdvice() {}

  /**
   * Returns a warning about a Java, or an empty text.
   *
   * @param collectors the names of its garbage collectors
   */
  static String warning(Version version, List<String> collectors) {
    boolean affected =
        version.feature() == FEATURE
            && version.compareToIgnoreOptional(REPAIRED) < 0
            && collectors.stream().anyMatch(name -> name.startsWith("G1 "));
    return affected
        ? "Java "
            + version
            + " with the collector G1 was reported to corrupt data in memory: use Java 25.0.3 or"
            + " newer, or another version"
        : "";
  }
}
