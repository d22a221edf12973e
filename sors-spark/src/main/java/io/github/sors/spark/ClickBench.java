package io.github.sors.spark;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.InvalidInputException;
import io.github.sors.spark.bench.GeneratedClicks;
import io.github.sors.spark.bench.GeneratedRows;
import io.github.sors.spark.bench.JobCosts;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Benchmark: from a log of clicks to a model, with all tables in Parquet. */
@Command(
    name = "bench-clicks",
    mixinStandardHelpOptions = true,
    description = "Learns from a generated log of clicks and prints time, memory and traffic.",
    footer = {
      "",
      "Items and log are generated and written as Parquet. Then the log is made into",
      "triplets, and a model is learnt from these and evaluated, beside the cosine, on",
      "new items.",
      "Example: sors spark bench-clicks --folder clicks --clicks 100000 --items 10000"
    })
final class ClickBench implements Callable<Integer> {

  private static final long HELD_OUT = 2_000;

  @ParentCommand private SparkCommand parent;
  @Mixin private SparkCommand.Cluster cluster;
  @Mixin private SparkCommand.Estimator params;

  @Option(
      names = "--folder",
      required = true,
      description = "Folder for the tables, in any file system; tables that it has are replaced.")
  private String folder;

  @Option(names = "--clicks", description = "Clicks (default: ${DEFAULT-VALUE}).")
  private long clicks = 10_000_000;

  @Option(names = "--items", description = "Items (default: ${DEFAULT-VALUE}).")
  private long items = 1_000_000;

  @Option(names = "--dimension", description = "Features (default: ${DEFAULT-VALUE}).")
  private int dimension = 1_000_000;

  @Option(names = "--features", description = "Features of an item (default: ${DEFAULT-VALUE}).")
  private int features = 19;

  @Option(names = "--classes", description = "Classes (default: ${DEFAULT-VALUE}).")
  private int classes = 100;

  @Override
  public Integer call() {
    requireShape();
    SorsSimilarity estimator = params.create().setIdCol("id").setRounds(clicks);
    SparkSession session =
        cluster.open(
            Map.of(
                "spark.executor.processTreeMetrics.enabled",
                "true",
                "spark.executor.metrics.pollingInterval",
                "500ms"));
    int partitions = Math.max(8, session.sparkContext().defaultParallelism());
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    JobCosts costs = JobCosts.of(session.sparkContext());
    try {
      new GeneratedRows(items, dimension, features, classes)
          .frame(session, partitions)
          .write()
          .mode("overwrite")
          .parquet(path("items"));
      new GeneratedClicks(clicks, items, classes)
          .frame(session, partitions)
          .write()
          .mode("overwrite")
          .parquet(path("log"));
      costs.report(result.putObject("generate"));
      new ClickTriplets()
          .setLabelCol("clicked")
          .transform(session.read().parquet(path("log")))
          .write()
          .mode("overwrite")
          .parquet(path("triplets"));
      costs.report(result.putObject("triplets"));
      ObjectNode slices = result.putObject("slices");
      SorsSimilarityModel learnt =
          estimator
              .setFeedback(session.read().parquet(path("triplets")))
              .setSliceListener(
                  (slice, reached) -> {
                    parent.reportSlice(slice, reached, "");
                    costs.report(slices.putObject(Integer.toString(slice)));
                  })
              .fit(session.read().parquet(path("items")));
      result.put("rounds", learnt.progress().rounds()).put("nonZeros", learnt.nonZeros());
      Dataset<Row> heldOut = heldOut(session, partitions);
      result.put("map", new SimilarityEvaluator().evaluate(learnt.transform(heldOut)));
      result.put("cosineMap", SimilarityEvaluator.cosine(heldOut, "features", "label").map());
      costs.report(result.putObject("evaluate"));
    } finally {
      costs.stop();
    }
    parent.out.println(result);
    return SparkCommand.DONE;
  }

  private void requireShape() {
    if (classes < 2 || dimension < classes || features < 1 || items < 2L * classes) {
      throw new InvalidInputException(
          "expected --classes of at least 2, --features of at least 1, a --dimension of at least"
              + " --classes and twice as many --items, found "
              + String.format("%d, %d, %d and %d", classes, features, dimension, items));
    }
    long most = GeneratedClicks.most(items, classes);
    if (clicks < 1 || clicks > most) {
      throw new InvalidInputException(
          "expected --clicks of 1 to " + most + " for these items and classes, found " + clicks);
    }
  }

  private String path(String table) {
    return folder + "/" + table;
  }

  /** Items that the log does not have. */
  private Dataset<Row> heldOut(SparkSession session, int partitions) {
    return new GeneratedRows(items + Math.min(HELD_OUT, items), dimension, features, classes)
        .frame(session, partitions)
        .filter("id >= " + items);
  }
}
