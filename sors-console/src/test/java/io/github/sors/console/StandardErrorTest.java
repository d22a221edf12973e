package io.github.sors.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandardErrorTest {

  /** Prints to the restored stream; started by a test with the standard output as descriptor. */
  public static final class Printing {
    public static void main(String[] arguments) {
      StandardError.restore();
      System.err.println("to descriptor 1");
    }
  }

  private static String printed(List<String> options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Printing.class.getName()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output.strip();
  }

  @Test
  void printsToTheDescriptorThatTheLauncherNames() throws IOException, InterruptedException {
    List<String> opened = List.of("--add-opens", "java.base/java.io=ALL-UNNAMED");
    List<String> named = new ArrayList<>(opened);
    named.add("-Dsors.stderr=1");

    assertThat(printed(named)).isEqualTo("to descriptor 1");
    assertThat(printed(opened)).isEmpty();
  }

  @Test
  void leavesTheStreamIfNoDescriptorIsNamed() {
    PrintStream before = System.err;
    StandardError.restore();
    assertThat(System.err).isSameAs(before);
  }

  @Test
  void saysWhatItNeedsIfJavaDoesNotOpenTheDescriptor() {
    PrintStream before = System.err;
    System.setProperty("sors.stderr", "2");
    try {
      assertThatThrownBy(StandardError::restore)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("--add-opens java.base/java.io=ALL-UNNAMED");
    } finally {
      System.clearProperty("sors.stderr");
    }
    assertThat(System.err).isSameAs(before);
  }
}
