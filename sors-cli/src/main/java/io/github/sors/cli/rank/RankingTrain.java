package io.github.sors.cli.rank;

import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.GainReport;
import io.github.sors.cli.frame.OutputFiles;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.cli.input.DataWithVectors;
import io.github.sors.data.item.Items;
import io.github.sors.eval.Gain;
import io.github.sors.lucene.text.VectorizerOptions;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.file.RunFile;
import io.github.sors.ranking.signal.RankingCollection;
import io.github.sors.ranking.train.RankingOptions;
import io.github.sors.ranking.train.RankingResult;
import io.github.sors.ranking.train.RankingTraining;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Learns a ranking from items, queries and feedback, says what it gains on queries that were held
 * out, and writes the model.
 */
public final class RankingTrain {

  /** How texts become terms unless another analyzer is named. */
  public static final VectorizerOptions TEXTS = VectorizerOptions.BM25.withAnalyzer("english");

  private static final int SHOWN_CHANGES = 3;
  private static final int LISTED_CHANGES = 20;
  private static final String SERVED = "served";
  // they say again what others say, as it was chosen in each fold
  private static final Set<String> SUMMARIES = Set.of("start", "learnt", SERVED);

  private final DataWithVectors data;
  private final QueryArguments queries;
  private final JudgementArguments judgements;
  private final Path triplets;
  private final Path groups;
  private final Console console;
  private Items items;
  private AskedAndAnswered asked;

  /**
   * Prepares a training.
   *
   * @param triplets a file of triplets of a query and two items, or null
   * @param groups a file of queries and their items, or null
   */
  public RankingTrain(
      DataWithVectors data,
      QueryArguments queries,
      JudgementArguments judgements,
      Path triplets,
      Path groups,
      Console console) {
    this.data = data;
    this.queries = queries;
    this.judgements = judgements;
    this.triplets = triplets;
    this.groups = groups;
    this.console = console;
  }

  /**
   * Learns, and writes the model, and the rankings of held-out queries if that is asked for.
   *
   * @param run the file of these rankings, or null
   * @param texts how texts become terms
   */
  public void run(
      Path model, Path run, VectorizerOptions texts, RankingOptions options, boolean json)
      throws IOException {
    requireWritable(model, run);
    items = data.readItems();
    asked =
        AskedAndAnswered.read(
            items,
            queries,
            new AskedAndAnswered.Files(judgements.clicks(), judgements.qrels(), triplets, groups));
    if (!json) {
      printRead();
    }
    asked.notes().forEach(note -> console.note("note: " + note));
    RankingCollection collection =
        RankingCollection.of(items, texts, data.embedding().orElse(RankingCollection.UNNAMED));
    long start = System.nanoTime();
    RankingResult result = learn(collection, options);
    double seconds = 1e-9 * (System.nanoTime() - start);
    result.model().write(model);
    if (run != null) {
      Run served = result.runs().get(SERVED);
      RunFile.write(run, served);
    }
    if (json) {
      console.printJson(asMap(result, model, run, seconds));
    } else {
      print(result, model, run, seconds);
      data.addTo(new ShellCommand("search"))
          .option("--model", model)
          .option("--query", "TEXT")
          .flag("--explain", true)
          .lines("next     ")
          .forEach(console::print);
    }
  }

  private void requireWritable(Path model, Path run) throws IOException {
    List<Path> read = new ArrayList<>(data.files());
    read.addAll(queries.files());
    read.addAll(judgements.files());
    Stream.of(triplets, groups).filter(Objects::nonNull).forEach(read::add);
    for (Path target : Stream.of(model, run).filter(Objects::nonNull).toList()) {
      OutputFiles.requireWritable(target);
      for (Path input : read) {
        OutputFiles.requireOther(target, input);
      }
    }
    if (run != null) {
      OutputFiles.requireOther(run, model);
    }
  }

  private RankingResult learn(RankingCollection collection, RankingOptions options) {
    try (Console.Progress progress = console.progress("learning", 0)) {
      RankingTraining training =
          new RankingTraining(collection, asked.queries().asList(), asked.feedback(), options);
      return training.run(
          (step, done, all) -> {
            progress.total(all);
            progress.reached(done);
          });
    }
  }

  private void printRead() {
    String heading = "read     ";
    for (String line : items.notes()) {
      heading = printFolded(heading, line);
    }
    for (String line : asked.read()) {
      heading = printFolded(heading, line);
    }
  }

  /** Prints a sentence behind a heading, and returns the blanks that continue it. */
  private String printFolded(String heading, String sentence) {
    String before = heading;
    String blanks = " ".repeat(heading.length());
    for (String line : Formatting.wrapped(sentence, TextTable.SCREEN - heading.length())) {
      console.print(before + line);
      before = blanks;
    }
    return blanks;
  }

