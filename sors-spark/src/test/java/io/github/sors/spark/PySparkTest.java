package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PySparkTest {

  @TempDir Path folder;

  @Test
  void theExampleLearnsFromPython() throws IOException, InterruptedException {
    assumeTrue(hasPySpark(), "there is no python3 with pyspark here");
    Path rows = folder.resolve("rows.libsvm");
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < 60; row++) {
      text.append(row % 2).append(" 1:1 ").append(2 + row % 2).append(":0.5\n");
    }
    Files.writeString(rows, text);
    // the class folders of this build, which a local driver can read as they are
    String classes =
        Arrays.stream(ChildJvm.classPath().split(File.pathSeparator))
            .filter(entry -> entry.contains("sors-"))
            .collect(Collectors.joining(File.pathSeparator));
    ProcessBuilder builder =
        new ProcessBuilder("python3", "python/example.py", rows.toString())
            .redirectError(folder.resolve("errors").toFile());
    builder
        .environment()
        .put(
            "PYSPARK_SUBMIT_ARGS",
            "--master local[2] --driver-class-path " + classes + " pyspark-shell");
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(Files.readString(folder.resolve("errors"))).isZero();
    assertThat(printed).contains("MAP 1.0");
  }

  private static boolean hasPySpark() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "-c", "import pyspark")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      // no python3 either
      return false;
    }
  }
}
