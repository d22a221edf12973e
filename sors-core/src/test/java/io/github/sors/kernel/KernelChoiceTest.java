package io.github.sors.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which kernels a JVM takes, tried in real ones. */
class KernelChoiceTest {

  private static final String WITH_MODULE = "--add-modules=jdk.incubator.vector";

  @TempDir private Path folder;

  @Test
  void withoutTheModuleKernelsAreScalarAndOneLogEntrySaysHowToSwitch() throws Exception {
    Run run = run();
    assertThat(run.out).isEqualTo("ScalarKernels 3.0\n");
    assertThat(run.err)
        .contains("start Java with --add-modules jdk.incubator.vector")
        // one entry: a line with time and place, and the message
        .hasLineCount(2);
    assertThat(run.exitCode).isZero();
  }

  @Test
  void whoAsksForScalarOnesIsNotToldOfOthers() throws Exception {
    assertThat(run("-Dsors.kernels=scalar").err).isEmpty();
  }

  @Test
  void withoutTheModuleTheTwinIsNeverLoaded() throws Exception {
    Path loaded = folder.resolve("loaded.txt");
    run("-Xlog:class+load:file=" + loaded.getFileName());
    assertThat(Files.readString(loaded))
        .contains("io.github.sors.kernel.ScalarKernels")
        .doesNotContain("io.github.sors.kernel.VectorKernels");
  }

  @Test
  void withTheModuleTheyUseTheVectorApi() throws Exception {
    assertThat(run(WITH_MODULE).out).isEqualTo("VectorKernels 3.0\n");
  }

  @Test
  void whereVectorsWouldBeInterpretedTheyAreScalar() throws Exception {
    assertThat(run(WITH_MODULE, "-Xint").out).isEqualTo("ScalarKernels 3.0\n");
    assertThat(run(WITH_MODULE, "-XX:TieredStopAtLevel=1").out).isEqualTo("ScalarKernels 3.0\n");
  }

  @Test
  void thePropertyForcesEither() throws Exception {
    assertThat(run(WITH_MODULE, "-Dsors.kernels=scalar").out).isEqualTo("ScalarKernels 3.0\n");
    assertThat(run(WITH_MODULE, "-Xint", "-Dsors.kernels=vector").out)
        .isEqualTo("VectorKernels 3.0\n");
  }

  @Test
  void forcingTheTwinWithoutTheModuleFailsAndSaysWhatToDo() throws Exception {
    Run run = run("-Dsors.kernels=vector");
    assertThat(run.exitCode).isNotZero();
    assertThat(run.err)
        .contains(
            "sors.kernels=vector needs the module jdk.incubator.vector:"
                + " start Java with --add-modules jdk.incubator.vector");
  }

  @Test
  void scatteredEntriesAreReadInPlainJavaWhereTheOtherKernelsAre() throws Exception {
    assertThat(gathers().out).isEqualTo("ScalarGatherLoops\n");
    assertThat(gathers(WITH_MODULE, "-Dsors.kernels=scalar").out).isEqualTo("ScalarGatherLoops\n");
  }

  @Test
  void aPropertyOfItsOwnForcesHowTheyAreRead() throws Exception {
    assertThat(gathers(WITH_MODULE, "-Dsors.gathers=vector").out).isEqualTo("VectorGatherLoops\n");
    assertThat(gathers(WITH_MODULE, "-Dsors.gathers=scalar").out).isEqualTo("ScalarGatherLoops\n");
    assertThat(gathers("-Dsors.gathers=vector").err)
        .contains("sors.gathers=vector needs the module jdk.incubator.vector");
    assertThat(gathers("-Dsors.gathers=fast").err)
        .contains("the system property sors.gathers must be scalar or vector, but is 'fast'");
  }

  @Test
  void otherwiseTheProcessorDecides() throws Exception {
    boolean fast = ProcessorGathers.areFast(Path.of("/"));
    assertThat(gathers(WITH_MODULE).out)
        .isEqualTo(fast ? "VectorGatherLoops\n" : "ScalarGatherLoops\n");
  }

  @Test
  void anUnknownValueOfThePropertyFails() throws Exception {
    Run run = run("-Dsors.kernels=fast");
    assertThat(run.exitCode).isNotZero();
    assertThat(run.err)
        .contains("the system property sors.kernels must be scalar or vector, but is 'fast'");
  }

  @Test
  void theChoiceIsLoggedForThoseWhoAsk() throws Exception {
    Path configuration = folder.resolve("logging.properties");
    Files.writeString(
        configuration,
        """
        handlers=java.util.logging.ConsoleHandler
        java.util.logging.ConsoleHandler.level=ALL
        io.github.sors.kernel.level=FINE
        """);
    assertThat(run(WITH_MODULE, "-Djava.util.logging.config.file=" + configuration).err)
        .contains("disable them with -Dsors.kernels=scalar");
  }

  private record Run(int exitCode, String out, String err) {}

  private Run run(String... options) throws IOException, InterruptedException, URISyntaxException {
    return run(List.of(options), List.of());
  }

  private Run gathers(String... options)
      throws IOException, InterruptedException, URISyntaxException {
    return run(List.of(options), List.of("gathers"));
  }

  private Run run(List<String> options, List<String> arguments)
      throws IOException, InterruptedException, URISyntaxException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(
        List.of(
            "-cp",
            classFolder(KernelChoice.class) + File.pathSeparator + classFolder(ChosenKernels.class),
            ChosenKernels.class.getName()));
    command.addAll(arguments);
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    int exitCode =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start()
            .waitFor();
    return new Run(
        exitCode,
        Files.readString(out, StandardCharsets.UTF_8).replace("\r", ""),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private static String classFolder(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }
}
