package io.github.sors.spark;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.github.sors.InvalidInputException;
import io.github.sors.learn.Algorithm;
import io.github.sors.spark.bench.GeneratedRows;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Benchmark: learns a model that no single machine holds, from rows that Spark generates. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = "Learns a large model from generated rows and prints its size and the time.",
    footer = {
      "",
      "The algorithm is adasors-2 unless set. A matrix is spread over the executors and",
      "never collected, so that it may be larger than the driver's memory.",
      "Example: sors spark bench --set rounds=8000 --set partitions=8"
    })
final class SparkBench implements Callable<Integer> {

  @ParentCommand private SparkCommand parent;
  @Mixin private SparkCommand.Cluster cluster;
  @Mixin private SparkCommand.Estimator params;

  @Option(names = "--rows", description = "Rows (default: ${DEFAULT-VALUE}).")
  private long rows = 100_000;

  @Option(names = "--dimension", description = "Features (default: ${DEFAULT-VALUE}).")
  private int dimension = 1_000_000;

  @Option(names = "--features", description = "Features of a row (default: ${DEFAULT-VALUE}).")
  private int features = 100;

  @Option(names = "--classes", description = "Classes (default: ${DEFAULT-VALUE}).")
  private int classes = 100;

  @Override
  public Integer call() {
    if (rows < 4 || classes < 2 || dimension < classes || features < 1) {
      throw new InvalidInputException(
          "expected --rows of at least 4, --classes of at least 2, --features of at least 1 and a"
              + " --dimension of at least --classes, found "
              + String.format("%d, %d, %d and %d", rows, classes, features, dimension));
    }
    SorsSimilarity estimator =
        params.create(Map.of("algorithm", Algorithm.DEFAULT.label())).setIdCol("id");
    SparkSession session = cluster.open();
    estimator.setSliceListener((slice, reached) -> parent.reportSlice(slice, reached, ""));
    int parallelism = session.sparkContext().defaultParallelism();
    org.apache.spark.sql.Dataset<Row> generated =
        new GeneratedRows(rows, dimension, features, classes).frame(session, parallelism);
    long start = System.nanoTime();
    SorsSimilarityModel learnt = estimator.fit(generated);
    long milliseconds = (System.nanoTime() - start) / 1_000_000;
    parent.out.println(
        JsonNodeFactory.instance
            .objectNode()
            .put("rounds", learnt.progress().rounds())
            .put("touchedEntries", learnt.progress().touchedEntries())
            .put("trainSeconds", milliseconds / 1000.0)
            .put("nonZeros", learnt.nonZeros())
            .put("driverHeapLimit", Runtime.getRuntime().maxMemory())
            .put("driverHeapPeak", peakHeap()));
    return SparkCommand.DONE;
  }

  /** The peak of the heap, including garbage. */
  private static long peakHeap() {
    long peak = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      peak += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    return peak;
  }
}
