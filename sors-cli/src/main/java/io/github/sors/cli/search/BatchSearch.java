package io.github.sors.cli.search;

import io.github.sors.cli.frame.Console;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.cli.frame.ShellCommand;
import io.github.sors.io.AtomicFiles;
import io.github.sors.parallel.Workers;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.ScoredDocument;
import io.github.sors.ranking.file.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers many queries in one process, and writes the rankings as a TREC run. */
final class BatchSearch {

  /** How many queries are answered before their rankings are written. */
  private static final int BLOCK = 256;

  /** Ranks documents; threads share it. */
  @FunctionalInterface
  interface Engine {
    List<ScoredDocument> best(BatchQuery query) throws IOException;
  }

  private final List<BatchQuery> queries;
  private final Engine engine;
  private final long documents;
  private long found;
  private long unanswered;
  private long nanoseconds;

  /**
   * Creates a search.
   *
   * @param documents how many documents each query is ranked against
   */
  BatchSearch(List<BatchQuery> queries, Engine engine, long documents) {
    this.queries = queries;
    this.engine = engine;
    this.documents = documents;
  }

  /** Answers all queries, in their order, and says how fast that was. */
  void run(Path run, String name, int threads, boolean json, Console console) throws IOException {
    try {
      AtomicFiles.replaceText(run, out -> rank(out, name, threads, console));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    report(run, json, console);
  }

  private void rank(Writer out, String name, int threads, Console console) throws IOException {
    try (Workers workers = new Workers(threads, "search");
        Console.Progress progress = console.progress("searching", queries.size())) {
      for (int from = 0; from < queries.size(); from += BLOCK) {
        List<BatchQuery> block = queries.subList(from, Math.min(from + BLOCK, queries.size()));
        long start = System.nanoTime();
        List<Ranking> rankings = best(block, workers);
        nanoseconds += System.nanoTime() - start;
        for (Ranking ranking : rankings) {
          RunFile.write(out, ranking, name);
          found += ranking.documents().size();
          unanswered += ranking.documents().isEmpty() ? 1 : 0;
        }
        progress.reached(from + block.size());
      }
    }
  }

  /** An index that cannot be read is not a run that cannot be written, so it fails unchecked. */
  private List<Ranking> best(List<BatchQuery> block, Workers workers) {
    try {
      return workers.<Ranking, IOException>map(
          block.size(), k -> new Ranking(block.get(k).id(), engine.best(block.get(k))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void report(Path run, boolean json, Console console) {
    double seconds = 1e-9 * nanoseconds;
    if (unanswered > 0) {
      console.note("note: " + Formatting.count(unanswered) + " queries found no document");
    }
    if (json) {
      Map<String, Object> result = new LinkedHashMap<>();
      result.put("run", run.toString());
      result.put("queries", queries.size());
      result.put("unanswered", unanswered);
      result.put("documents", documents);
      result.put("found", found);
      result.put("seconds", seconds);
      console.printJson(result);
      return;
    }
    console.print(
        "ranked   "
            + Formatting.count(documents)
            + " documents for "
            + Formatting.count(queries.size())
            + (queries.size() == 1 ? " query in " : " queries in ")
            + Formatting.seconds(seconds)
            + " s");
    console.print("run      " + run + ", " + Formatting.count(found) + " lines");
    new ShellCommand("evaluate")
        .option("--run", run)
        .option("--qrels", "QRELS")
        .lines("next     ")
        .forEach(console::print);
  }
}
