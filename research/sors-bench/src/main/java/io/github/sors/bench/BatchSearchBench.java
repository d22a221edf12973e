package io.github.sors.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.Normalization;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.format.DatasetReader;
import io.github.sors.data.format.ReadOptions;
import io.github.sors.data.registry.DataFolders;
import io.github.sors.data.registry.LocatedData;
import io.github.sors.data.registry.Registry;
import io.github.sors.data.triplet.Split;
import io.github.sors.index.IndexView;
import io.github.sors.index.IndexedItem;
import io.github.sors.index.VectorIndex;
import io.github.sors.index.WeightedQuery;
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

/** Measures a batch of queries from their vectors to their rankings, beside Lucene. */
@Command(
    name = "batch-search",
    mixinStandardHelpOptions = true,
    description = {
      "Measures how many queries a second are expanded and ranked in one process, as 'sors search"
          + " --queries' does, beside Lucene in the same process.",
      "",
      "The index ranks by all features of the expanded query, by the strongest, and by the query as"
          + " it is; Lucene by the last two, with positive weights only. The engines take turns; the"
          + " median of the passes counts."
    })
final class BatchSearchBench implements Callable<Integer> {

  private static final int WARM_UPS = 1;
  private static final String ALL = "sors, all features";
  private static final String ROW = "%-24s  %10s  %9s";

  @ParentCommand private BenchCommand parent;

  @Option(
      names = "--data",
      paramLabel = "NAME",
      description = "A name that 'sors data list' shows (default: rcv1).")
  private String data = "rcv1";

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "Rounds to learn the model from 70%% of the rows (default: 10000).")
  private int rounds = 10_000;

  @Option(names = "--queries", paramLabel = "N", description = "Queries (default: 1000).")
  private int queries = 1000;

  @Option(
      names = "--budget",
      paramLabel = "N",
      description = "Strongest features of the expanded query for Lucene (default: 128).")
  private int budget = 128;

  @Option(names = "--top", paramLabel = "N", description = "Hits of a query (default: 1000).")
  private int top = 1000;

  @Option(names = "--passes", paramLabel = "N", description = "Passes (default: 3).")
  private int passes = 3;

  @Option(names = "--threads", paramLabel = "N", description = "Threads (default: all cores).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--json", description = "Print one line of JSON instead of a table.")
  private boolean json;

  /** Answers a query. */
  @FunctionalInterface
  private interface Engine {
    void answer(SparseVector query) throws IOException;
  }

  @Override
  public Integer call() throws IOException {
    if (queries < 1 || rounds < 1 || budget < 1 || top < 1 || passes < 1 || threads < 1) {
      throw new InvalidInputException(
          "expected --queries, --rounds, --budget, --top, --passes and --threads of at least 1");
    }
    LocatedData located = Registry.standard(DataFolders.ofThisProcess()).locate(data);
    Dataset raw =
        located.isBuiltIn()
            ? located.builtIn().get()
            : DatasetReader.read(located.files(), ReadOptions.DEFAULT.withLabels(located.labels()));
    Dataset rows = raw.map(Normalization.L2::apply);
    BilinearModel learnt =
        Learning.model(rows, Split.perClass(rows.labels(), 0.3, 1).train(), rounds);
    List<IndexedItem> items = new ArrayList<>(rows.size());
    for (int row = 0; row < rows.size(); row++) {
      items.add(new IndexedItem(Integer.toString(row), rows.vector(row)));
    }
    List<SparseVector> asked = new ArrayList<>(queries);
    for (int k = 0; k < queries; k++) {
      asked.add(rows.vector((int) ((long) k * rows.size() / queries)));
    }
    VectorIndex index = new VectorIndex();
    index.putAll(items);
    IndexView view = index.view();
    Path folder = Files.createTempDirectory("sors-bench");
    try (LuceneFeatures lucene = new LuceneFeatures(items, folder.resolve("lucene"));
        Workers workers = new Workers(threads, "sors-bench")) {
      Map<String, Engine> engines = new LinkedHashMap<>();
      engines.put(ALL, query -> view.search(WeightedQuery.expand(learnt, query), top));
      engines.put("sors, strongest", query -> view.search(strongest(learnt, query), top));
      engines.put("Lucene, strongest", query -> lucene.search(strongest(learnt, query), top));
      engines.put("sors, as it is", query -> view.search(WeightedQuery.of(query), top));
      engines.put("Lucene, as it is", query -> lucene.search(WeightedQuery.of(query), top));
      report(measure(engines, asked, workers), rows.size(), learnt);
    } finally {
      TemporaryFiles.delete(folder);
    }
    return 0;
  }

  private WeightedQuery strongest(BilinearModel learnt, SparseVector query) {
    return WeightedQuery.expand(learnt, query).strongest(budget);
  }

  /** The median of queries a second of each engine. */
  private Map<String, Double> measure(
      Map<String, Engine> engines, List<SparseVector> asked, Workers workers) throws IOException {
    Map<String, double[]> rates = new LinkedHashMap<>();
    engines.keySet().forEach(name -> rates.put(name, new double[passes]));
    for (int pass = -WARM_UPS; pass < passes; pass++) {
      for (Map.Entry<String, Engine> engine : engines.entrySet()) {
        long start = System.nanoTime();
        workers.<Object, IOException>map(
            asked.size(),
            k -> {
              engine.getValue().answer(asked.get(k));
              return engine;
            });
        double rate = asked.size() / (1e-9 * (System.nanoTime() - start));
        if (pass >= 0) {
          rates.get(engine.getKey())[pass] = rate;
        }
      }
    }
    Map<String, Double> medians = new LinkedHashMap<>();
    rates.forEach(
        (name, values) -> {
          Arrays.sort(values);
          medians.put(name, values[values.length / 2]);
        });
    return medians;
  }

  private void report(Map<String, Double> rates, int items, BilinearModel learnt)
      throws IOException {
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("data", data);
      result.put("items", items);
      result.put("nonZeros", learnt.nonZeros());
      result.put("queries", queries);
      result.put("budget", budget);
      result.put("top", top);
      result.put("threads", threads);
      result.put("queriesPerSecond", rates);
      parent.out().println(new ObjectMapper().writeValueAsString(result));
      return;
    }
    print(
        "%,d queries against %,d rows, M of %,d non-zeros, top %,d, %d threads",
        queries, items, learnt.nonZeros(), top, threads);
    print("");
    print(ROW, "engine", "queries/s", "x Lucene");
    rates.forEach(
        (name, rate) ->
            print(
                ROW,
                name,
                String.format(Locale.ROOT, "%,.0f", rate),
                name.equals(ALL)
                    ? ""
                    : String.format(
                        Locale.ROOT, "%.1f", rate / rates.get(name.replace("sors", "Lucene")))));
  }

  private void print(String format, Object... values) {
    parent.out().println(String.format(Locale.ROOT, format, values).stripTrailing());
  }
}
