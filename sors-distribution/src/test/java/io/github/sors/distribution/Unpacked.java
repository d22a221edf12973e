package io.github.sors.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/** A distribution that was unpacked in an empty folder. */
final class Unpacked {

  // the launcher needs no others; above all there is no mvn
  private static final List<String> TOOLS =
      List.of("sh", "cat", "dirname", "grep", "mkdir", "mv", "readlink", "rm", "sed");
  private static final long PATIENCE_SECONDS = 300;

  private final Path home;
  private final Path work;
  private final Path tools;
  private final String java;

  private Unpacked(Path home, Path work, Path tools, String java) {
    this.home = home;
    this.work = work;
    this.tools = tools;
    this.java = java;
  }

  /**
   * Unpacks an archive.
   *
   * @param java the folder of the Java to run it with, or null if it has its own
   */
  static Unpacked of(Path archive, Path folder, String java) throws IOException {
    Path unpacked = Files.createDirectories(folder.resolve("unpacked"));
    try (InputStream file = new BufferedInputStream(Files.newInputStream(archive));
        TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(file))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        Path target = unpacked.resolve(entry.getName()).normalize();
        assertThat(target).startsWithRaw(unpacked);
        if (entry.isDirectory()) {
          Files.createDirectories(target);
        } else {
          Files.createDirectories(target.getParent());
          Files.copy(tar, target);
          boolean executable = (entry.getMode() & 0100) != 0;
          Files.setPosixFilePermissions(
              target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        }
      }
    }
    List<Path> top;
    try (var files = Files.list(unpacked)) {
      top = files.toList();
    }
    assertThat(top).as("the archive has one folder").hasSize(1);
    Path tools = Files.createDirectories(folder.resolve("tools"));
    for (String tool : TOOLS) {
      Files.createSymbolicLink(tools.resolve(tool), find(tool));
    }
    return new Unpacked(top.get(0), Files.createDirectories(folder.resolve("work")), tools, java);
  }

  private static Path find(String tool) {
    for (String folder : System.getenv("PATH").split(File.pathSeparator, -1)) {
      Path file = Path.of(folder, tool);
      if (Files.isExecutable(file)) {
        return file;
      }
    }
    throw new IllegalStateException("this machine has no " + tool);
  }

  Path home() {
    return home;
  }

  /** The folder that commands run in. */
  Path work() {
    return work;
  }

  Process start(Path output, String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(home.resolve("bin/sors").toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().put("PATH", tools.toString());
    builder.environment().put("SORS_JAVA_OPTIONS", "-Xmx1g");
    if (java != null) {
      builder.environment().put("JAVA_HOME", java);
    }
    return builder.start();
  }

  /** Runs a command to its end and returns what it printed. */
  String run(String... words) throws IOException, InterruptedException {
    Path output = Files.createTempFile(work, "output", ".txt");
    Process process = start(output, words);
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("it ends").isTrue();
      String printed = Files.readString(output, StandardCharsets.UTF_8);
      assertThat(process.exitValue()).as(printed).isZero();
      return printed;
    } finally {
      process.destroyForcibly();
    }
  }
}
