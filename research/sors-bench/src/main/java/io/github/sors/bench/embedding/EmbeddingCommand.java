package io.github.sors.bench.embedding;

import io.github.sors.InvalidInputException;
import io.github.sors.adapter.AdapterOptions;
import io.github.sors.bench.BenchCommand;
import io.github.sors.console.CommandFrame;
import io.github.sors.parallel.Workers;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Measures what feedback about embeddings gains, what it cannot break, and how fast it is. */
@Command(
    name = "embeddings",
    mixinStandardHelpOptions = true,
    description = {
      "Learns from simulated choices on collections with judgements: what is left of the"
          + " embeddings' first ten, what is gained for queries that nothing was learnt from,"
          + " when it is served, and how long a choice takes.",
      "",
      "A collection is docs.npy, queries.npy and judgements, see research/embeddings.md."
    })
public final class EmbeddingCommand implements Callable<Integer> {

  @ParentCommand private BenchCommand parent;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The folder with embeddings/ and ir/ (default: where SORS_DATA points).")
  private Path data;

  @Option(
      names = "--collection",
      split = ",",
      paramLabel = "NAME",
      description = "The collections (default: ${DEFAULT-VALUE}).")
  private List<String> collections = List.of("cran", "cisi", "cacm");

  @Option(
      names = "--measure",
      split = ",",
      paramLabel = "NAME",
      description =
          "agreeing, batch, online, gate or speed (default: all but speed, which needs no data).")
  private List<String> measures = List.of("agreeing", "batch", "online", "gate");

  @Option(
      names = "--people",
      split = ",",
      paramLabel = "NAME",
      description = "Who chooses in 'gate': ${COMPLETION-CANDIDATES} (default: all).")
  private List<People> people = List.of(People.values());

  @Option(names = "--seeds", paramLabel = "N", description = "How many seeds (default: 3).")
  private int seeds = 3;

