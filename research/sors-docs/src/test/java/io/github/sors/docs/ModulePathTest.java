package io.github.sors.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.docs.MarkdownPage.CodeBlock;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program with a module of its own, outside this build: it compiles and runs with the README's
 * example, and does not see what the core hides.
 */
class ModulePathTest {

  @TempDir Path project;

  private Path sources;
  private Path classes;

  @BeforeEach
  void createProject() throws IOException {
    sources = Files.createDirectories(project.resolve("src/example"));
    classes = project.resolve("classes");
    Files.writeString(
        project.resolve("src/module-info.java"),
        "module example {\n  requires io.github.sors.core;\n}\n");
  }

  @Test
  void theExampleOfTheReadmeRunsAsAModule() throws Exception {
    Files.writeString(sources.resolve("Example.java"), "package example;\n" + readmeExample());
    assertThat(compile("Example")).isEmpty();

    assertThat(run("-Dsors.kernels=scalar"))
        .as("loss, and the scores of the positive and the negative")
        .matches("(?s)\\d.*: .* > .*");
  }

  @Test
  void theVectorKernelsWorkFromAModuleThatDoesNotNameTheirs() throws Exception {
    Files.writeString(sources.resolve("Example.java"), "package example;\n" + readmeExample());
    assertThat(compile("Example")).isEmpty();

    // Java warns of the incubating module, whatever it is used for
    assertThat(run("--add-modules", "jdk.incubator.vector", "-Dsors.kernels=vector"))
        .containsPattern("\\d.*: .* > ");
  }

  @Test
  void whatTheCoreHidesCannotBeCompiledAgainst() throws IOException {
    Files.writeString(
        sources.resolve("Intruder.java"),
        """
        package example;
        class Intruder {
          io.github.sors.matrix.LazyMatrix matrix;
          io.github.sors.kernel.ShrinkageKernels kernels;
          io.github.sors.parallel.Workers workers;
          io.github.sors.spectral.PositivePart part;
          io.github.sors.Model model;
        }
        """);

    Pattern hidden = Pattern.compile("compiler\\.err\\.package\\.not\\.visible: ([\\w.]+)");
    assertThat(hidden.matcher(compile("Intruder")).results().map(match -> match.group(1)))
        .containsExactly(
            "io.github.sors.matrix",
            "io.github.sors.kernel",
            "io.github.sors.parallel",
            "io.github.sors.spectral");
  }

  @Test
  void theWholeCommandRunsOnTheModulePath() throws Exception {
    assertThat(command("info", "--help")).contains("Usage: sors info");
  }

  @Test
  void whatResearchAddsIsFoundOnTheModulePath() throws Exception {
    assertThat(command("regret", "--help")).contains("Usage: sors regret");
    assertThat(command("train", "--help")).contains("lmnn");
    assertThat(command("tune", "--help")).contains("lmnn");
  }

  private String command(String name, String option) throws Exception {
    return java(
        "--module-path",
        libraries(),
        "-m",
        "io.github.sors.cli/io.github.sors.cli.SorsCommand",
        name,
        option);
  }

  private static String readmeExample() throws IOException {
    return MarkdownPage.read(ProjectPages.ROOT.resolve("README.md")).blocks().stream()
        .filter(block -> block.language().equals("java"))
        .map(CodeBlock::text)
        .findFirst()
        .orElseThrow();
  }

  /** Returns what the compiler says of one class and the module; empty if it compiles. */
  private String compile(String name) {
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                messages,
                messages,
                "-Xlint:all",
                "-Werror",
                // the keys of messages, which are the same in every language
                "-XDrawDiagnostics",
                "--module-path",
                core(),
                "-d",
                classes.toString(),
                project.resolve("src/module-info.java").toString(),
                sources.resolve(name + ".java").toString());
    String text = messages.toString(StandardCharsets.UTF_8);
    assertThat(code == 0).as(text).isEqualTo(text.isEmpty());
    return text;
  }

  private String run(String... options) throws Exception {
    return java(
        Stream.concat(
                Arrays.stream(options),
                Stream.of(
                    "--module-path",
                    core() + File.pathSeparator + classes,
                    "-m",
                    "example/example.Example"))
            .toArray(String[]::new));
  }

  private String java(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(arguments));
    Path printed = project.resolve("printed.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    process.destroyForcibly();
    String text = Files.readString(printed);
    assertThat(ended).as(text).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }

  /** Returns where the classes of the core are: a folder, or a jar where that was made. */
  private static String core() {
    return classPath()
        .filter(entry -> entry.replace('\\', '/').contains("/sors-core"))
        .filter(entry -> !entry.endsWith("-tests.jar") && !entry.endsWith("test-classes"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  /** Returns what the command needs: no benchmarks, no test libraries. */
  private static String libraries() {
    return classPath()
        .filter(
            entry ->
                !entry.replace('\\', '/').matches(".*/(sors-bench|sors-docs)/.*|.*test-classes.*"))
        .filter(entry -> !entry.endsWith("-tests.jar"))
        .filter(
            entry ->
                !Path.of(entry)
                    .getFileName()
                    .toString()
                    .matches("(junit|assertj|apiguardian|opentest4j|byte-buddy|jmh|jopt).*"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static Stream<String> classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(entry -> !entry.isEmpty());
  }
}
