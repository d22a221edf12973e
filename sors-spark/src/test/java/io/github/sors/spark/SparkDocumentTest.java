package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.console.CommandFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of Spark in docs/ and research/: the first training runs, on a few rows and for a
 * few rounds; of the others the options are checked, as {@link SparkCommandTest} runs them all.
 */
class SparkDocumentTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  /** A command with the lines that continue it, up to a comment. */
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^(?:SORS_\\S+ )?\\./sors spark ((?:\\\\\n|[^#\n])+)");

  /** A block of statements; the complete program is compiled and run elsewhere. */
  private static final Pattern STATEMENTS =
      Pattern.compile("```java\n((?!package ).*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  void commandsAreValid() throws IOException {
    SharedSpark.start();
    StringBuilder rows = new StringBuilder();
    for (int row = 0; row < 60; row++) {
      rows.append("%d %d:1 %d:1%n".formatted(row % 3, 1 + row % 3, 4 + row % 5));
    }
    Files.writeString(folder.resolve("bbc"), rows);
    int commands = 0;
    for (String page : List.of("docs/how-to/spark.md", "research/performance.md")) {
      Matcher command = COMMAND.matcher(Files.readString(ROOT.resolve(page)));
      while (command.find()) {
        run(command.group(1), commands > 0);
        commands++;
      }
    }
    assertThat(commands).isGreaterThan(4);
  }

  private void run(String command, boolean onlyParse) {
    List<String> words = new ArrayList<>();
    for (String word : command.replace("\\\n", " ").replace("'", "").trim().split("\\s+", -1)) {
      words.add(word.matches("bbc(\\.sors)?") ? folder.resolve(word).toString() : word);
    }
    if (onlyParse) {
      words.add("--help");
    } else {
      // jobs of Spark take seconds each, whatever they do
      words.addAll(List.of("--set", "rounds=50", "--set", "slices=1", "--set", "partitions=2"));
    }
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
    int code = SparkCommand.run(new CommandFrame(stream, stream), words.toArray(String[]::new));
    assertThat(code).as("%s\n%s", words, printed.toString(StandardCharsets.UTF_8)).isZero();
  }

  /** The jar is made after the tests; here is what it is made of. */
  @Test
  void theOneJarHasAMainClassAndNamesArtifactsOfTheClassPath() throws Exception {
    Matcher main =
        Pattern.compile("<mainClass>(.*)</mainClass>")
            .matcher(Files.readString(ROOT.resolve("sors-spark/pom.xml")));
    assertThat(main.find()).isTrue();
    assertThat(Class.forName(main.group(1)).getMethod("main", String[].class)).isNotNull();
    String classPath = ChildJvm.classPath().replace('\\', '/');
    Matcher artifact =
        Pattern.compile("<include>(?!io\\.github\\.sors)[^:]*:(.*)</include>")
            .matcher(Files.readString(ROOT.resolve("sors-spark/src/main/assembly/all.xml")));
    int artifacts = 0;
    while (artifact.find()) {
      assertThat(classPath).contains("/" + artifact.group(1) + "/");
      artifacts++;
    }
    assertThat(artifacts).isEqualTo(3);
  }

  @Test
  void theExamplesCompile() throws IOException {
    Matcher example = STATEMENTS.matcher(Files.readString(ROOT.resolve("docs/how-to/spark.md")));
    int examples = 0;
    while (example.find()) {
      compile(example.group(1));
      examples++;
    }
    assertThat(examples).isGreaterThan(1);
  }

  private void compile(String statements) throws IOException {
    Path source = folder.resolve("Example.java");
    Files.writeString(
        source,
        "import io.github.sors.spark.*;\nimport org.apache.spark.sql.*;\nfinal class Example {\n"
            + "  void run(Dataset<Row> items, Dataset<Row> others, Dataset<Row> log, Dataset<Row> users)"
            + " throws Exception {\n"
            + statements
            + "  }\n}\n");
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
                folder.toString(),
                source.toString());
    assertThat(code).as(messages.toString(StandardCharsets.UTF_8)).isZero();
  }
}
