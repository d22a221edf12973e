package io.github.sors.ranking.file;

import io.github.sors.InvalidInputException;
import io.github.sors.ranking.Judgements;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Reads judgements as TREC writes them: {@code query iteration document grade} on each line,
 * separated by blanks. The iteration is ignored. A grade above 0 is relevant.
 *
 * <p>Three columns {@code query document grade}, under a first line {@code query-id corpus-id
 * score}, are read as well. The file may be compressed; blank lines are skipped.
 *
 * <p>Threads: any thread may call it. Failures: a bad line throws {@link
 * io.github.sors.InvalidInputException} with file and line, a disk {@link java.io.IOException};
 * nothing of the file is returned.
 */
public final class QrelsFile {

  private QrelsFile() {}

  /**
   * Reads all judgements, in the order of the file.
   *
   * @throws InvalidInputException if a line is not a judgement, a document is judged twice for a
   *     query, or there is no judgement at all
   */
  public static Judgements read(Path file) throws IOException {
    Judgements.Builder judgements = Judgements.builder();
    boolean[] three = new boolean[1];
    TextLines.forEach(
        file,
        "judgements, 'query 0 document grade'",
        (line, place) -> {
          String[] columns = TextLines.columns(line);
          if (place.number() == 1 && isHeader(columns)) {
            three[0] = true;
            return;
          }
          if (columns.length != (three[0] ? 3 : 4)) {
            throw place.error(
                "expected "
                    + (three[0] ? "'query document grade'" : "'query 0 document grade'")
                    + ", found "
                    + columns.length
                    + (columns.length == 1 ? " column in " : " columns in ")
                    + TextLines.quote(line));
          }
          judgements.add(
              columns[0], columns[columns.length - 2], grade(columns[columns.length - 1]));
        });
    return judgements.build();
  }

  private static boolean isHeader(String[] columns) {
    return columns.length == 3
        && columns[0].toLowerCase(Locale.ROOT).startsWith("query")
        && columns[2].toLowerCase(Locale.ROOT).equals("score");
  }

  private static int grade(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          "expected a grade, a whole number such as 0 or 1, found " + TextLines.quote(text), e);
    }
  }
}
