package io.github.sors.spark;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.apache.spark.sql.SparkSession;

/** The one session of all tests, as it takes seconds to start. */
public final class SharedSpark {

  // of local Spark; each task may fail three times
  private static final String MASTER = "local[2,4]";

  private static SparkSession session;

  private SharedSpark() {}

  /**
   * Starts it, or skips the test where Spark does not run, for what finds the session by itself.
   */
  static void start() {
    session();
  }

  public static synchronized SparkSession session() {
    assumeTrue(
        Runtime.version().feature() < 22,
        "Spark 4.1 runs on JDK 17 to 21, this is " + Runtime.version().feature());
    if (session == null) {
      session =
          SparkSession.builder()
              .master(MASTER)
              .appName("sors-spark tests")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.host", "localhost")
              .config("spark.sql.shuffle.partitions", "2")
              .config("spark.default.parallelism", "2")
              // there is one machine: no task waits for a better place
              .config("spark.locality.wait", "0s")
              // for a few rows, compiling queries and planning them again takes longer than they do
              .config("spark.sql.codegen.wholeStage", "false")
              .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
              .config("spark.sql.adaptive.enabled", "false")
              .config("spark.serializer.extraDebugInfo", "false")
              .config("spark.plugins", FailingTasks.class.getName())
              .config("spark.sql.warehouse.dir", "target/warehouse")
              .getOrCreate();
    }
    return session;
  }
}
