package io.github.sors.bench.ranking;

import io.github.sors.InvalidInputException;
import io.github.sors.bench.BenchCommand;
import io.github.sors.console.CommandFrame;
import io.github.sors.data.feedback.Feedback;
import io.github.sors.data.item.Item;
import io.github.sors.eval.Gain;
import io.github.sors.ranking.fusion.Fusion;
import io.github.sors.ranking.fusion.LearntParts;
import io.github.sors.ranking.fusion.RankingSearcher;
import io.github.sors.ranking.measure.RankingMeasure;
import io.github.sors.ranking.train.LearntTitles;
import io.github.sors.ranking.train.RankingListener;
import io.github.sors.ranking.train.RankingOptions;
import io.github.sors.ranking.train.RankingResult;
import io.github.sors.ranking.train.RankingTraining;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Measures rankings that are learnt from judgements. */
@Command(
    name = "ranking",
    mixinStandardHelpOptions = true,
    description = {
      "Learns rankings of collections with judgements: what is gained on queries that were held"
          + " out, what few judged queries gain, and whether anything is kept where there is"
          + " nothing to learn.",
      "",
      "A collection is docs.jsonl.gz, queries.tsv, qrels.txt and embeddings; see"
          + " research/search.md."
    })
@SuppressWarnings("NullAway.Init") // picocli sets the fields
public final class RankingCommand implements Callable<Integer> {

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
          "text, vectors, curve, noise, or speed, which needs no data (default: the others).")
  private List<String> measures = List.of("text", "vectors", "curve", "noise");

  @Option(names = "--seeds", paramLabel = "N", description = "How many seeds (default: 3).")
  private int seeds = 3;

  @Option(
      names = "--splits",
      paramLabel = "N",
      description = "How many splits of 'curve', and runs of 'noise' (default: 20).")
  private int splits = 20;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "N",
      description = "Judged queries in 'curve' (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes = List.of(8, 15, 30, 60);

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: all cores).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Override
  public Integer call() throws IOException {
    for (String measure : measures) {
      switch (measure) {
        case "text" -> tables(false);
        case "vectors" -> tables(true);
        case "curve" -> curve();
        case "noise" -> noise();
        case "speed" -> speed();
        default ->
            throw new InvalidInputException(
                "--measure: expected text, vectors, curve, noise or speed, found " + measure);
      }
    }
    return CommandFrame.DONE;
  }

  private TestCollection read(String name, boolean vectors) throws IOException {
    String given = System.getenv("SORS_DATA");
    if (data == null && given == null) {
      throw new InvalidInputException(
          "expected --data or the variable SORS_DATA: the folder with embeddings/ and ir/");
    }
    return TestCollection.read(data == null ? Path.of(given) : data, name, vectors);
  }

  private RankingOptions options(long seed) {
    return RankingOptions.DEFAULT.withSeed(seed).withThreads(threads);
  }

  private void tables(boolean vectors) throws IOException {
    for (String name : collections) {
      TestCollection collection = read(name, vectors);
      for (int seed = 1; seed <= seeds; seed++) {
        long from = System.nanoTime();
        RankingResult result =
            new RankingTraining(
                    collection.items(), collection.queries(), collection.feedback(), options(seed))
                .run(RankingListener.NONE);
        print(
            "%n%s, %s, seed %d, %d queries: start %s, %s, %.0f s",
            name,
            vectors ? "text and vectors" : "text",
            seed,
            result.queries(),
            result.start(),
            result.isKept() ? "kept " + result.served() : result.why(),
            (System.nanoTime() - from) / 1e9);
        print("%-22s %6s %16s %8s %16s", "", "MAP", "gain", "nDCG@10", "gain");
        for (RankingResult.Method method : result.methods()) {
          print(
              "%-22s %6.4f %16s %8.4f %16s",
              method.name(),
              method.averagePrecision(),
              interval(method.gain()),
              method.ndcgAt10(),
              interval(method.ndcgGain()));
        }
        print("%s", result.model().fusion().weights());
      }
    }
  }

  private static String interval(Gain gain) {
    return text("%+.3f..%+.3f", gain.low(), gain.high());
  }

  /** What is served after few judged queries, measured on all other queries. */
  private void curve() throws IOException {
    print("%nGain in MAP over the start on the other queries, text and vectors, %d splits", splits);
    print("%-6s %8s %6s %10s %18s %6s", "", "queries", "kept", "gain", "interval", "worst");
    for (String name : collections) {
      TestCollection collection = read(name, true);
      LearntTitles titles = LearntTitles.of(collection.items(), options(1));
      for (int size : sizes) {
        // some queries have to be left to measure on
        if (size > collection.queries().size() * 4 / 5) {
          continue;
        }
        double[] start = new double[splits];
        double[] served = new double[splits];
        int kept = 0;
        double worst = Double.POSITIVE_INFINITY;
        for (int split = 0; split < splits; split++) {
          List<Item> asked = collection.drawn(size, split);
          RankingResult result = train(collection, asked, collection.feedback(), titles);
          kept += result.isKept() ? 1 : 0;
          List<Item> others = new ArrayList<>(collection.queries());
          others.removeAll(asked);
          RankingSearcher before =
              RankingSearcher.of(collection.items(), start(result.start()), LearntParts.NONE);
          start[split] = averagePrecision(before, collection, others);
          served[split] =
              result.isKept()
                  ? averagePrecision(
                      result.model().searcher(collection.items()), collection, others)
                  : start[split];
          worst = Math.min(worst, served[split] - start[split]);
        }
        Gain gain = Gain.ofUnits("MAP", "splits", start, served);
        print(
            "%-6s %8d %6s %+10.4f %18s %+6.3f",
            name, size, kept + "/" + splits, gain.mean(), interval(gain), worst);
      }
    }
  }

  private static Fusion start(String name) {
    return List.of(Fusion.BM25, Fusion.COSINE, Fusion.BOTH).stream()
        .filter(fusion -> fusion.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private RankingResult train(
      TestCollection collection, List<Item> asked, List<Feedback> feedback, LearntTitles titles) {
    List<String> ids = asked.stream().map(Item::id).toList();
    return new RankingTraining(
            collection.items(),
            asked,
            feedback.stream().filter(one -> ids.contains(one.query())).toList(),
            options(1))
        .withTitles(titles)
        .run(RankingListener.NONE);
  }

  private static double averagePrecision(
      RankingSearcher searcher, TestCollection collection, List<Item> queries) {
    Map<String, Map<String, Integer>> grades = new HashMap<>();
    for (Feedback one : collection.feedback()) {
      one.preferred()
          .forEach(id -> grades.computeIfAbsent(one.query(), unseen -> new HashMap<>()).put(id, 1));
    }
    return queries.stream()
        .mapToDouble(
            query ->
                RankingMeasure.averagePrecision()
                    .of(
                        searcher.search(query, 1000).ids(),
                        grades.getOrDefault(query.id(), Map.of())))
        .average()
        .orElseThrow();
  }

  /** How often something is kept if each query has the judgements of another. */
  private void noise() throws IOException {
    print("%nShuffled judgements, text and vectors: how often anything is kept");
    for (String name : collections) {
      TestCollection collection = read(name, true);
      LearntTitles titles = LearntTitles.of(collection.items(), options(1));
      int kept = 0;
      int fitting = 0;
      for (int run = 1; run <= splits; run++) {
        RankingResult result =
            train(collection, collection.queries(), collection.shuffled(run), titles);
        kept += result.isKept() ? 1 : 0;
        fitting += result.why().contains("do not fit") ? 0 : 1;
      }
      print("%-6s kept %d of %d, %d seemed to fit", name, kept, splits, fitting);
    }
  }

  private void speed() {
    LargeSearch large = LargeSearch.measure(100_000, 384, 200);
    print(
        "%n100,000 random items, 384 numbers, 40 words, 7 signals: median %.1f ms, 99%% %.1f ms a"
            + " query, %,d bytes per item",
        large.median(), large.slow(), large.bytesPerItem());
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
