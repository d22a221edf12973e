package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every exported package, and every public type in it, says how it behaves among threads and how it
 * fails.
 *
 * <p>Exceptions say neither, since they are failures themselves. Enums, annotations and records
 * that check nothing say only the first: there is nothing to fail.
 */
class PackageContractsTest {

  private static final String THREADS = "Threads:";
  private static final String FAILURES = "Failures:";
  private static final Pattern EXPORT = Pattern.compile("(?m)^  exports ([\\w.]+);$");
  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "(?m)^public (?:abstract |final |sealed |non-sealed )*"
              + "(?<kind>class|interface|@interface|record|enum) (?<name>\\w+)");
  private static final Pattern CHECK = Pattern.compile("throw new|requireNonNull|\\.require\\(");

  @Test
  void everyExportedPackageSaysWhatItPromises() throws IOException {
    List<String> silent = new ArrayList<>();
    List<Path> packages = exportedPackages();
    for (Path folder : packages) {
      String info = Files.readString(folder.resolve("package-info.java"));
      for (String promise : List.of(THREADS, FAILURES)) {
        if (!info.contains(promise)) {
          silent.add(folder + " has no " + promise);
        }
      }
    }
    assertThat(packages).hasSizeGreaterThan(30);
    assertThat(silent).isEmpty();
  }

  @Test
  void everyPublicTypeSaysWhatItPromises() throws IOException {
    List<String> silent = new ArrayList<>();
    int types = 0;
    for (Path folder : exportedPackages()) {
      for (Path source : sourcesIn(folder)) {
        String text = Files.readString(source);
        Matcher type = PUBLIC_TYPE.matcher(text);
        if (type.find() && !type.group("name").endsWith("Exception")) {
          types++;
          String javadoc = text.substring(0, type.start());
          missingPromises(type.group("kind"), javadoc, text)
              .forEach(promise -> silent.add(type.group("name") + " has no " + promise));
        }
      }
    }
    assertThat(types).isGreaterThan(250);
    assertThat(silent).isEmpty();
  }

  @Test
  void aTypeThatCanFailHasToSayHow() {
    String javadoc = "/** <p>Threads: immutable. */";
    assertThat(missingPromises("class", javadoc, javadoc)).containsExactly(FAILURES);
    assertThat(missingPromises("record", javadoc, "throw new X()")).containsExactly(FAILURES);
    assertThat(missingPromises("record", javadoc, javadoc)).isEmpty();
    assertThat(missingPromises("enum", javadoc, "throw new X()")).isEmpty();
    assertThat(missingPromises("enum", "", "")).containsExactly(THREADS);
  }

  private static List<String> missingPromises(String kind, String javadoc, String text) {
    boolean canFail =
        switch (kind) {
          case "enum", "@interface" -> false;
          case "record" -> CHECK.matcher(text).find();
          default -> true;
        };
    List<String> missing = new ArrayList<>();
    if (!javadoc.contains("<p>" + THREADS)) {
      missing.add(THREADS);
    }
    if (canFail && !javadoc.contains(FAILURES)) {
      missing.add(FAILURES);
    }
    return missing;
  }

  private static List<Path> sourcesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }

  /** The folders of the sources of all exported packages, of all modules. */
  private static List<Path> exportedPackages() throws IOException {
    List<Path> packages = new ArrayList<>();
    for (Path module : ProjectPages.modules()) {
      Path sources = module.resolve("src/main/java");
      Path descriptor = sources.resolve("module-info.java");
      if (Files.exists(descriptor)) {
        Matcher export = EXPORT.matcher(Files.readString(descriptor));
        while (export.find()) {
          packages.add(sources.resolve(export.group(1).replace('.', '/')));
        }
      }
    }
    return packages;
  }
}
