package io.github.sors.lab;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * The clocks that work is timed with, in nanoseconds since some moment.
 *
 * <p>What one thread does is timed by the processor time of that thread, so that neither another
 * program nor a pause of this one counts; what several do, by the time that passes.
 */
public final class LearningClock {

  private LearningClock() {}

  /** The clock for work on so many threads, to be read on the one that the work is begun on. */
  public static LongSupplier of(int threads) {
    return threads == 1 ? LearningClock::processorTime : System::nanoTime;
  }

  /** The nanoseconds that this thread has had a processor, or, where unknown, that have passed. */
  public static long processorTime() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.isCurrentThreadCpuTimeSupported()
        ? threads.getCurrentThreadCpuTime()
        : System.nanoTime();
  }
}
