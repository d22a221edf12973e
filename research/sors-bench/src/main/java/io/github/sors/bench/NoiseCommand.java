package io.github.sors.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.InvalidInputException;
import io.github.sors.console.CommandFrame;
import io.github.sors.data.Dataset;
import io.github.sors.data.fit.AutomaticTraining;
import io.github.sors.data.fit.RowFeedback;
import io.github.sors.eval.Gain;
import io.github.sors.eval.Verdict;
import io.github.sors.parallel.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Counts how often a training without options says that learning helps if it cannot. */
@Command(
    name = "noise",
    mixinStandardHelpOptions = true,
    description = {
      "Learns like 'sors train' without options from random feedback about random texts and"
          + " vectors, and counts how often that is said to help.",
      "",
      "The exit code is 1 if it is said in more than one of twenty runs of any source."
    })
final class NoiseCommand implements Callable<Integer> {

  private static final double MOST = 0.05;

  @ParentCommand private BenchCommand parent;

  @Option(
      names = "--source",
      split = ",",
      paramLabel = "NAME",
      description = "labels, groups, clicks, judgements or triplets (default: all).")
  private List<String> names = List.of();

  @Option(names = "--runs", paramLabel = "N", description = "Runs of each (default: 200).")
  private int runs = 200;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Runs at the same time (default: all cores).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--json", description = "Print one line of JSON per source instead of a table.")
  private boolean json;

  /**
   * The runs with one source of feedback.
   *
   * @param helps how many said that learning helps
   * @param meanGain the mean gain on the held-out part, a fraction
   * @param covered how many of the 95% intervals contain no gain at all
   */
  record Result(String items, String feedback, int runs, int helps, double meanGain, int covered) {

    boolean isGood() {
      return helps <= MOST * runs;
    }
  }

  @Override
  public Integer call() throws IOException {
    if (runs < 1 || threads < 1) {
      throw new InvalidInputException("expected --runs and --threads of at least 1");
    }
    if (!json) {
      print("items", "feedback", "runs", "helps", "%", "mean gain %", "covers 0 %");
    }
    boolean good = true;
    for (NoiseSource source : sources()) {
      for (Result result :
          List.of(
              measure("texts", NoiseSource::texts, source, runs, threads),
              measure("vectors", NoiseSource::vectors, source, runs, threads))) {
        good &= result.isGood();
        print(result);
      }
    }
    return good ? CommandFrame.DONE : CommandFrame.FAILED;
  }

  private List<NoiseSource> sources() {
    List<NoiseSource> sources = new ArrayList<>();
    for (String name : names) {
      sources.add(
          Arrays.stream(NoiseSource.values())
              .filter(source -> source.label().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      new InvalidInputException(
                          "--source: expected labels, groups, clicks, judgements or triplets, found "
                              + name)));
    }
    return sources.isEmpty() ? List.of(NoiseSource.values()) : sources;
  }

  /** Learns from the same source with the seeds 1, 2, …. */
  static Result measure(
      String name, Function<Random, Dataset> items, NoiseSource source, int runs, int threads) {
    List<Verdict> verdicts;
    try (Workers workers = new Workers(threads, "sors-noise")) {
      verdicts = workers.map(runs, run -> verdict(items, source, run + 1L));
    }
    List<Gain> gains = verdicts.stream().map(Verdict::deciding).toList();
    return new Result(
        name,
        source.label(),
        runs,
        (int) verdicts.stream().filter(Verdict::kept).count(),
        gains.stream().mapToDouble(Gain::mean).average().orElse(0),
        (int) gains.stream().filter(gain -> gain.low() <= 0 && gain.high() >= 0).count());
  }

  private static Verdict verdict(Function<Random, Dataset> items, NoiseSource source, long seed) {
    Random random = new Random(seed);
    Dataset rows = items.apply(random);
    RowFeedback feedback = source.feedback(random);
    return AutomaticTraining.of(rows, feedback, seed).plan().verdict().orElseThrow();
  }

  private void print(Result result) throws IOException {
    if (json) {
      parent.out().println(new ObjectMapper().writeValueAsString(result));
      return;
    }
    print(
        result.items(),
        result.feedback(),
        Integer.toString(result.runs()),
        Integer.toString(result.helps()),
        percent(result.helps() / (double) result.runs()),
        percent(result.meanGain()),
        percent(result.covered() / (double) result.runs()));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f", 100 * share);
  }

  private void print(Object... cells) {
    parent.out().printf(Locale.ROOT, "%-8s %-11s %6s %6s %8s %12s %12s%n", cells);
    parent.out().flush();
  }
}
