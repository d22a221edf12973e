package io.github.sors.spark;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.TaskContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;
import org.apache.spark.util.TaskCompletionListener;

/** Makes the first attempt of every task fail at its very end, when all its work is done. */
public final class FailingTasks implements SparkPlugin {

  private static volatile boolean armed;
  private static final AtomicInteger FAILURES = new AtomicInteger();

  /** Runs something while tasks fail, and returns how many did. */
  static int during(Runnable action) {
    FAILURES.set(0);
    armed = true;
    try {
      action.run();
    } finally {
      armed = false;
    }
    return FAILURES.get();
  }

  @Override
  public DriverPlugin driverPlugin() {
    return null;
  }

  @Override
  public ExecutorPlugin executorPlugin() {
    return new ExecutorPlugin() {
      @Override
      public void init(PluginContext context, Map<String, String> configuration) {
        FAILURES.set(0);
      }

      @Override
      public void onTaskStart() {
        TaskContext task = TaskContext.get();
        if (armed && task.attemptNumber() == 0) {
          task.addTaskCompletionListener(
              (TaskCompletionListener)
                  context -> {
                    FAILURES.incrementAndGet();
                    throw new IllegalStateException("this attempt is meant to fail");
                  });
        }
      }
    };
  }
}
