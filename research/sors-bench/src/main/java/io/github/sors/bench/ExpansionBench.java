package io.github.sors.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.BilinearModel;
import io.github.sors.data.Dataset;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.ItemOptions;
import io.github.sors.data.item.ItemReader;
import io.github.sors.data.item.ItemSource;
import io.github.sors.data.triplet.Split;
import io.github.sors.lucene.ExpansionExperiment;
import io.github.sors.lucene.text.ItemRows;
import io.github.sors.lucene.text.Vectorizer;
import io.github.sors.lucene.text.VectorizerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Measures the gain of a learnt expansion over BM25 on texts in classes. */
@Command(
    name = "expansion",
    mixinStandardHelpOptions = true,
    description = {
      "Learns from the classes of 70%% of the texts, and compares BM25 with the learnt expansion on"
          + " the others.",
      "",
      "The first line of each held-out text is a query, the other held-out texts are searched, and"
          + " those of its class are relevant."
    })
final class ExpansionBench implements Callable<Integer> {

  @ParentCommand private BenchCommand parent;

  @Parameters(
      paramLabel = "INPUT",
      description = "A folder or an archive of text files in folders, as for 'sors train'.")
  private Path input;

  @Option(names = "--analyzer", paramLabel = "NAME", description = "Default: english.")
  private String analyzer = "english";

  @Option(names = "--rounds", paramLabel = "N", description = "Rounds (default: 10000).")
  private int rounds = 10_000;

  @Option(
      names = "--budget",
      split = ",",
      paramLabel = "N",
      description = "Number of terms of the expansion (default: 32,128,512).")
  private List<Integer> budgets = List.of(32, 128, 512);

  @Option(
      names = "--candidates",
      split = ",",
      paramLabel = "N",
      description = "Number of documents that the exact mode scores (default: 100,200,400).")
  private List<Integer> candidates = List.of(100, 200, 400);

  @Option(names = "--json", description = "Print one line of JSON instead of a table.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    ItemSource records = ItemReader.open(input, ItemOptions.DEFAULT);
    List<Item> texts = new ArrayList<>();
    records.forEach(texts::add);
    List<String> classes = texts.stream().map(Item::label).distinct().toList();
    int[] labels = texts.stream().mapToInt(text -> classes.indexOf(text.label())).toArray();
    Split split = Split.perClass(labels, 0.3, 1);
    // the vocabulary and its weights come from the training texts alone
    Vectorizer vectorizer =
        Vectorizer.fit(
            consumer -> {
              for (int row : split.train()) {
                consumer.accept(texts.get(row));
              }
            },
            VectorizerOptions.DEFAULT.withAnalyzer(analyzer));
    Dataset vectors = ItemRows.of(input.getFileName().toString(), texts, vectorizer);
    BilinearModel model = Learning.model(vectors, split.train(), rounds);
    List<Item> heldOut = new ArrayList<>();
    for (int row : split.test()) {
      heldOut.add(texts.get(row));
    }
    report(new ExpansionExperiment(model, heldOut), heldOut.size());
    return 0;
  }

  private void report(ExpansionExperiment experiment, int queries) throws IOException {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("queries", queries);
    result.put("bm25", experiment.precisionOfBm25());
    Map<String, Double> expanded = new LinkedHashMap<>();
    for (int budget : budgets) {
      expanded.put(Integer.toString(budget), experiment.precisionOfExpansion(budget));
    }
    result.put("expanded", expanded);
    Map<String, Double> exact = new LinkedHashMap<>();
    Map<String, Double> recall = new LinkedHashMap<>();
    for (int count : candidates) {
      exact.put(Integer.toString(count), experiment.precisionOfExactMode(count));
      recall.put(Integer.toString(count), experiment.recallOfExactMode(count));
    }
    result.put("exact", exact);
    result.put("exactRecall", recall);
    if (json) {
      parent.out().println(new ObjectMapper().writeValueAsString(result));
      return;
    }
    print("%,d held-out texts, first lines as queries%n%n%-34s  %s", queries, "", "P@10");
    print("%-34s  %.4f", "BM25 of the first line", result.get("bm25"));
    expanded.forEach(
        (budget, precision) ->
            print("%-34s  %.4f", "BM25 of the " + budget + " strongest terms", precision));
    exact.forEach(
        (count, precision) ->
            print(
                "%-34s  %.4f  recall@10 %.4f",
                "exact mode, " + count + " candidates", precision, recall.get(count)));
  }

  private void print(String format, Object... values) {
    parent.out().println(String.format(Locale.ROOT, format, values));
  }
}
