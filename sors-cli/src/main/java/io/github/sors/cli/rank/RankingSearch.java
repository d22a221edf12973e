package io.github.sors.cli.rank;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.Items;
import io.github.sors.io.AtomicFiles;
import io.github.sors.parallel.Workers;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.ScoredDocument;
import io.github.sors.ranking.file.RunFile;
import io.github.sors.ranking.fusion.RankingModel;
import io.github.sors.ranking.fusion.RankingSearcher;
import io.github.sors.ranking.fusion.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Searches items with a learnt ranking. */
public final class RankingSearch {

  private static final int SHOWN_EVIDENCE = 5;
  private static final int SHOWN_TEXT = 58;
  // how many queries are answered before their rankings are written
  private static final int BLOCK = 256;

  private final Items items;
  private final boolean usesVectors;
  private final RankingSearcher searcher;
  private final Console console;

  /**
   * Prepares a search.
   *
   * @throws InvalidInputException if the items have other embeddings than the model
   */
  public RankingSearch(RankingModel model, Items items, Console console) {
    this.items = items;
    this.usesVectors = model.embeddings() != null && items.hasVectors();
    this.searcher = model.searcher(model.collection(items));
    this.console = console;
  }

  /** A result and why it is there. */
  private record Found(int rank, ScoredDocument hit, Item item, List<Reason> reasons) {}

  /** Answers what a person typed. */
  public void answerText(String text, int top, boolean explain, boolean json) {
    if (usesVectors) {
      console.note(
          "note: what is typed has no vector, so words alone are ranked by: --queries with"
              + " --query-vectors uses both");
    }
    Item query = Item.ofText("query", "", text);
    print(query, searcher.search(query, top), text, Map.of("text", text), explain, json);
  }

  /** Finds what is like an item. */
  public void answerItem(String id, int top, boolean explain, boolean json) {
    int number = items.number(id);
    if (number < 0) {
      throw new InvalidInputException(
          "--item: expected the id of one of "
              + Formatting.count(items.size())
              + " items, found '"
              + id
              + "'");
    }
    Item item = items.get(number);
    print(item, searcher.searchLike(number, top), title(item), Map.of("item", id), explain, json);
  }

  private void print(
      Item query,
      Ranking ranking,
      String title,
      Map<String, Object> described,
      boolean explain,
      boolean json) {
    List<Found> found = new ArrayList<>();
    for (ScoredDocument hit : ranking.documents()) {
      int number = items.number(hit.id());
      found.add(
          new Found(
              found.size() + 1,
              hit,
              items.get(number),
              explain ? searcher.explain(query, number) : List.of()));
    }
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("query", described);
      result.put("hits", found.stream().map(one -> asMap(one, explain)).toList());
      console.printJson(result);
      return;
    }
    console.print(
        TextTable.cut("\"" + title.strip().replaceAll("\\s+", " ") + "\"", TextTable.SCREEN));
    console.print("");
    if (found.isEmpty()) {
      console.print("nothing found: no item has any of these words, and the query has no vector");
      return;
    }
    TextTable table = new TextTable("rank", "score", "<id", "<");
    for (Found one : found) {
      table.add(
          Integer.toString(one.rank()),
          String.format(Locale.ROOT, "%.3f", one.hit().score()),
          TextTable.cut(one.hit().id(), 20),
          title(one.item()));
    }
    List<String> lines = table.lines();
    console.print(TextTable.cut(lines.get(0), TextTable.SCREEN));
    for (Found one : found) {
      console.print(TextTable.cut(lines.get(one.rank()), TextTable.SCREEN));
      one.reasons().forEach(this::print);
    }
  }

  private void print(Reason reason) {
    String evidence = String.join(", ", reason.evidence().stream().limit(SHOWN_EVIDENCE).toList());
    console.print(
        TextTable.cut(
            String.format(
                Locale.ROOT,
                "      %+7.3f  %s%s",
                reason.contribution(),
                reason.words(),
                evidence.isEmpty() ? "" : ": " + evidence),
            TextTable.SCREEN));
  }

  /** The first words of an item. */
  private static String title(Item item) {
    return TextTable.cut(item.allText().strip().replaceAll("\\s+", " "), SHOWN_TEXT);
  }

  private static Map<String, Object> asMap(Found found, boolean explained) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", found.hit().id());
    map.put("score", found.hit().score());
    if (explained) {
      map.put(
          "explanation",
          found.reasons().stream()
              .map(
                  reason -> {
                    Map<String, Object> one = new LinkedHashMap<>();
                    one.put("signal", reason.signal());
                    one.put("words", reason.words());
                    one.put("contribution", reason.contribution());
                    one.put("evidence", reason.evidence());
                    return one;
                  })
              .toList());
    }
    return map;
  }

  /** Ranks for many queries and writes a TREC run. */
  public void writeRun(Items queries, Path run, String name, int top, int threads, boolean json)
      throws IOException {
    long start = System.nanoTime();
    long[] found = new long[1];
    AtomicFiles.replaceText(
        run,
        out -> {
          try (Workers workers = new Workers(threads, "search");
              Console.Progress progress = console.progress("searching", queries.size())) {
            for (int from = 0; from < queries.size(); from += BLOCK) {
              int first = from;
              int size = Math.min(BLOCK, queries.size() - from);
              for (Ranking ranking :
                  workers.<Ranking, IOException>map(
                      size, k -> searcher.search(queries.get(first + k), top))) {
                RunFile.write(out, ranking, name);
                found[0] += ranking.documents().size();
              }
              progress.reached(from + size);
            }
          }
        });
    double seconds = 1e-9 * (System.nanoTime() - start);
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("run", run.toString());
      result.put("queries", queries.size());
      result.put("items", items.size());
      result.put("found", found[0]);
      result.put("seconds", seconds);
      console.printJson(result);
      return;
    }
    console.print(
        "ranked   "
            + Formatting.count(items.size())
            + " items for "
            + Formatting.count(queries.size())
            + (queries.size() == 1 ? " query in " : " queries in ")
            + Formatting.seconds(seconds)
            + " s");
    console.print("run      " + run + ", " + Formatting.count(found[0]) + " lines");
  }
}
