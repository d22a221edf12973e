package io.github.sors.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.InvalidInputException;
import io.github.sors.Model;
import io.github.sors.Normalization;
import io.github.sors.Similarities;
import io.github.sors.console.CommandFrame;
import io.github.sors.data.Dataset;
import io.github.sors.data.StratifiedSample;
import io.github.sors.data.fit.AutomaticTraining;
import io.github.sors.data.fit.LearningPlan;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.data.format.ReadOptions;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.LocatedData;
import io.github.sors.data.registry.Registry;
import io.github.sors.data.triplet.Split;
import io.github.sors.eval.PairedDifference;
import io.github.sors.eval.RankingEvaluation;
import io.github.sors.eval.RankingEvaluator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Checks that a training without options is never worse than its start. */
@Command(
    name = "defaults",
    mixinStandardHelpOptions = true,
    description = {
      "Learns like 'sors train' without options, on several splits of every data set and on the"
          + " same rows with shuffled labels, and compares the models with the cosine on the test"
          + " rows.",
      "",
      "The exit code is 1 if MAP or P@1 of any split is below the cosine's by more than one"
          + " standard deviation over the splits, or if a model is learnt from shuffled labels."
    })
final class DefaultsCommand implements Callable<Integer> {

  private static final double HOLDOUT = 0.3;
  private static final long SAMPLE_SEED = 1;
  private static final String ROW = "%-12s %-8s %15s %15s %-14s %8s %6s  %s%n";

  @ParentCommand private BenchCommand parent;

  @Option(
      names = "--dataset",
      split = ",",
      paramLabel = "NAME",
      description = "Names that 'sors data list' shows (default: all on this machine).")
  private List<String> names = List.of();

  @Option(
      names = "--sample",
      paramLabel = "N",
      description = "Use N rows only of each (default: 12000 of place-names, else all).")
  private Integer sample;

  @Option(names = "--splits", paramLabel = "N", description = "Random splits (default: 5).")
  private int splits = 5;

  @Option(
      names = "--labels",
      split = ",",
      paramLabel = "WHICH",
      description = "true, shuffled, or both joined by a comma (default: both).")
  private List<String> labels = List.of("true", "shuffled");

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that learn and measure (default: all cores).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--json", description = "Print one line of JSON per data set instead of a table.")
  private boolean json;

  /**
   * The result of one split.
   *
   * @param algorithm the chosen algorithm
   * @param rounds the number of rounds; 0 for the start
   */
  record SplitResult(
      String algorithm,
      long rounds,
      double startMap,
      double map,
      double startPrecisionAt1,
      double precisionAt1,
      double chooseSeconds,
      double trainSeconds,
      long modelBytes) {}

  /**
   * The result of a data set.
   *
   * @param verdict {@code ok}, or the problem
   */
  record SetResult(String dataset, String labels, String verdict, List<SplitResult> splits) {}

  @Override
  public Integer call() throws IOException {
    if (splits < 1 || threads < 1 || (sample != null && sample < 2)) {
      throw new InvalidInputException(
          "expected --splits and --threads of at least 1 and --sample of at least 2");
    }
    for (String which : labels) {
      if (!which.equals("true") && !which.equals("shuffled")) {
        throw new InvalidInputException("--labels: expected true or shuffled, found " + which);
      }
    }
    Registry registry = Registry.standard(DataFolders.ofThisProcess());
    if (!json) {
      parent
          .out()
          .printf(
              Locale.ROOT,
              ROW,
              "data",
              "labels",
              "MAP %",
              "P@1 %",
              "kept",
              "rounds",
              "s",
              "verdict");
    }
    boolean good = true;
    for (String name : names.isEmpty() ? onThisMachine(registry) : names) {
      Dataset rows = read(registry.locate(name));
      for (String which : labels) {
        SetResult result = measure(name, which.equals("true") ? rows : shuffled(rows), which);
        good &= result.verdict().equals("ok");
        print(result);
      }
    }
    return good ? CommandFrame.DONE : CommandFrame.FAILED;
  }

  private static List<String> onThisMachine(Registry registry) {
    return registry.list().stream()
        .filter(listing -> listing.located().isPresent())
        .map(listing -> listing.entry().name())
        .toList();
  }

  private Dataset read(LocatedData located) throws IOException {
    Dataset raw;
    Integer most = sample;
    if (located.isBuiltIn()) {
      raw = located.builtIn().get();
      most = sample == null ? (Integer) 12_000 : sample;
    } else {
      raw = DatasetReader.read(located.files(), ReadOptions.DEFAULT.withLabels(located.labels()));
      located.checkShape(raw);
    }
    return (most == null ? raw : StratifiedSample.of(raw, most, SAMPLE_SEED))
        .map(Normalization.L2::apply);
  }

