package io.github.sors.kernel;

import static io.github.sors.kernel.JavaProcess.WITH_MODULE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which kernels a JVM takes, tried in real ones. */
class KernelChoiceTest {

  @TempDir private Path folder;

  @Test
  void withoutTheModuleKernelsAreScalarAndOneLogEntrySaysHowToSwitch() throws Exception {
    JavaProcess.Run run = run();
    assertThat(run.out()).isEqualTo("ScalarKernels 3.0\n");
    assertThat(run.err())
        .contains("start Java with --add-modules jdk.incubator.vector")
        // one entry: a line with time and place, and the message
        .hasLineCount(2);
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void whoAsksForScalarOnesIsNotToldOfOthers() throws Exception {
    assertThat(run("-Dsors.kernels=scalar").err()).isEmpty();
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
    assertThat(run(WITH_MODULE).out()).isEqualTo("VectorKernels 3.0\n");
  }

  @Test
  void whereVectorsWouldBeInterpretedTheyAreScalar() throws Exception {
    assertThat(run(WITH_MODULE, "-Xint").out()).isEqualTo("ScalarKernels 3.0\n");
    assertThat(run(WITH_MODULE, "-XX:TieredStopAtLevel=1").out()).isEqualTo("ScalarKernels 3.0\n");
  }

  @Test
  void thePropertyForcesEither() throws Exception {
    assertThat(run(WITH_MODULE, "-Dsors.kernels=scalar").out()).isEqualTo("ScalarKernels 3.0\n");
    assertThat(run(WITH_MODULE, "-Xint", "-Dsors.kernels=vector").out())
        .isEqualTo("VectorKernels 3.0\n");
  }

  @Test
  void forcingTheTwinWithoutTheModuleFailsAndSaysWhatToDo() throws Exception {
    JavaProcess.Run run = run("-Dsors.kernels=vector");
    assertThat(run.exitCode()).isNotZero();
    assertThat(run.err())
        .contains(
            "sors.kernels=vector needs the module jdk.incubator.vector:"
                + " start Java with --add-modules jdk.incubator.vector");
  }

  @Test
  void anUnknownValueOfThePropertyFails() throws Exception {
    JavaProcess.Run run = run("-Dsors.kernels=fast");
    assertThat(run.exitCode()).isNotZero();
    assertThat(run.err())
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
    assertThat(run(WITH_MODULE, "-Djava.util.logging.config.file=" + configuration).err())
        .contains("disable them with -Dsors.kernels=scalar");
  }

  private JavaProcess.Run run(String... options) throws Exception {
    return JavaProcess.run(ChosenKernels.class, folder, options);
  }
}
