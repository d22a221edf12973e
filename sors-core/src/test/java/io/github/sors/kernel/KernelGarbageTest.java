package io.github.sors.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The compiler keeps the vectors of the kernels in registers, whatever else a program does. */
class KernelGarbageTest {

  @TempDir private Path folder;

  @Test
  void vectorsOfOtherSizesDoNotTurnThoseOfTheKernelsIntoObjects() throws Exception {
    // compiled as soon as it is called often enough, so that every run compiles the same
    JavaProcess.Run run =
        JavaProcess.run(KernelGarbage.class, folder, JavaProcess.WITH_MODULE, "-Xbatch");
    assertThat(run.exitCode()).as(run.err()).isZero();
    List<String> lines = run.out().lines().toList();
    assumeFalse(
        lines.get(0).equals("widest registers: 128"), "here all kernels use registers of one size");

    assertThat(lines.subList(1, lines.size())).hasSize(18).allSatisfy(KernelGarbageTest::isLittle);
  }

  /**
   * A loop has at least twelve turns here, and a vector of 512 bits that is an object 96 bytes. The
   * most that a call allocates on purpose are the 8 · 16 lanes of the inner products with two
   * vectors, 528 bytes.
   */
  private static void isLittle(String line) {
    long bytes = Long.parseLong(line.substring(line.lastIndexOf(' ') + 1));
    assertThat(bytes).as(line).isLessThan(700);
  }
}