  /** The same rows with their labels in random order. */
  static Dataset shuffled(Dataset rows) {
    List<Integer> labels = new ArrayList<>(IntStream.of(rows.labels()).boxed().toList());
    Collections.shuffle(labels, new Random(SAMPLE_SEED));
    return new Dataset(
        rows.name(),
        rows.vectors(),
        labels.stream().mapToInt(Integer::intValue).toArray(),
        rows.classNames(),
        rows.featureNames(),
        rows.rowNames());
  }

  private SetResult measure(String name, Dataset rows, String which) {
    List<SplitResult> results = new ArrayList<>();
    for (int split = 1; split <= splits; split++) {
      parent.err().println(name + ", " + which + " labels, split " + split + " of " + splits);
      results.add(measure(rows, split));
    }
    return new SetResult(name, which, verdict(which, results), results);
  }

  private SplitResult measure(Dataset rows, long seed) {
    Split split = Split.perClass(rows.labels(), HOLDOUT, seed);
    AutomaticTraining training =
        AutomaticTraining.onRows(rows, split.train(), seed)
            .withResources(threads, Runtime.getRuntime().maxMemory() / 10 * 8);
    long start = System.nanoTime();
    LearningPlan plan = training.plan();
    long chosen = System.nanoTime();
    Model model = training.learn(plan);
    long learnt = System.nanoTime();
    Dataset test = rows.select(split.test());
    RankingEvaluator evaluator = new RankingEvaluator().withCutoffs(1).withThreads(threads);
    RankingEvaluation before =
        evaluator.evaluateWithin(Similarities.cosine(), test.vectors(), test.labels());
    RankingEvaluation after = evaluator.evaluateWithin(model, test.vectors(), test.labels());
    return new SplitResult(
        plan.keepsStart() ? "start" : plan.recipe().algorithm(),
        plan.rounds(),
        before.map(),
        after.map(),
        before.precisionAt(1),
        after.precisionAt(1),
        (chosen - start) * 1e-9,
        (learnt - chosen) * 1e-9,
        model.bytes());
  }

  /** The problem of some splits, or {@code ok}. */
  static String verdict(String which, List<SplitResult> results) {
    long learnt = results.stream().filter(result -> result.rounds() > 0).count();
    if (which.equals("shuffled") && learnt > 0) {
      return "learnt from shuffled labels in " + learnt + " splits";
    }
    double mapDeviation = deviation(results.stream().mapToDouble(SplitResult::startMap).toArray());
    double firstDeviation =
        deviation(results.stream().mapToDouble(SplitResult::startPrecisionAt1).toArray());
    for (SplitResult result : results) {
      if (result.map() < result.startMap() - mapDeviation - PairedDifference.ROUNDING) {
        return "MAP below the start";
      }
      if (result.precisionAt1()
          < result.startPrecisionAt1() - firstDeviation - PairedDifference.ROUNDING) {
        return "P@1 below the start";
      }
    }
    return "ok";
  }

  /** The sample standard deviation; 0 of a single value. */
  private static double deviation(double[] values) {
    double mean = mean(values);
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }

  private void print(SetResult result) throws IOException {
    if (json) {
      parent.out().println(new ObjectMapper().writeValueAsString(result));
      return;
    }
    List<SplitResult> all = result.splits();
    parent
        .out()
        .printf(
            Locale.ROOT,
            ROW,
            result.dataset(),
            result.labels(),
            arrow(all, SplitResult::startMap, SplitResult::map),
            arrow(all, SplitResult::startPrecisionAt1, SplitResult::precisionAt1),
            kept(all),
            String.format(
                Locale.ROOT,
                "%,.0f",
                mean(all.stream().mapToDouble(SplitResult::rounds).toArray())),
            String.format(
                Locale.ROOT,
                "%.0f",
                mean(
                    all.stream()
                        .mapToDouble(split -> split.chooseSeconds() + split.trainSeconds())
                        .toArray())),
            result.verdict());
    parent.out().flush();
  }

  private interface Figure {
    double of(SplitResult result);
  }

  private static String arrow(List<SplitResult> all, Figure before, Figure after) {
    return String.format(
        Locale.ROOT,
        "%.1f → %.1f ±%.1f",
        100 * mean(all.stream().mapToDouble(before::of).toArray()),
        100 * mean(all.stream().mapToDouble(after::of).toArray()),
        100 * deviation(all.stream().mapToDouble(before::of).toArray()));
  }

  private static String kept(List<SplitResult> all) {
    Map<String, Long> counts = new TreeMap<>();
    all.forEach(result -> counts.merge(result.algorithm(), 1L, Long::sum));
    return counts.entrySet().stream()
        .map(entry -> entry.getValue() + " " + entry.getKey())
        .reduce((one, other) -> one + ", " + other)
        .orElse("");
  }
}
