package io.github.sors.cli.rank;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.cli.input.DataWithVectors;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.Items;
import io.github.sors.eval.Gain;
import io.github.sors.ranking.Judgements;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.fusion.Fusion;
import io.github.sors.ranking.fusion.LearntParts;
import io.github.sors.ranking.fusion.RankingModel;
import io.github.sors.ranking.fusion.RankingSearcher;
import io.github.sors.ranking.measure.Evaluation;
import io.github.sors.ranking.measure.RankingMeasure;
import io.github.sors.ranking.signal.JudgedQuery;
import io.github.sors.ranking.signal.RankingCollection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Measures a ranking on feedback, beside the start that it was learnt from. */
public final class MeasuredRanking {

  private final Path file;
  private final RankingModel model;
  private final AskedAndAnswered asked;
  private final Evaluation start;
  private final Evaluation learnt;
  private final String startName;
  private final List<RankingMeasure> measures;
  private final Console console;

  /**
   * Reads a model, items and feedback, and ranks.
   *
   * @throws InvalidInputException if there are no queries or no feedback about them
   */
  public MeasuredRanking(
      Path file,
      DataWithVectors data,
      QueryArguments queries,
      JudgementArguments judgements,
      List<RankingMeasure> measures,
      Console console)
      throws IOException {
    if (!judgements.isGiven()) {
      throw new InvalidInputException(
          file + " ranks items for queries: give --queries with --qrels, or --clicks");
    }
    this.file = file;
    this.measures = measures;
    this.console = console;
    model = RankingModel.read(file);
    Items items = data.readItemsFor(model.embeddings());
    asked =
        AskedAndAnswered.read(
            items,
            queries,
            new AskedAndAnswered.Files(judgements.clicks(), judgements.qrels(), null, null));
    asked.notes().forEach(note -> console.note("note: " + note));
    RankingCollection collection = model.collection(items);
    Fusion fusion = startOf(model);
    startName = fusion.name();
    Judgements judged = JudgementFile.of(asked.feedback());
    start = evaluate("start", RankingSearcher.of(collection, fusion, LearntParts.NONE), judged);
    learnt = evaluate("model", model.searcher(collection), judged);
  }

  /** The ranking without learning that the model had to beat. */
  private static Fusion startOf(RankingModel model) {
    String name = model.provenance().training().getOrDefault("start", "");
    return List.of(Fusion.BM25, Fusion.COSINE, Fusion.BOTH).stream()
        .filter(fusion -> fusion.name().equals(name))
        .findFirst()
        .orElse(model.vectorizer() == null ? Fusion.COSINE : Fusion.BM25);
  }

  private Evaluation evaluate(String name, RankingSearcher searcher, Judgements judged) {
    List<Ranking> rankings = new ArrayList<>();
    try (Console.Progress progress = console.progress("ranking", judged.queries().size())) {
      for (Item query : asked.queries().asList()) {
        if (judged.queries().contains(query.id())) {
          rankings.add(searcher.search(query, RankingCollection.DEPTH));
          progress.reached(rankings.size());
        }
      }
    }
    return Evaluation.of(new Run(name, rankings), judged, measures);
  }

  /** BM25's rankings of items for queries. */
  public static Run bm25(Items items, Items queries) {
    RankingCollection collection = RankingCollection.of(items, RankingTrain.TEXTS);
    RankingSearcher searcher = RankingSearcher.of(collection, Fusion.BM25, LearntParts.NONE);
    List<Ranking> rankings = new ArrayList<>();
    queries
        .asList()
        .forEach(query -> rankings.add(searcher.search(query, RankingCollection.DEPTH)));
    return new Run(Fusion.BM25.name(), rankings);
  }

  /** How many of the measured queries the model remembers to have learnt from. */
  private long learntFrom() {
    Set<String> known = new HashSet<>();
    for (JudgedQuery query : model.parts().judged()) {
      known.add(query.id());
    }
    return learnt.queries().stream().filter(known::contains).count();
  }

  /** Prints what was measured. */
  public void report(boolean json) {
    if (json) {
      printJson();
      return;
    }
    console.print(Formatting.count(learnt.queries().size()) + " queries with feedback");
    console.print("");
    TextTable table = new TextTable("<measure", startName, "model", "gain", "95% interval");
    for (RankingMeasure measure : measures) {
      Gain gain = gain(measure);
      table.add(
          measure.name(),
          String.format(Locale.ROOT, "%.4f", gain.start()),
          String.format(Locale.ROOT, "%.4f", gain.learnt()),
          String.format(Locale.ROOT, "%+.4f", gain.mean()),
          String.format(Locale.ROOT, "%+.4f..%+.4f", gain.low(), gain.high()));
    }
    table.print(console);
    if (!gain(measures.get(0)).isEnough()) {
      console.print("");
      console.print(
          "too few to tell a gain from chance: "
              + learnt.queries().size()
              + " queries, of "
              + Gain.LEAST_UNITS
              + " that it takes");
    }
    long seen = learntFrom();
    if (seen > 0) {
      console.print("");
      Formatting.wrapped(
              Formatting.count(seen)
                  + " of these queries are among those that "
                  + file
                  + " has learnt from, so the gain is too good: 'sors train' says what it gains on"
                  + " queries that were held out",
              TextTable.SCREEN)
          .forEach(console::print);
    }
  }

  private Gain gain(RankingMeasure measure) {
    return Gain.ofUnits(
        measure.name(), "queries", start.valueArray(measure), learnt.valueArray(measure));
  }

  private void printJson() {
    Map<String, Object> byMeasure = new LinkedHashMap<>();
    for (RankingMeasure measure : measures) {
      Gain gain = gain(measure);
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("start", gain.start());
      one.put("learnt", gain.learnt());
      one.put("low", gain.low());
      one.put("high", gain.high());
      one.put("byQuery", learnt.values(measure));
      byMeasure.put(measure.name(), one);
    }
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("queries", learnt.queries().size());
    result.put("learntFrom", learntFrom());
    result.put("start", startName);
    result.put("ranking", model.fusion().name());
    result.put("measures", byMeasure);
    result.put("notes", asked.notes());
    console.printJson(result);
  }
}
