package io.github.sors.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the documentation shows is true: its Java compiles and runs, its links lead somewhere. */
class ReadmeTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern CLASS = Pattern.compile("class (\\w+)");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");

  @TempDir Path folder;

  @Test
  void theJavaExampleCompilesAndRuns() throws Exception {
    String readme = Files.readString(ROOT.resolve("README.md"));
    Matcher example = JAVA.matcher(readme);
    assertThat(example.find()).as("a Java example in the README").isTrue();
    String source = example.group(1);
    Matcher name = CLASS.matcher(source);
    assertThat(name.find()).as("a class in the example").isTrue();
    Path file = folder.resolve(name.group(1) + ".java");
    Files.writeString(file, source);

    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    String classPath = System.getProperty("java.class.path");
    int result =
        compiler.run(
            null,
            messages,
            messages,
            List.of("-cp", classPath, "-d", folder.toString(), file.toString())
                .toArray(String[]::new));
    assertThat(result).as(messages.toString(StandardCharsets.UTF_8)).isZero();

    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = System.out;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      loader
          .loadClass(name.group(1))
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(out);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8)).isNotBlank();
  }

  @Test
  void linksLeadToFilesThatAreThere() throws IOException {
    List<Path> pages = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      Stream.concat(top, docs).filter(p -> p.toString().endsWith(".md")).forEach(pages::add);
    }
    assertThat(pages).hasSizeGreaterThan(3);
    for (Path page : pages) {
      Matcher link = LINK.matcher(Files.readString(page));
      while (link.find()) {
        Path target = page.resolveSibling(link.group(1).replace('/', File.separatorChar));
        assertThat(target).as("link in %s", ROOT.relativize(page)).exists();
      }
    }
  }
}