  @Option(
      names = "--choices",
      paramLabel = "N",
      description = "Choices per stream of 'gate' (default: 1000).")
  private int choices = 1000;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Streams at the same time, or threads of one learner (default: all cores).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--dimension",
      split = ",",
      paramLabel = "N",
      description = "The dimensions of 'speed' (default: 384,1536).")
  private List<Integer> dimensions = List.of(384, 1536);

  @Override
  public Integer call() throws IOException {
    if (seeds < 1 || threads < 1 || choices < 1) {
      throw new InvalidInputException("expected --seeds, --threads and --choices of at least 1");
    }
    for (String measure : measures) {
      switch (measure) {
        case "agreeing" -> agreeing();
        case "batch" -> batch();
        case "online" -> online();
        case "gate" -> gate();
        case "speed" -> speed();
        default ->
            throw new InvalidInputException(
                "--measure: expected agreeing, batch, online, gate or speed, found " + measure);
      }
    }
    return CommandFrame.DONE;
  }

  private List<JudgedVectors> read() throws IOException {
    String given = System.getenv("SORS_DATA");
    if (data == null && given == null) {
      throw new InvalidInputException(
          "expected --data or the variable SORS_DATA: the folder with embeddings/ and ir/");
    }
    List<JudgedVectors> read = new ArrayList<>();
    for (String collection : collections) {
      read.add(JudgedVectors.read(data == null ? Path.of(given) : data, collection));
    }
    return read;
  }

  private void agreeing() throws IOException {
    print("What is left of the first ten after choices that agree, alone / live");
    print("%-6s %14s %14s %14s %14s", "", "1", "10", "100", "1,000");
    for (JudgedVectors collection : read()) {
      List<AgreeingClicks> runs =
          inParallel(seeds, seed -> AgreeingClicks.measure(collection, options(seed)));
      StringBuilder row = new StringBuilder();
      for (int mark = 0; mark < AgreeingClicks.MARKS.length; mark++) {
        int at = mark;
        row.append(
            text(
                " %14s",
                text(
                    "%.3f / %.3f",
                    runs.stream().mapToDouble(run -> run.alone().get(at)).average().orElseThrow(),
                    runs.stream().mapToDouble(run -> run.live().get(at)).average().orElseThrow())));
      }
      print("%-6s%s", collection.name(), row);
    }
  }

  private void batch() throws IOException {
    print("%nMAP in five folds of queries, all judgements at once");
    print("%-6s %8s %8s %8s %12s", "", "start", "learnt", "gain", "s per fold");
    for (JudgedVectors collection : read()) {
      List<JudgedLearning> runs = new ArrayList<>();
      for (int seed = 1; seed <= seeds; seed++) {
        runs.add(JudgedLearning.batch(collection, options(seed), threads));
      }
      double start = runs.get(0).start();
      double learnt = runs.stream().mapToDouble(run -> run.learnt()[0]).average().orElseThrow();
      double seconds = runs.stream().mapToDouble(JudgedLearning::seconds).average().orElseThrow();
      print(
          "%-6s %8.4f %8.4f %+7.1f%% %12.2f",
          collection.name(), start, learnt, 100 * (learnt / start - 1), seconds);
    }
  }

  private void online() throws IOException {
    print("%nGain in MAP in five folds of queries, one choice after the other, alone / live");
    print("%-10s %12s %12s %12s %12s %12s", "", "10", "30", "100", "300", "1,000");
    for (JudgedVectors collection : read()) {
      for (double noise : new double[] {0, 0.2}) {
        List<JudgedLearning> runs =
            inParallel(seeds, seed -> JudgedLearning.online(collection, options(seed), noise));
        StringBuilder row = new StringBuilder();
        for (int mark = 0; mark < JudgedLearning.MARKS.length; mark++) {
          int at = mark;
          row.append(
              text(
                  " %12s",
                  text(
                      "%+.1f/%+.1f%%",
                      100 * gain(runs, run -> run.learnt()[at]),
                      100 * gain(runs, run -> run.live()[at]))));
        }
        print("%-10s%s", collection.name() + (noise > 0 ? "+noise" : ""), row);
      }
    }
  }

  private static double gain(List<JudgedLearning> runs, ToDoubleFunction<JudgedLearning> learnt) {
    return runs.stream()
        .mapToDouble(run -> learnt.applyAsDouble(run) / run.start() - 1)
        .average()
        .orElseThrow();
  }

  private void gate() throws IOException {
    print("%nWhen something learnt is served, in streams of %,d choices", choices);
    print(
        "%-6s %-15s %6s %7s %8s %8s %8s %6s",
        "", "people", "opened", "median", "unseen", "seen", "attacked", "left");
    for (JudgedVectors collection : read()) {
      for (People who : people) {
        List<GateStream> runs =
            inParallel(seeds, seed -> GateStream.play(collection, who, choices, seed));
        int[] opened = runs.stream().mapToInt(GateStream::opened).filter(k -> k > 0).toArray();
        // a stream in which it never opens counts as one that is longer than all
        int[] sorted =
            runs.stream()
                .mapToInt(run -> run.opened() < 0 ? Integer.MAX_VALUE : run.opened())
                .sorted()
                .toArray();
        int median = sorted[(sorted.length - 1) / 2];
        print(
            "%-6s %-15s %6s %7s %+7.1f%% %+7.1f%% %7.1f%% %6.3f",
            collection.name(),
            who.label(),
            opened.length + "/" + runs.size(),
            median == Integer.MAX_VALUE ? "never" : Integer.toString(median),
            100 * runs.stream().mapToDouble(GateStream::unseen).average().orElseThrow(),
            100 * runs.stream().mapToDouble(GateStream::seen).average().orElseThrow(),
            100 * runs.stream().mapToDouble(GateStream::attacked).average().orElseThrow(),
            runs.stream().mapToDouble(GateStream::left).average().orElseThrow());
      }
    }
  }

  private void speed() {
    print("%nMilliseconds per choice and per transformed query, %d threads", threads);
    for (int dimension : dimensions) {
      int items = Math.min(100_000, 40_000_000 / dimension);
      ChoiceSpeed speed =
          ChoiceSpeed.measure(dimension, items, Math.min(400, 400 * 384 / dimension), threads);
      print("%,6d numbers %8.2f %8.3f", dimension, speed.milliseconds(), speed.queryMilliseconds());
    }
  }

  private AdapterOptions options(int seed) {
    return AdapterOptions.DEFAULT.withSeed(seed);
  }

  private <T> List<T> inParallel(int count, IntFunction<T> run) {
    try (Workers workers = new Workers(threads, "sors-embeddings")) {
      return workers.map(count, number -> run.apply(number + 1));
    }
  }

  private void print(String format, Object... values) {
    PrintStream out = parent.out();
    out.println(text(format, values));
    out.flush();
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
