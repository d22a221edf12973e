package io.github.sors.ranking.file;

import io.github.sors.InvalidInputException;
import io.github.sors.io.AtomicFiles;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.ScoredDocument;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads and writes rankings as TREC does: {@code query Q0 document rank score name} on each line,
 * separated by blanks.
 *
 * <p>As in trec_eval, the scores alone decide the order: the column of the rank is ignored, and
 * equal scores are sorted by id, see {@link ScoredDocument#BEST_FIRST}. A file may be compressed;
 * blank lines are skipped.
 *
 * <p>Threads: any thread may call it. Failures: a bad line throws {@link
 * io.github.sors.InvalidInputException} with file and line, an id with blanks when a run is written
 * as well, a disk {@link java.io.IOException}; a file then has part of the run.
 */
public final class RunFile {

  private static final int COLUMNS = 6;

  private RunFile() {}

  /**
   * Reads a run, named by the last column of the first line.
   *
   * @throws InvalidInputException if a line is not part of a run, a document is there twice for a
   *     query, or there is no line
   */
  public static Run read(Path file) throws IOException {
    Map<String, List<ScoredDocument>> documents = new LinkedHashMap<>();
    Map<String, Set<String>> ids = new HashMap<>();
    String[] name = new String[1];
    TextLines.forEach(
        file,
        "rankings, 'query Q0 document rank score name'",
        (line, place) -> {
          String[] columns = TextLines.columns(line);
          if (columns.length != COLUMNS) {
            throw place.error(
                "expected 'query Q0 document rank score name', found "
                    + columns.length
                    + (columns.length == 1 ? " column in " : " columns in ")
                    + TextLines.quote(line));
          }
          name[0] = name[0] == null ? columns[5] : name[0];
          List<ScoredDocument> found =
              documents.computeIfAbsent(columns[0], unseen -> new ArrayList<>());
          if (!ids.computeIfAbsent(columns[0], unseen -> new HashSet<>()).add(columns[2])) {
            throw place.error(
                "query '"
                    + columns[0]
                    + "': expected each document once, found "
                    + TextLines.quote(columns[2])
                    + " again: remove one of the lines");
          }
          found.add(new ScoredDocument(columns[2], score(columns[4])));
        });
    List<Ranking> rankings = new ArrayList<>(documents.size());
    documents.forEach((query, found) -> rankings.add(new Ranking(query, found)));
    return new Run(name[0], rankings);
  }

  private static double score(String text) {
    double score;
    try {
      score = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new InvalidInputException("expected a score, found " + TextLines.quote(text), e);
    }
    if (Double.isInfinite(score)) {
      throw new InvalidInputException("expected a finite score, found " + TextLines.quote(text));
    }
    return score;
  }

  /**
   * Writes a run; a file that is there is replaced, atomically.
   *
   * @throws InvalidInputException if an id has blanks, which the format cannot say
   */
  public static void write(Path file, Run run) throws IOException {
    AtomicFiles.replaceText(
        file,
        out -> {
          for (Ranking ranking : run.rankings()) {
            write(out, ranking, run.name());
          }
        });
  }

  /**
   * Writes the lines of one ranking.
   *
   * @param name the name of the run
   * @throws InvalidInputException if an id has blanks, which the format cannot say
   */
  public static void write(Writer out, Ranking ranking, String name) throws IOException {
    requireWord("query", ranking.queryId());
    int rank = 1;
    for (ScoredDocument document : ranking.documents()) {
      requireWord("document", document.id());
      out.write(
          ranking.queryId()
              + " Q0 "
              + document.id()
              + " "
              + rank++
              + " "
              + document.score()
              + " "
              + name
              + "\n");
    }
  }

  private static void requireWord(String what, String id) {
    if (id.isEmpty() || id.chars().anyMatch(Character::isWhitespace)) {
      throw new InvalidInputException(
          "expected the id of a "
              + what
              + " without blanks, which separate the columns of a run, found "
              + TextLines.quote(id)
              + ": rename it");
    }
  }
}
