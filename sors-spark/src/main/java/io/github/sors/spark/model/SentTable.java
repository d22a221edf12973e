package io.github.sors.spark.model;

import java.util.function.Supplier;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * The rows of a model on all executors. They are sent when they are first needed, and all copies of
 * the model share them.
 */
public final class SentTable {

  private Broadcast<RowTable> sent;

  public synchronized Broadcast<RowTable> get(JavaSparkContext context, Supplier<RowTable> rows) {
    if (sent == null) {
      sent = context.broadcast(rows.get());
    }
    return sent;
  }

  /** Frees the memory of the executors; what was planned with the rows can no longer run. */
  public synchronized void destroy() {
    if (sent != null) {
      sent.destroy();
      sent = null;
    }
  }
}
