package io.github.sors.spark.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/**
 * The processor time of the driver and its executors, in nanoseconds: all that their processes have
 * used, also for compiling and collecting garbage, which {@link JobCosts} does not see.
 */
public final class ProcessorTime {

  private static final int TASKS_PER_CORE = 4;
  private static final long TASK_MILLISECONDS = 20;
  private static final int ATTEMPTS = 20;

  private ProcessorTime() {}

  public static long ofThisProcess() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /**
   * Asks every process.
   *
   * @throws IllegalStateException if an executor gets no task, as if it were busy
   */
  public static long ofAllProcesses(SparkContext context) {
    Map<String, Long> times = new TreeMap<>();
    times.put(process(), ofThisProcess());
    // the block managers of the executors and of the driver; a local driver is its own executor
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      ask(context, times);
      if (times.size() >= context.getExecutorMemoryStatus().size()) {
        return times.values().stream().mapToLong(Long::longValue).sum();
      }
    }
    throw new IllegalStateException(
        "only "
            + times.size()
            + " of "
            + context.getExecutorMemoryStatus().size()
            + " processes have answered: wait until the executors are idle");
  }

  private static void ask(SparkContext context, Map<String, Long> times) {
    JavaSparkContext spark = new JavaSparkContext(context);
    int tasks = TASKS_PER_CORE * spark.defaultParallelism();
    spark
        .parallelize(IntStream.range(0, tasks).boxed().toList(), tasks)
        .map(
            task -> {
              // while one executor waits, the others get tasks
              TimeUnit.MILLISECONDS.sleep(TASK_MILLISECONDS);
              return new Tuple2<>(process(), ofThisProcess());
            })
        .collect()
        .forEach(answer -> times.merge(answer._1(), answer._2(), Math::max));
  }

  /** The id and the machine of this process. */
  private static String process() {
    return ManagementFactory.getRuntimeMXBean().getName();
  }
}
