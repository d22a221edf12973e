package io.github.sors.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.data.format.ReadOptions;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.LocatedData;
import io.github.sors.data.registry.Registry;
import io.github.sors.data.triplet.Split;
import io.github.sors.index.BudgetLoss;
import io.github.sors.index.IndexFile;
import io.github.sors.index.IndexView;
import io.github.sors.index.IndexedItem;
import io.github.sors.index.VectorIndex;
import io.github.sors.index.WeightedQuery;
import io.github.sors.io.ModelFile;
import io.github.sors.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Compares the index with Lucene, on the same expanded queries in one process. */
@Command(
    name = "search",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the speed of the index, compared with Lucene's exhaustive scoring of feature fields.",
      "",
      "Lucene gets only the positive weights, since it supports no others, and rounds values to"
          + " nine bits. Queries are expanded in advance for both."
    })
final class SearchBench implements Callable<Integer> {

  private static final int TOP = 10;
  private static final int WARM_UPS = 2;
  private static final String ROW = "%-16s  %8s  %8s  %8s  %9s  %9s  %9s";

  @ParentCommand private BenchCommand parent;

  @Option(
      names = "--data",
      paramLabel = "NAME",
      description = "A name that 'sors data list' shows (default: rcv1).")
  private String data = "rcv1";

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "A model of this data (default: learn one from 70%% of the rows).")
  private Path model;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds to learn without --model (default: 10000).")
  private int rounds = 10_000;

  @Option(names = "--queries", paramLabel = "N", description = "Queries (default: 200).")
  private int queries = 200;

  @Option(
      names = "--budget",
      split = ",",
      paramLabel = "N",
      description = "Query budgets to measure in addition to full queries (default: 64,256,1024).")
  private List<Integer> budgets = List.of(64, 256, 1024);

  @Option(
      names = "--clock",
      paramLabel = "NAME",
      description =
          "Time of a query: wall, or processor for a machine with other work (default: wall);"
              + " queries per second always use elapsed time.")
  private Clock clock = Clock.WALL;

  @Option(names = "--json", description = "Print one line of JSON instead of a table.")
  private boolean json;

  /** Answers one query. */
  @FunctionalInterface
  private interface Engine {
    void answer(int query) throws IOException;
  }

  /**
   * The times of an engine: milliseconds of a single query, and queries per second on two threads.
   */
  private record Times(double median, double percentile99, double perSecond) {}

  @Override
  public Integer call() throws IOException {
    if (queries < 1 || rounds < 1) {
      throw new InvalidInputException("expected --queries and --rounds of at least 1");
    }
    LocatedData located = Registry.standard(DataFolders.ofThisProcess()).locate(data);
    Dataset raw =
        located.isBuiltIn()
            ? located.builtIn().get()
            : DatasetReader.read(located.files(), ReadOptions.DEFAULT.withLabels(located.labels()));
    Dataset rows = raw.map(Normalization.L2::apply);
    BilinearModel learnt =
        model == null
            ? Learning.model(rows, Split.perClass(rows.labels(), 0.3, 1).train(), rounds)
            : ModelFile.readMatrix(model);
    List<IndexedItem> items = new ArrayList<>(rows.size());
    for (int row = 0; row < rows.size(); row++) {
      items.add(new IndexedItem(Integer.toString(row), rows.vector(row)));
    }
    VectorIndex index = new VectorIndex();
    index.putAll(items);
    List<WeightedQuery> full = new ArrayList<>();
    long start = clock.nanoseconds();
    for (int k = 0; k < queries; k++) {
      int row = (int) ((long) k * rows.size() / queries);
      full.add(WeightedQuery.expand(learnt, rows.vector(row)));
    }
    double expansion = 1e-6 * (clock.nanoseconds() - start) / queries;
    Path folder = Files.createTempDirectory("sors-bench");
    try (LuceneFeatures lucene = new LuceneFeatures(items, folder.resolve("lucene"))) {
      Path file = folder.resolve("items.index");
      IndexFile.write(index.view(), Normalization.L2, file);
      IndexView mapped = IndexFile.read(file).index().view();
      report(index.view(), mapped, lucene, full, learnt, expansion);
    } finally {
      TemporaryFiles.delete(folder);
    }
    return 0;
  }

  private void report(
      IndexView heap,
      IndexView mapped,
      LuceneFeatures lucene,
      List<WeightedQuery> full,
      BilinearModel learnt,
      double expansion)
      throws IOException {
    List<Map<String, Object>> measured = new ArrayList<>();
    if (!json) {
      print(
          "%,d items, M of %,d non-zeros, %,d queries; expanding one took %.2f ms on average",
          heap.size(), learnt.nonZeros(), full.size(), expansion);
      print("");
      print(ROW, "engine", "features", "median", "99%", "queries/s", "recall@10", "x Lucene");
      print(ROW, "", "", "ms", "ms", "2 threads", "", "by median");
    }
    List<Integer> all = new ArrayList<>(List.of(Integer.MAX_VALUE));
    all.addAll(budgets);
    for (int budget : all) {
      List<WeightedQuery> within = full.stream().map(query -> query.strongest(budget)).toList();
      double features = within.stream().mapToInt(WeightedQuery::size).average().orElseThrow();
      double recall = BudgetLoss.measure(heap, full, budget, TOP).recall();
      lucene.setQueries(within);
      Times ofLucene = measure(k -> lucene.search(k, TOP));
      Times ofHeap = measure(k -> heap.search(within.get(k), TOP));
      Times ofMapped = measure(k -> mapped.search(within.get(k), TOP));
      show("index", features, ofHeap, recall, ofLucene, measured);
      show("index, mapped", features, ofMapped, recall, ofLucene, measured);
      show("Lucene, positive", lucene.clauses(), ofLucene, null, ofLucene, measured);
    }
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("data", data);
      result.put("items", heap.size());
      result.put("nonZeros", learnt.nonZeros());
      result.put("queries", full.size());
      result.put("clock", clock.label());
      result.put("expansionMilliseconds", expansion);
      result.put("measurements", measured);
      parent.out().println(new ObjectMapper().writeValueAsString(result));
    }
  }

  private void show(
      String engine,
      double features,
      Times times,
      Double recall,
      Times lucene,
      List<Map<String, Object>> measured) {
    double faster = lucene.median() / times.median();
    if (json) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("engine", engine);
      entry.put("features", features);
      entry.put("medianMilliseconds", times.median());
      entry.put("percentile99Milliseconds", times.percentile99());
      entry.put("queriesPerSecond", times.perSecond());
      entry.put("recallAt10", recall);
      entry.put("timesFasterThanLucene", faster);
      measured.add(entry);
      return;
    }
    print(
        ROW,
        engine,
        text("%,.0f", features),
        text("%.3f", times.median()),
        text("%.3f", times.percentile99()),
        text("%,.0f", times.perSecond()),
        recall == null ? "" : text("%.4f", recall),
        text("%.1f", faster));
  }

  private Times measure(Engine engine) throws IOException {
    for (int warmUp = 0; warmUp < WARM_UPS; warmUp++) {
      for (int k = 0; k < queries; k++) {
        engine.answer(k);
      }
    }
    double[] milliseconds = new double[queries];
    for (int k = 0; k < queries; k++) {
      long start = clock.nanoseconds();
      engine.answer(k);
      milliseconds[k] = 1e-6 * (clock.nanoseconds() - start);
    }
    Arrays.sort(milliseconds);
    return new Times(
        milliseconds[queries / 2], milliseconds[(int) (0.99 * (queries - 1))], perSecond(engine));
  }

  private double perSecond(Engine engine) throws IOException {
    try (Workers workers = new Workers(2, "sors-bench")) {
      long start = System.nanoTime();
      workers.map(
          queries,
          query -> {
            engine.answer(query);
            return null;
          });
      return queries / (1e-9 * (System.nanoTime() - start));
    }
  }

  private void print(String format, Object... values) {
    parent.out().println(text(format, values).stripTrailing());
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
