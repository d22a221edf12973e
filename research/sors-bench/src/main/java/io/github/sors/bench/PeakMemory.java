package io.github.sors.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The peak memory of this process. */
final class PeakMemory {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String HIGH_WATER_MARK = "VmHWM:";

  private PeakMemory() {}

  /** The peak of the resident memory if the system reports it, else that of the heap. */
  static long bytes() throws IOException {
    if (Files.isReadable(STATUS)) {
      for (String line : Files.readAllLines(STATUS, StandardCharsets.UTF_8)) {
        if (line.startsWith(HIGH_WATER_MARK)) {
          // VmHWM:     123456 kB
          return Long.parseLong(line.substring(HIGH_WATER_MARK.length()).replaceAll("\\D", ""))
              * 1024;
        }
      }
    }
    List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans();
    long sum = 0;
    for (MemoryPoolMXBean pool : pools) {
      sum += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    return sum;
  }
}
