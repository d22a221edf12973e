package io.github.sors.spark;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.TripletLearner;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.LearningLoop;
import io.github.sors.data.triplet.Split;
import io.github.sors.data.triplet.TripletSampler;
import io.github.sors.eval.RankingEvaluator;
import io.github.sors.learn.Learners;
import io.github.sors.spark.bench.ProcessorTime;
import io.github.sors.spark.input.SparkData;
import io.github.sors.spark.input.TableData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/**
 * Benchmark: whether Spark pays for a data set. Learns the same triplets with Spark and with the
 * local learner in one thread of the driver, in turn.
 */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = "Learns the same triplets with Spark and in one local thread, and compares both.",
    footer = {
      "",
      "Prints the time, the processor time of all processes, and the MAP of rows that",
      "are held out, for every turn. 'faster' is the median time of the local learner",
      "divided by that of Spark; 'processorTime' is the median processor time of Spark",
      "divided by that of the local learner. The first turn includes the start of",
      "Spark's executors and of Java's compiler. Trainings of some milliseconds have no",
      "ratio of processor times.",
      "Example: sors spark compare rcv1 --master 'local[2]' --set partitions=2"
    })
final class LocalComparison implements Callable<Integer> {

  private static final double NANOSECONDS = 1e9;

  @ParentCommand private SparkCommand parent;
  @Mixin private SparkCommand.Cluster cluster;
  @Mixin private SparkCommand.Estimator params;

  @Parameters(arity = "1..*", paramLabel = "DATA", description = "As for 'sors train'.")
  private List<String> data;

  @Option(
      names = "--label",
      paramLabel = "COLUMN",
      description = TableData.TableOptions.LABEL_OF_CSV)
  private String label;

  @Option(
      names = "--turns",
      paramLabel = "N",
      description = "How often both learn (default: ${DEFAULT-VALUE}).")
  private int turns = 3;

  @Option(
      names = "--test-rows",
      paramLabel = "N",
      description = "Held-out rows to measure the MAP on, at most (default: ${DEFAULT-VALUE}).")
  private int testRows = 3_000;

  @Option(
      names = "--holdout",
      description = "Share of every class to hold out (default: ${DEFAULT-VALUE}).")
  private double holdout = 0.3;

  @Option(names = "--seed", description = "Seed of split and triplets (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Override
  public Integer call() throws IOException {
    if (turns < 1 || testRows < 2) {
      throw new InvalidInputException(
          "expected --turns of at least 1 and --test-rows of at least 2, found "
              + turns
              + " and "
              + testRows);
    }
    SorsSimilarity estimator = params.create().setSeed(seed).setIdCol("id");
    Dataset raw = SparkData.read(data, label);
    Split split = Split.perClass(raw.labels(), holdout, seed);
    Dataset test = raw.select(Arrays.copyOf(split.test(), Math.min(testRows, split.test().length)));
    SparkSession session = cluster.open();
    org.apache.spark.sql.Dataset<Row> train = SparkData.frame(session, raw, split.train());
    ObjectNode result = JsonNodeFactory.instance.objectNode().put("rounds", estimator.getRounds());
    List<Turn> withSpark = new ArrayList<>();
    List<Turn> locally = new ArrayList<>();
    for (int turn = 1; turn <= turns; turn++) {
      Turn spread = withSpark(session, estimator, train);
      withSpark.add(report(spread, turn, "Spark", test, result.withArray("spark")));
      Turn local = locally(spread.model(), estimator.getRounds(), raw, split);
      locally.add(report(local, turn, "one local thread", test, result.withArray("local")));
    }
    result.put("faster", median(locally, Turn::seconds) / median(withSpark, Turn::seconds));
    double processorSeconds = median(locally, Turn::processorSeconds);
    if (processorSeconds > 0) {
      result.put("processorTime", median(withSpark, Turn::processorSeconds) / processorSeconds);
    } else {
      // systems count it in steps of 10 ms
      result.putNull("processorTime");
    }
    parent.out.println(result);
    return SparkCommand.DONE;
  }

  /** A training and what it took; the MAP is measured afterwards. */
  private record Turn(double seconds, double processorSeconds, Model model) {}

  private static Turn withSpark(
      SparkSession session, SorsSimilarity estimator, org.apache.spark.sql.Dataset<Row> rows) {
    long processorBefore = ProcessorTime.ofAllProcesses(session.sparkContext());
    long start = System.nanoTime();
    SorsSimilarityModel learnt = estimator.fit(rows);
    double seconds = (System.nanoTime() - start) / NANOSECONDS;
    long processor = ProcessorTime.ofAllProcesses(session.sparkContext()) - processorBefore;
    Model collected = learnt.toModel();
    learnt.release();
    return new Turn(seconds, processor / NANOSECONDS, collected);
  }

  /** Learns what a model of Spark has learnt, with the same options. */
  private Turn locally(Model learntWithSpark, long rounds, Dataset raw, Split split) {
    long processorBefore = ProcessorTime.ofThisProcess();
    long start = System.nanoTime();
    Normalization normalization = learntWithSpark.normalization();
    List<SparseVector> vectors = normalization.applyAll(raw.vectors());
    TripletLearner learner =
        Learners.create(
            learntWithSpark.provenance().algorithm(), learntWithSpark.provenance().options());
    LearningLoop.overRows(learner, TripletSampler.of(raw.labels(), split.train(), seed), vectors)
        .learnUntil(rounds);
    double seconds = (System.nanoTime() - start) / NANOSECONDS;
    long processor = ProcessorTime.ofThisProcess() - processorBefore;
    return new Turn(
        seconds, processor / NANOSECONDS, learner.snapshot().withNormalization(normalization));
  }

  private Turn report(Turn turn, int number, String where, Dataset test, ArrayNode to) {
    double map =
        new RankingEvaluator()
            .evaluateWithin(
                turn.model(), turn.model().normalization().applyAll(test.vectors()), test.labels())
            .map();
    to.addObject()
        .put("seconds", turn.seconds())
        .put("processorSeconds", turn.processorSeconds())
        .put("map", map);
    parent.err.printf(
        Locale.ROOT,
        "turn %d, %s: %.1f s, %.1f s of processor time, MAP %.2f%%%n",
        number,
        where,
        turn.seconds(),
        turn.processorSeconds(),
        100 * map);
    return turn;
  }

  private static double median(List<Turn> turns, ToDoubleFunction<Turn> figure) {
    double[] sorted = turns.stream().mapToDouble(figure).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
