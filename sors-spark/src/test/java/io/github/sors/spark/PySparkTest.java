package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the Python package with a real PySpark 4.1, where there is one: installed for python3, in
 * {@code PYSPARK_PATH} (folders and archives with the modules pyspark and py4j), in {@code
 * SPARK_HOME}, or as archives in {@code shared/pyspark} beside the checkout. The JVM has the class
 * path of this test, so the Python modules alone suffice.
 */
class PySparkTest {

  private static final Path BESIDE = Path.of("..", "..", "shared", "pyspark");

  @TempDir Path folder;

  private String pythonPath;

  @BeforeEach
  void findPySpark() throws IOException, InterruptedException {
    pythonPath =
        Stream.concat(Stream.of(Path.of("python").toAbsolutePath().toString()), modules().stream())
            .collect(Collectors.joining(File.pathSeparator));
    assumeTrue(
        run("-c", "import sys, pyspark, py4j; assert pyspark.__version__.startswith('4.1')")
            .succeeded(),
        "there is no python3 with PySpark 4.1 here, and none in PYSPARK_PATH, SPARK_HOME or "
            + BESIDE);
    Path submit = folder.resolve("bin/spark-submit");
    Files.createDirectories(submit.getParent());
    Files.createDirectories(folder.resolve("jars"));
    // PySpark starts its JVM with this; what it usually finds in the jars folder is the class path
    Files.writeString(
        submit,
        "#!/bin/sh\nexec '"
            + Path.of(System.getProperty("java.home"), "bin", "java")
            + "' -Xmx1g -XX:TieredStopAtLevel=1 -Dsors.test.log=error -cp '"
            + ChildJvm.classPath()
            + "' org.apache.spark.deploy.SparkSubmit \"$@\"\n");
    assertThat(submit.toFile().setExecutable(true)).isTrue();
  }

  /** Where the modules of PySpark may be. */
  private static List<String> modules() throws IOException {
    List<String> found = new ArrayList<>();
    String path = System.getenv().getOrDefault("PYSPARK_PATH", "");
    if (!path.isEmpty()) {
      found.add(path);
    }
    String home = System.getenv().getOrDefault("SPARK_HOME", "");
    if (!home.isEmpty()) {
      Path python = Path.of(home, "python");
      found.add(python.toString());
      found.addAll(archives(python.resolve("lib")));
    }
    if (found.isEmpty()) {
      found.addAll(archives(BESIDE));
    }
    return found;
  }

  private static List<String> archives(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.toAbsolutePath().normalize().toString())
          .filter(name -> name.endsWith(".zip"))
          .sorted()
          .toList();
    }
  }

  @Test
  void theStagesWorkInPython() throws IOException, InterruptedException {
    Result result = run("python/tests/test_stages.py");
    assertThat(result.succeeded()).as(result.errors()).isTrue();
  }

  @Test
  void theExampleLearnsFromTripletsById() throws IOException, InterruptedException {
    Result result = run("python/examples/example.py");
    assertThat(result.succeeded()).as(result.errors()).isTrue();
    // the page shows what it prints, and the example in Java prints the same
    assertThat(Files.readString(Path.of("..", "docs", "how-to", "spark.md")))
        .contains("```text\n" + result.printed() + "```");
  }

  @Test
  void theScriptTunes() throws IOException, InterruptedException {
    Path texts = folder.resolve("texts.json");
    StringBuilder lines = new StringBuilder();
    for (int row = 0; row < 90; row++) {
      lines.append(
          row % 2 == 0
              ? "{\"label\": \"sport\", \"text\": \"the goal of match " + row + "\"}\n"
              : "{\"label\": \"law\", \"text\": \"the vote of court " + row + "\"}\n");
    }
    Files.writeString(texts, lines);
    Result result =
        run("python/examples/tuning.py", texts.toString(), folder.resolve("saved").toString());
    assertThat(result.succeeded()).as(result.errors()).isTrue();
    assertThat(result.printed())
        .contains("regParam=1e-06, algorithm=sors-2: MAP ")
        .contains("best: SorsSimilarityModel")
        .containsPattern("(?m)^MAP (1|0\\.9)");
  }

  private record Result(boolean succeeded, String printed, String errors) {}

  private Result run(String... arguments) throws IOException, InterruptedException {
    Path printed = folder.resolve("printed");
    Path errors = folder.resolve("errors");
    ProcessBuilder builder =
        new ProcessBuilder(
                Stream.concat(Stream.of("python3"), Stream.of(arguments)).toArray(String[]::new))
            .redirectOutput(printed.toFile())
            .redirectError(errors.toFile());
    builder.environment().put("PYTHONPATH", pythonPath);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    builder.environment().put("SPARK_HOME", folder.toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder
        .environment()
        .put(
            "PYSPARK_SUBMIT_ARGS",
            "--master local[2] --conf spark.ui.enabled=false"
                + " --conf spark.sql.shuffle.partitions=2 pyspark-shell");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return new Result(false, "", "python3 cannot be started: " + e.getMessage());
    }
    try {
      boolean ended = process.waitFor(10, TimeUnit.MINUTES);
      return new Result(
          ended && process.exitValue() == 0,
          Files.readString(printed, StandardCharsets.UTF_8),
          Files.readString(errors, StandardCharsets.UTF_8));
    } finally {
      process.destroyForcibly();
    }
  }
}
