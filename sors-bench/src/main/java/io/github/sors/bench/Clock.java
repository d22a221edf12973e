package io.github.sors.bench;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/** What time is measured by. */
enum Clock {
  /** The time that passes. */
  WALL {
    @Override
    long nanoseconds() {
      return System.nanoTime();
    }
  },
  /**
   * The time that the calling thread has had a processor, for machines that others use as well; the
   * pauses of the garbage collector are not in it.
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
