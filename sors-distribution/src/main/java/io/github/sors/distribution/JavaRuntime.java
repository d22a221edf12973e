package io.github.sors.distribution;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/** Makes a Java that has just the modules that the jars of a folder need. */
public final class JavaRuntime {

  // used by name: the faster kernels, and the curves of https
  private static final Set<String> NAMED = Set.of("jdk.incubator.vector", "jdk.crypto.ec");

  private JavaRuntime() {}

  /**
   * Makes it.
   *
   * @param arguments the folder of the jars, and that of the new Java, which is replaced
   */
  public static void main(String... arguments) throws IOException {
    Path image = Path.of(arguments[1]);
    delete(image);
    Set<String> modules = new TreeSet<>(modulesOf(Path.of(arguments[0])));
    modules.addAll(NAMED);
    run(
        "jlink",
        List.of(
            "--add-modules",
            String.join(",", modules),
            "--strip-java-debug-attributes",
            "--no-header-files",
            "--no-man-pages",
            "--output",
            image.toString()));
    System.out.println(image + " has the modules " + String.join(", ", modules));
  }

  /** The modules of the JDK that the classes in the jars of a folder name. */
  static Set<String> modulesOf(Path folder) throws IOException {
    Path classes = Files.createTempFile("classes", ".jar");
    try {
      merge(folder, classes);
      String modules =
          run("jdeps", List.of("--ignore-missing-deps", "--print-module-deps", classes.toString()));
      return new TreeSet<>(Arrays.asList(modules.strip().split(",", -1)));
    } finally {
      Files.delete(classes);
    }
  }

  /** Copies all classes into one jar: jdeps would insist on all modules that a jar asks for. */
  private static void merge(Path folder, Path classes) throws IOException {
    Set<String> known = new HashSet<>();
    try (ZipOutputStream merged = new ZipOutputStream(Files.newOutputStream(classes));
        Stream<Path> files = Files.list(folder)) {
      merged.setLevel(Deflater.BEST_SPEED);
      for (Path file : files.filter(f -> f.toString().endsWith(".jar")).sorted().toList()) {
        try (ZipFile jar = new ZipFile(file.toFile())) {
          for (ZipEntry entry : Collections.list(jar.entries())) {
            String name = entry.getName();
            if (name.endsWith(".class")
                && !name.endsWith("module-info.class")
                && !name.startsWith("META-INF/")
                && known.add(name)) {
              merged.putNextEntry(new ZipEntry(name));
              try (InputStream content = jar.getInputStream(entry)) {
                content.transferTo(merged);
              }
            }
          }
        }
      }
    }
  }

  private static String run(String tool, List<String> arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        ToolProvider.findFirst(tool)
            .orElseThrow(
                () -> new IllegalStateException("a JDK is needed: this Java has no " + tool))
            .run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IllegalStateException(tool + " failed: " + out + err);
    }
    return out.toString();
  }

  private static void delete(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
