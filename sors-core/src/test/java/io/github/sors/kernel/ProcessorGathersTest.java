package io.github.sors.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which processors are known to read scattered entries fast. */
class ProcessorGathersTest {

  private static final String SAPPHIRE_RAPIDS =
      """
      processor\t: 0
      vendor_id\t: GenuineIntel
      flags\t\t: fpu sse2 avx avx2 avx512f amx_tile

      processor\t: 1
      vendor_id\t: GenuineIntel
      flags\t\t: fpu sse2 avx avx2 avx512f amx_tile
      """;

  @TempDir private Path root;

  @Test
  void intelsWithWideRegistersThatNeedNoProtection() throws Exception {
    assertThat(areFast(SAPPHIRE_RAPIDS, "Not affected\n")).isTrue();
  }

  @Test
  void notThoseThatAreProtectedOrWouldHaveToBe() throws Exception {
    assertThat(areFast(SAPPHIRE_RAPIDS, "Mitigation: Microcode\n")).isFalse();
    assertThat(areFast(SAPPHIRE_RAPIDS, "Vulnerable\n")).isFalse();
  }

  @Test
  void notThoseOfOthers() throws Exception {
    assertThat(areFast(SAPPHIRE_RAPIDS.replace("GenuineIntel", "AuthenticAMD"), "Not affected\n"))
        .isFalse();
    assertThat(areFast("processor\t: 0\nFeatures\t: fp asimd sve\n", "Not affected\n")).isFalse();
  }

  @Test
  void notThoseWithNarrowRegisters() throws Exception {
    assertThat(areFast(SAPPHIRE_RAPIDS.replace(" avx512f", ""), "Not affected\n")).isFalse();
  }

  @Test
  void notWhereItCannotBeKnown() throws Exception {
    assertThat(ProcessorGathers.areFast(root)).as("neither file").isFalse();
    write("proc/cpuinfo", SAPPHIRE_RAPIDS);
    assertThat(ProcessorGathers.areFast(root)).as("an old kernel").isFalse();
    Path other = Files.createDirectory(root.resolve("other"));
    Path folder = other.resolve("sys/devices/system/cpu/vulnerabilities/gather_data_sampling");
    Files.createDirectories(folder);
    assertThat(ProcessorGathers.areFast(other)).as("a file that cannot be read").isFalse();
  }

  private boolean areFast(String processors, String vulnerability) throws IOException {
    write("proc/cpuinfo", processors);
    write("sys/devices/system/cpu/vulnerabilities/gather_data_sampling", vulnerability);
    return ProcessorGathers.areFast(root);
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
