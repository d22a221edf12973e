package io.github.sors.spark.input;

import io.github.sors.InvalidInputException;
import org.apache.spark.SparkContext;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.SparkSession;

/** Decides whether all rows of a training are sent to every machine. */
public final class SentRows {

  /** The setting of Spark that limits their size. */
  public static final String LIMIT = "spark.sors.sentRows";

  // the share of the memory of a machine that they may take unless set
  private static final int SHARE_OF_MEMORY = 16;

  private SentRows() {}

  /**
   * Whether rows are few enough.
   *
   * @param bytes their size in memory
   */
  public static boolean areFew(SparkSession session, long bytes) {
    String set = session.conf().get(LIMIT, "");
    if (set.isEmpty()) {
      return bytes <= memory(session.sparkContext()) / SHARE_OF_MEMORY;
    }
    try {
      return bytes <= JavaUtils.byteStringAsBytes(set);
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          LIMIT + ": expected a size such as 500m, found '" + set + "'", e);
    }
  }

  /** The memory of the driver or of an executor, whichever is smaller. */
  private static long memory(SparkContext context) {
    long driver = Runtime.getRuntime().maxMemory();
    return context.isLocal()
        ? driver
        : Math.min(driver, context.getConf().getSizeAsBytes("spark.executor.memory", "1g"));
  }
}
