package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every exported package says how its types behave among threads and how they fail. A type says so
 * itself if more is to be said of it.
 */
class PackageContractsTest {

  private static final String THREADS = "Threads:";
  private static final String FAILURES = "Failures:";
  private static final Pattern EXPORT = Pattern.compile("(?m)^  exports ([\\w.]+);$");

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
