package io.github.sors.cli.search;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.cli.frame.Console;
import io.github.sors.cli.input.ModelOnData;
import io.github.sors.cli.input.RowIds;
import io.github.sors.data.Dataset;
import io.github.sors.index.IndexHit;
import io.github.sors.index.IndexView;
import io.github.sors.index.IndexedItem;
import io.github.sors.index.ItemFilter;
import io.github.sors.index.VectorIndex;
import io.github.sors.index.WeightedQuery;
import io.github.sors.search.ExactSearch;
import io.github.sors.search.Hit;
import java.util.ArrayList;
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

  /** Ranks rows for queries; threads share it. */
  @FunctionalInterface
  interface Ranker {
    List<IndexHit> best(SparseVector query);
  }

  /** Prepares to rank rows for many queries: a matrix finds them in an index of its features. */
  static Ranker ranker(ModelOnData read, int top, Console console) {
    Dataset rows = read.normalized();
    List<String> ids = RowIds.of(rows, console);
    if (!(read.model() instanceof BilinearModel matrix)) {
      ExactSearch search = new ExactSearch(read.model(), rows.vectors());
      return query ->
          search.search(query, top).stream()
              .map(hit -> new IndexHit(ids.get(hit.item()), "", hit.score()))
              .toList();
    }
    List<IndexedItem> items = new ArrayList<>(rows.size());
    for (int row = 0; row < rows.size(); row++) {
      items.add(new IndexedItem(ids.get(row), rows.vector(row)));
    }
    VectorIndex index = new VectorIndex();
    index.putAll(items);
    IndexView view = index.view();
    return query -> view.search(WeightedQuery.expand(matrix, query), top, ItemFilter.ALL);
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
          "--item: expected the name of a row or its number from 0 to "
              + (rows.size() - 1)
              + ", found '"
              + query
              + "'",
          e);
    }
    throw new InvalidInputException(
        "--item: expected a row from 0 to " + (rows.size() - 1) + ", found " + query);
  }
}
