package io.github.sors.tune;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * Clocks for timing work, in nanoseconds since some moment.
 *
 * <p>The work of one thread is measured in processor time of that thread, so that other programs
 * and pauses do not count; the work of several threads, in elapsed time.
 *
 * <p>Threads: any thread may call it. The clock of one thread measures the thread that reads it.
 * Failures: none.
 */
public final class LearningClock {

  private LearningClock() {}

  /**
   * The clock for work on the given number of threads; read it on the thread that starts the work.
   */
  public static LongSupplier of(int threads) {
    return threads == 1 ? LearningClock::processorTime : System::nanoTime;
  }

  /** The processor time of this thread in nanoseconds or, if unknown, the elapsed time. */
  public static long processorTime() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.isCurrentThreadCpuTimeSupported()
        ? threads.getCurrentThreadCpuTime()
        : System.nanoTime();
  }
}
