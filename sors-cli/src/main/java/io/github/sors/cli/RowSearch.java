package io.github.sors.cli;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.search.ExactSearch;
import io.github.sors.search.Hit;
import java.util.List;

/** Searches rows by scoring each of them. */
final class RowSearch {

  private RowSearch() {}

  /** Ranks all other rows for one row. */
  static Answer answer(ModelOnData read, String query, int top) {
    Dataset rows = read.normalized();
    int row = find(rows, query);
    List<Hit> hits =
        new ExactSearch(read.model(), rows.vectors()).search(rows.vector(row), top, row);
    boolean named = !rows.rowNames().isEmpty();
    Answer.Found asked = found(rows, row, 0);
    return new Answer(
        read.model(),
        rows.rowName(row)
            + (named ? " (row " + row + ", class " : " (class ")
            + asked.label()
            + ")",
        asked.described(),
        rows.vector(row),
        hits.stream().map(hit -> found(rows, hit.item(), hit.score())).toList());
  }

  /** Ranks all rows for a text. */
  static Answer answerText(ModelOnData read, String text, int top, Console console) {
    Dataset rows = read.normalized();
    SparseVector query = TextQuery.vector(read.model(), text, console);
    List<Hit> hits = new ExactSearch(read.model(), rows.vectors()).search(query, top);
    return new Answer(
        read.model(),
        TextQuery.title(text),
        TextQuery.described(text),
        query,
        hits.stream().map(hit -> found(rows, hit.item(), hit.score())).toList());
  }

  private static Answer.Found found(Dataset rows, int row, double score) {
    String name = rows.rowNames().isEmpty() ? null : rows.rowName(row);
    String label = rows.classNames().get(rows.label(row));
    return new Answer.Found(row, name, label, score, rows.vector(row));
  }

  private static int find(Dataset rows, String query) {
    int named = rows.rowNames().indexOf(query);
    if (named >= 0) {
      return named;
    }
    try {
      int number = Integer.parseInt(query);
      if (number >= 0 && number < rows.size()) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new InvalidInputException(
          "--query: expected the name of a row or its number from 0 to "
              + (rows.size() - 1)
              + ", found '"
              + query
              + "'",
          e);
    }
    throw new InvalidInputException(
        "--query: expected a row from 0 to " + (rows.size() - 1) + ", found " + query);
  }
}
