package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.docs.MarkdownPage.CodeBlock;
import java.io.ByteArrayOutputStream;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every Java block of the pages compiles, and runs where it has a main method.
 *
 * <p>A block without a class is the body of a method; a comment above, {@code given: TYPE NAME, …},
 * has the parameters of that method. Blocks of docs/how-to/spark.md are compiled in sors-spark.
 */
class JavaExamplesTest {

  private static final Pattern CLASS = Pattern.compile("class (\\w+)");

  /** Packages that a reader would import from. */
  private static final List<String> PACKAGES =
      List.of(
          "io.github.sors",
          "io.github.sors.adapter",
          "io.github.sors.data",
          "io.github.sors.data.fit",
          "io.github.sors.embedding",
          "io.github.sors.feature",
          "io.github.sors.index",
          "io.github.sors.io",
          "io.github.sors.learn",
          "io.github.sors.lucene",
          "io.github.sors.metric",
          "java.nio.file",
          "java.util",
          "java.util.function",
          "org.apache.lucene.search");

  @TempDir Path folder;

  @TestFactory
  List<DynamicTest> examples() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    for (MarkdownPage page : ProjectPages.all()) {
      String name = ProjectPages.name(page);
      for (CodeBlock block : page.blocks()) {
        if (block.language().equals("java") && !name.equals("docs/how-to/spark.md")) {
          tests.add(
              DynamicTest.dynamicTest(name + ", line " + block.line(), () -> compileAndRun(block)));
        }
      }
    }
    assertThat(tests).hasSizeGreaterThan(3);
    return tests;
  }

  private void compileAndRun(CodeBlock block) throws Exception {
    Path classes = Files.createTempDirectory(folder, "example");
    Matcher name = CLASS.matcher(block.text());
    boolean whole = name.find();
    String className = whole ? name.group(1) : "Example";
    Path source = classes.resolve(className + ".java");
    Files.writeString(source, whole ? block.text() : inMethod(block));
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                messages,
                messages,
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                source.toString());
    assertThat(code).as(messages.toString(StandardCharsets.UTF_8)).isZero();
    if (whole && block.text().contains("void main(")) {
      assertThat(printedBy(classes, className)).isNotBlank();
    }
  }

  private static String inMethod(CodeBlock block) {
    assertThat(block.mark()).as("mark above a block without a class").matches("(given: .+)?");
    return PACKAGES.stream()
        .map(name -> "import " + name + ".*;\n")
        .collect(
            Collectors.joining(
                "",
                "",
                "final class Example {\n  void run("
                    + block.mark().replace("given: ", "")
                    + ") throws Exception {\n"
                    + block.text()
                    + "  }\n}\n"));
  }

  private static String printedBy(Path classes, String name) throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = System.out;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
      System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
      loader
          .loadClass(name)
          .getMethod("main", String[].class)
          .invoke(null, (Object) Stream.of().toArray(String[]::new));
    } finally {
      System.setOut(out);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
