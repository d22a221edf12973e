package io.github.sors.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What reaches the terminal through the launchers: what commands say, and no more. */
@DisabledOnOs(OS.WINDOWS)
class LauncherStreamsTest {

  @TempDir Path folder;

  /** What a process wrote to its error stream, a file, by the time that it ended. */
  private record Ended(int exitCode, String err) {}

  private Ended run(Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path err = folder.resolve("err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return new Ended(process.exitValue(), Files.readString(err));
  }

  /** Runs a command with the options of launch.sh, as the launchers do. */
  private Ended launch(String javaOptions, String... arguments) throws Exception {
    Path script = folder.resolve("launcher");
    Files.writeString(
        script,
        """
        set -eu
        class=io.github.sors.cli.SorsCommand
        jar=
        library=
        options=
        . src/main/launcher/launch.sh
        """);
    List<String> command = new ArrayList<>(List.of("sh", script.toString()));
    command.addAll(List.of(arguments));
    return run(
        Map.of(
            "java", Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "classpath", System.getProperty("java.class.path"),
            "SORS_JAVA_OPTIONS", javaOptions),
        command);
  }

  @Test
  void javaDoesNotWarnOfTheModuleThatTheLauncherAdds() throws Exception {
    Path rows =
        Files.writeString(folder.resolve("rows.libsvm"), "0 1:1\n0 1:2\n1 2:1\n1 2:2\n".repeat(9));
    Ended trained =
        launch(
            "-Dsors.kernels=vector",
            "train",
            rows.toString(),
            "--model",
            folder.resolve("rows.sors").toString(),
            "--algorithm",
            "sors-1",
            "--rounds",
            "20");
    assertThat(trained).isEqualTo(new Ended(0, ""));
    String missing = folder.resolve("none.libsvm").toString();
    assertThat(launch("", "train", missing, "--model", rows + ".sors"))
        .isEqualTo(
            new Ended(
                2,
                "sors: there is no file "
                    + missing
                    + ": check the path, or see 'sors data list' for names\n"));
  }

  @Test
  void javaCanStillSayWhatIsWrong() throws Exception {
    Path both = folder.resolve("both");
    Ended ended = launch("-XX:+NoSuchOption", "train", "rows", "--model", both.toString());
    assertThat(ended.exitCode()).isEqualTo(1);
    // what Java itself says goes through another process
    for (int tries = 0; !Files.readString(folder.resolve("err")).contains("exit.\n"); tries++) {
      assertThat(tries).isLessThan(600);
      TimeUnit.MILLISECONDS.sleep(100);
    }
    assertThat(Files.readString(folder.resolve("err")))
        .contains("Unrecognized VM option 'NoSuchOption'\n");
  }

  /** The error stream of the launcher of the sources where Maven is a program of this test. */
  private Ended build(String maven, String... words) throws Exception {
    Path root = Files.createDirectories(folder.resolve("sources"));
    Path launcher = Path.of("../sors");
    assumeThat(launcher).exists();
    Files.copy(launcher, root.resolve("sors"), StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(root.resolve("pom.xml"), "");
    Files.createDirectories(root.resolve("sors-cli/src/main"));
    Path programs = Files.createDirectories(folder.resolve("programs"));
    program(programs.resolve("java"), "exit 3");
    program(programs.resolve("mvn"), maven);
    Map<String, String> environment =
        Map.of("PATH", programs + ":" + System.getenv("PATH"), "JAVA_HOME", "");
    List<String> command = new ArrayList<>(List.of("bash", root.resolve("sors").toString()));
    command.addAll(List.of(words));
    return run(environment, command);
  }

  @Test
  void mavensColoursDoNotReachTheTerminal() throws Exception {
    String maven = "printf '\\033[0m\\033[1;31m[ERROR]\\033[m no\\n\\033[0m'; exit 1";
    assertThat(build(maven, "--version"))
        .isEqualTo(
            new Ended(
                1,
                """
                building sors (once; a minute or two where Maven has to fetch its plugins)…
                [ERROR] no
                sors: the build failed, see above
                """));
  }

  @ParameterizedTest
  @CsvSource({
    "--help, sors-cli",
    "train lmnn --algorithm sors-1, sors-cli",
    "train rows --algorithm lmnn, research/sors-lab",
    "tune --algorithm=logistic rows, research/sors-lab",
    "reproduce, research/sors-lab",
    "regret --help, research/sors-lab",
    "bench, research/sors-bench",
    "spark, sors-spark"
  })
  void whatACommandNeedsIsBuilt(String words, String module) throws Exception {
    Ended ended = build("echo \"$*\"; exit 1", words.split(" ", -1));
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.err()).contains(" -pl " + module + " -am ");
  }

  private static void program(Path file, String text) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
