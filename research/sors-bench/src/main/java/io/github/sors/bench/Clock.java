package io.github.sors.bench;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/** How time is measured. */
enum Clock {
  /** Elapsed time. */
  WALL {
    @Override
    long nanoseconds() {
      return System.nanoTime();
    }
  },
  /**
   * Processor time of the calling thread, for machines with other work; pauses of the garbage
   * collector are not included.
   */
  PROCESSOR {
    @Override
    long nanoseconds() {
      return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
  };

  /** The time since some moment. */
  abstract long nanoseconds();

  /** The name on the command line. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
