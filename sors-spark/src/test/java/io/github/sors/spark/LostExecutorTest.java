package io.github.sors.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.spark.bench.GeneratedRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A training on a standalone cluster of two executors, each a process of its own, one of which is
 * killed in the middle: with its memory the blocks of the model are lost that it had.
 */
@Tag("full")
class LostExecutorTest {

  // a busy machine takes minutes for what takes seconds otherwise
  private static final long MINUTES = 15;
  private static final int ROUNDS = 400;
  private static final int KILLED_AFTER_SLICE = 3;

  @TempDir Path folder;

  @Test
  void theModelIsTheSame() throws IOException, InterruptedException {
    Path undisturbed = folder.resolve("undisturbed.sors");
    estimator().fit(rows(SharedSpark.session())).writeSors(undisturbed.toString());

    Path disturbed = folder.resolve("disturbed.sors");
    Path log = folder.resolve("log");
    // executors are started from the jars of an installed Spark; here they get the class path
    Files.createDirectories(folder.resolve("spark/jars"));
    Process cluster =
        ChildJvm.start(
            log,
            Map.of(
                "SPARK_HOME",
                folder.resolve("spark").toString(),
                "SPARK_SCALA_VERSION",
                "2.13",
                "SPARK_LOCAL_IP",
                "127.0.0.1"),
            List.of("-Xmx512m"),
            LostExecutorTest.class,
            disturbed.toString());
    try {
      assertThat(cluster.waitFor(MINUTES, TimeUnit.MINUTES))
          .as("%s", Files.readString(log))
          .isTrue();
    } finally {
      cluster.destroyForcibly().waitFor();
    }
    assertThat(Files.readString(log)).contains("an executor was lost");
    assertThat(disturbed).hasSameBinaryContentAs(undisturbed);
  }

  private static SorsSimilarity estimator() {
    return new SorsSimilarity()
        .setEncodingLength(8)
        .setRounds(ROUNDS)
        .setIdCol("id")
        .setPartitions(2)
        .setSlices(5);
  }

  private static Dataset<Row> rows(SparkSession session) {
    return new GeneratedRows(200, 60, 6, 4).frame(session, 2);
  }

  /** What runs in the process of the driver: learns, and kills an executor meanwhile. */
  public static void main(String[] arguments) throws Exception {
    SparkSession session =
        SparkSession.builder()
            .master("local-cluster[2,1,512]")
            .config("spark.executor.memory", "512m")
            .config("spark.executor.extraClassPath", ChildJvm.classPath())
            .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.codegen.wholeStage", "false")
            .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
            .config("spark.sql.adaptive.enabled", "false")
            // only the executor that is killed is to be lost
            .config("spark.network.timeout", "900s")
            .config("spark.worker.timeout", "900")
            .config("spark.worker.dir", Path.of(arguments[0]).resolveSibling("work").toString())
            .getOrCreate();
    CountDownLatch lost = new CountDownLatch(1);
    session
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onExecutorRemoved(SparkListenerExecutorRemoved event) {
                lost.countDown();
              }
            });
    SorsSimilarityModel learnt =
        estimator()
            .setSliceListener(
                (slice, reached) -> {
                  if (slice == KILLED_AFTER_SLICE) {
                    killAnExecutor(session);
                  }
                })
            .fit(rows(session));
    learnt.writeSors(arguments[0]);
    if (lost.await(MINUTES, TimeUnit.MINUTES)) {
      System.out.println("an executor was lost");
    }
    session.stop();
    System.exit(0);
  }

  private static void killAnExecutor(SparkSession session) {
    List<Long> processes =
        new ArrayList<>(
            new JavaSparkContext(session.sparkContext())
                .parallelize(IntStream.range(0, 8).boxed().toList(), 8)
                .map(
                    task -> {
                      if (SparkEnv.get().executorId().equals("driver")) {
                        throw new IllegalStateException("expected an executor, found the driver");
                      }
                      return ProcessHandle.current().pid();
                    })
                .distinct()
                .collect());
    ProcessHandle.of(processes.get(0)).orElseThrow().destroyForcibly();
  }
}
