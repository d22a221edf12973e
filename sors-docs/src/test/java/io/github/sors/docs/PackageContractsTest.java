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

/** Every exported package says how its types behave among threads, and how they fail. */
class PackageContractsTest {

  private static final Pattern EXPORT = Pattern.compile("(?m)^  exports ([\\w.]+);$");

  @Test
  void everyExportedPackageSaysWhatItPromises() throws IOException {
    List<String> silent = new ArrayList<>();
    int packages = 0;
    for (Path sources : sourcesOfModules()) {
      Matcher export = EXPORT.matcher(Files.readString(sources.resolve("module-info.java")));
      while (export.find()) {
        packages++;
        String name = export.group(1);
        String info =
            Files.readString(sources.resolve(name.replace('.', '/')).resolve("package-info.java"));
        for (String promise : List.of("Threads:", "Failures:")) {
          if (!info.contains(promise)) {
            silent.add(name + " has no " + promise);
          }
        }
      }
    }
    assertThat(packages).isGreaterThan(30);
    assertThat(silent).isEmpty();
  }

  private static List<Path> sourcesOfModules() throws IOException {
    try (Stream<Path> modules = Files.list(ProjectPages.ROOT)) {
      return modules
          .map(module -> module.resolve("src/main/java"))
          .filter(sources -> Files.exists(sources.resolve("module-info.java")))
          .sorted()
          .toList();
    }
  }
}
