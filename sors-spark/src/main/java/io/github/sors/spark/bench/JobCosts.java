package io.github.sors.spark.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import org.apache.spark.SparkContext;
import org.apache.spark.executor.ExecutorMetrics;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Measures what the jobs of an application cost: processor time of the tasks, bytes that they have
 * shuffled, and the memory of the driver and of every executor, as Spark reports it every few
 * seconds.
 */
public final class JobCosts extends SparkListener {

  private static final double NANOSECONDS = 1e9;
  private static final long EVENTS_MILLISECONDS = 60_000;

  private final SparkContext context;
  private long started = System.nanoTime();
  private long processorTime;
  private long shuffledBytes;
  private long readBytes;
  private final Map<String, Memory> memory = new TreeMap<>();

  /** The peaks of a process in bytes; those of the process are 0 where the system has no /proc. */
  private record Memory(long heap, long process) {

    Memory max(ExecutorMetrics measured) {
      return new Memory(
          Math.max(heap, measured.getMetricValue("JVMHeapMemory")),
          Math.max(process, measured.getMetricValue("ProcessTreeJVMRSSMemory")));
    }
  }

  private JobCosts(SparkContext context) {
    this.context = context;
  }

  /** Measures from now on. */
  public static JobCosts of(SparkContext context) {
    JobCosts costs = new JobCosts(context);
    context.addSparkListener(costs);
    return costs;
  }

  @Override
  public synchronized void onTaskEnd(SparkListenerTaskEnd event) {
    if (event.taskMetrics() != null) {
      processorTime += event.taskMetrics().executorCpuTime();
      shuffledBytes += event.taskMetrics().shuffleWriteMetrics().bytesWritten();
      readBytes += event.taskMetrics().inputMetrics().bytesRead();
    }
    measured(event.taskInfo().executorId(), event.taskExecutorMetrics());
  }

  @Override
  public synchronized void onExecutorMetricsUpdate(SparkListenerExecutorMetricsUpdate event) {
    CollectionConverters.asJava(event.executorUpdates())
        .values()
        .forEach(metrics -> measured(event.execId(), metrics));
  }

  private void measured(String executor, ExecutorMetrics metrics) {
    memory.put(executor, memory.getOrDefault(executor, new Memory(0, 0)).max(metrics));
  }

  /** Writes the costs since the last call, and the peaks of the memory until now. */
  public void report(ObjectNode to) {
    long ended = System.nanoTime();
    // events arrive later than the results of the jobs
    try {
      context.listenerBus().waitUntilEmpty(EVENTS_MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException("Spark has not delivered the events of its jobs", e);
    }
    synchronized (this) {
      to.put("seconds", (ended - started) / NANOSECONDS)
          .put("taskCpuSeconds", processorTime / NANOSECONDS)
          .put("shuffledBytes", shuffledBytes)
          .put("inputBytes", readBytes);
      ObjectNode peaks = to.putObject("memoryPeaks");
      memory.forEach(
          (name, peak) ->
              peaks.putObject(name).put("heap", peak.heap()).put("process", peak.process()));
      processorTime = 0;
      shuffledBytes = 0;
      readBytes = 0;
      started = System.nanoTime();
    }
  }

  /** Stops measuring. */
  public void stop() {
    context.removeSparkListener(this);
  }
}