  private void print(RankingResult result, Path model, Path run, double seconds)
      throws IOException {
    console.print("");
    console.print(
        Formatting.count(result.queries())
            + " queries with an answer, each ranked by what did not see it:");
    TextTable table =
        new TextTable("<ranking", "MAP", "nDCG@10", "P@10", "recall@100", "gain", "95% interval");
    for (RankingResult.Method method : result.methods()) {
      if (SUMMARIES.contains(method.name())) {
        continue;
      }
      boolean isStart = method.name().equals(result.start());
      table.add(
          method.name() + (method.name().equals(result.served()) ? " *" : ""),
          decimal(method.averagePrecision()),
          decimal(method.ndcgAt10()),
          decimal(method.precisionAt10()),
          decimal(method.recallAt100()),
          isStart ? "" : String.format(Locale.ROOT, "%+.3f", method.gain().mean()),
          isStart ? "" : interval(method.gain()));
    }
    table.print(console);
    printFolded(
        "", "*: what the model ranks by; gain: in MAP over " + result.start() + ", the start");
    if (!result.why().isEmpty()) {
      console.print("");
      printFolded("", result.why());
    }
    new GainReport(result.verdict(), 1, result.start(), "what was learnt").print(console);
    printChanges(result);
    console.print("");
    console.print(
        "model    "
            + model
            + ", "
            + Formatting.bytes(Files.size(model))
            + ", learnt in "
            + Formatting.duration(seconds)
            + ", ranks by "
            + result.served());
    if (run != null) {
      console.print("run      " + run);
    }
  }

  private void printChanges(RankingResult result) {
    List<RankingResult.Change> changes = mostChanged(result, SHOWN_CHANGES);
    if (changes.isEmpty()) {
      return;
    }
    console.print("");
    console.print("the queries that change most by what was learnt:");
    for (RankingResult.Change change : changes) {
      console.print(
          TextTable.cut("  \"" + change.text().replaceAll("\\s+", " ") + "\"", TextTable.SCREEN));
      console.print(
          String.format(
              Locale.ROOT,
              "    average precision %.2f, was %.2f; first %s, was %s",
              change.after(),
              change.before(),
              first(change.firstAfter()),
              first(change.firstBefore())));
    }
  }

  private static String first(List<String> ids) {
    return ids.isEmpty() ? "nothing" : TextTable.cut(ids.get(0), 20);
  }

  /** Those that changed most, better or worse. */
  private static List<RankingResult.Change> mostChanged(RankingResult result, int most) {
    List<RankingResult.Change> changed = new ArrayList<>(result.changes());
    changed.removeIf(change -> change.gain() == 0);
    changed.sort((one, other) -> Double.compare(Math.abs(other.gain()), Math.abs(one.gain())));
    return changed.subList(0, Math.min(most, changed.size()));
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  private static String interval(Gain gain) {
    return String.format(Locale.ROOT, "%+.3f..%+.3f", gain.low(), gain.high());
  }

  private Map<String, Object> asMap(RankingResult result, Path model, Path run, double seconds) {
    Map<String, Object> read = new LinkedHashMap<>();
    read.put("items", items.size());
    read.put("itemsWithText", items.withText());
    read.put("itemsWithVector", items.withVector());
    read.put("dimension", items.dimension());
    read.put("fields", items.fields());
    read.put("queries", asked.queries().size());
    read.put("queriesWithVector", asked.queries().withVector());
    read.put("feedback", asked.feedback().size());
    read.put("notes", asked.notes());
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("read", read);
    map.put("queries", result.queries());
    map.put("start", result.start());
    map.put("served", result.served());
    if (!result.why().isEmpty()) {
      map.put("why", result.why());
    }
    Map<String, Object> rankings = new LinkedHashMap<>();
    result.methods().forEach(method -> rankings.put(method.name(), asMap(method)));
    map.put("rankings", rankings);
    new GainReport(result.verdict(), 1, result.start(), "what was learnt").putInto(map);
    map.put("weights", result.model().fusion().weights());
    map.put(
        "changes", mostChanged(result, LISTED_CHANGES).stream().map(RankingTrain::asMap).toList());
    map.put("seconds", seconds);
    map.put("model", model.toString());
    if (run != null) {
      map.put("run", run.toString());
    }
    return map;
  }

  private static Map<String, Object> asMap(RankingResult.Method method) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("map", method.averagePrecision());
    map.put("ndcg@10", method.ndcgAt10());
    map.put("p@10", method.precisionAt10());
    map.put("recall@100", method.recallAt100());
    map.put("low", method.gain().low());
    map.put("high", method.gain().high());
    return map;
  }

  private static Map<String, Object> asMap(RankingResult.Change change) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("query", change.query());
    map.put("text", change.text());
    map.put("before", change.before());
    map.put("after", change.after());
    map.put("firstBefore", change.firstBefore());
    map.put("firstAfter", change.firstAfter());
    return map;
  }
}
