package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;

import example.LearnFromFeedback;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The program of the page, and what it prints; {@link PySparkTest} runs the one in Python. */
class LearnFromFeedbackTest {

  @Test
  void learnsAndPrintsAsThePageSays() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "how-to", "spark.md"));
    String program =
        Files.readString(Path.of("src", "test", "java", "example", "LearnFromFeedback.java"));
    assertThat(page).contains("```java\n" + program + "```");
    SharedSpark.start();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream before = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      LearnFromFeedback.main(new String[0]);
    } finally {
      System.setOut(before);
    }
    assertThat(page).contains("```text\n" + printed.toString(StandardCharsets.UTF_8) + "```");
  }
}
