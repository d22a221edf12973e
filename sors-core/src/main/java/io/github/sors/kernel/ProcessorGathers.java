package io.github.sors.kernel;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Knows on which processors the instructions that read several places at once are faster than
 * reading one after another: Intel's with registers of 512 bits that need no protection against <a
 * href="https://docs.kernel.org/admin-guide/hw-vuln/gather_data_sampling.html">gather data
 * sampling</a>, which are those since Sapphire Rapids (2023).
 *
 * <p>On older ones, the protection makes the instructions slow. On those of AMD, they consist of
 * one read after another. 64-bit ARM has them only together with SVE. None of these was measured.
 */
final class ProcessorGathers {

  private static final Path PROCESSORS = Path.of("proc", "cpuinfo");
  private static final Path VULNERABILITY =
      Path.of("sys", "devices", "system", "cpu", "vulnerabilities", "gather_data_sampling");

  private ProcessorGathers() {}

  /**
   * Whether they are faster on this machine; false if it cannot be known, as without Linux.
   *
   * @param root the root of the file system
   */
  static boolean areFast(Path root) {
    try {
      return isNotAffected(root.resolve(VULNERABILITY)) && isWideIntel(root.resolve(PROCESSORS));
    } catch (IOException | UncheckedIOException e) {
      // a container may hide these files: then the reads in plain Java are used
      return false;
    }
  }

  private static boolean isNotAffected(Path file) throws IOException {
    return Files.exists(file) && Files.readString(file).strip().equals("Not affected");
  }

  private static boolean isWideIntel(Path file) throws IOException {
    if (!Files.exists(file)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(file)) {
      // of the first processor
      List<String> fields = lines.takeWhile(line -> !line.isBlank()).toList();
      return fields.stream().anyMatch(line -> isField(line, "vendor_id", "GenuineIntel"))
          && fields.stream().anyMatch(line -> isField(line, "flags", "avx512f"));
    }
  }

  /** Whether a line has the given name and, among its words, the given one. */
  private static boolean isField(String line, String name, String word) {
    int colon = line.indexOf(':');
    return colon > 0
        && line.substring(0, colon).strip().equals(name)
        && List.of(line.substring(colon + 1).strip().split(" ")).contains(word);
  }
}
