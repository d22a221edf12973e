package io.github.sors.cli.train;

import io.github.sors.Model;
import io.github.sors.Similarities;
import io.github.sors.SparseVector;
import io.github.sors.cli.frame.TextTable;
import io.github.sors.data.Dataset;
import io.github.sors.search.ExactSearch;
import io.github.sors.search.Hit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The first answers by the cosine and by the learnt model. */
final class BeforeAndAfter {

  /** The number of answers. */
  static final int ANSWERS = 5;

  private static final String SEPARATOR = " · ";
  private static final int NAME_COLUMNS = 24;
  private static final String UNSHARED = "*";
  private static final String BEFORE = "  before  ";
  private static final String AFTER = "  after   ";

  private final Dataset rows;
  private final ExactSearch before;
  private final ExactSearch after;

  BeforeAndAfter(Dataset rows, Model learnt) {
    this.rows = rows;
    this.before = new ExactSearch(Similarities.dot(), rows.vectors());
    this.after = new ExactSearch(learnt, rows.vectors());
  }

  /**
   * A row as a query to the other rows.
   *
   * @param row its number
   * @param rightBefore how many of the first answers were of its class before learning
   * @param rightAfter how many are after learning
   * @param rightUnshared how many of those after learning share no feature with it
   */
  record Query(int row, int rightBefore, int rightAfter, int rightUnshared) {

    int gain() {
      return rightAfter - rightBefore;
    }
  }

  /** Every row as a query. */
  List<Query> queries() {
    return IntStream.range(0, rows.size()).parallel().mapToObj(this::query).toList();
  }

  private Query query(int row) {
    SparseVector vector = rows.vector(row);
    List<Hit> found =
        after.search(vector, ANSWERS, row).stream().filter(hit -> isRight(row, hit)).toList();
    return new Query(
        row,
        (int)
            withSharedFeature(before.search(vector, ANSWERS, row)).stream()
                .filter(hit -> isRight(row, hit))
                .count(),
        found.size(),
        (int) found.stream().filter(hit -> sharesNothing(vector, hit)).count());
  }

  /** The answers of the cosine; rows without a common feature do not count. */
  private static List<Hit> withSharedFeature(List<Hit> hits) {
    return hits.stream().filter(hit -> hit.score() > 0).toList();
  }

  private boolean isRight(int row, Hit hit) {
    return rows.label(hit.item()) == rows.label(row);
  }

  private boolean sharesNothing(SparseVector query, Hit hit) {
    SparseVector item = rows.vector(hit.item());
    return IntStream.range(0, query.size()).allMatch(k -> item.get(query.index(k)) == 0);
  }

  /** The queries that learning helped most, each of another class: the clearest first. */
  List<Query> mostHelped(List<Query> queries, int most) {
    List<Query> sorted =
        queries.stream()
            .filter(query -> query.gain() > 0)
            .sorted(
                Comparator.comparingInt(Query::gain)
                    .thenComparingInt(Query::rightUnshared)
                    .reversed())
            .toList();
    List<Query> shown = new ArrayList<>();
    for (Query query : sorted) {
      boolean known =
          shown.stream().anyMatch(other -> rows.label(other.row()) == rows.label(query.row()));
      if (!known && shown.size() < most) {
        shown.add(query);
      }
    }
    return shown;
  }

  /** The query that learning harmed most, if it harmed any. */
  static Optional<Query> mostHarmed(List<Query> queries) {
    return queries.stream()
        .filter(query -> query.gain() < 0)
        .min(Comparator.comparingInt(Query::gain));
  }

  /** The query, and how many of the first answers are right. */
  String describe(Query query) {
    return rows.rowName(query.row())
        + " ("
        + rows.classNames().get(rows.label(query.row()))
        + "): "
        + query.rightBefore()
        + " of "
        + ANSWERS
        + " right before, "
        + query.rightAfter()
        + " after";
  }

  /** The answers to a row, in lines. */
  List<String> answersTo(Query query) {
    SparseVector vector = rows.vector(query.row());
    return lines(
        vector,
        before.search(vector, ANSWERS, query.row()),
        after.search(vector, ANSWERS, query.row()));
  }

  /** The answers to a text, in lines. */
  List<String> answersTo(SparseVector text) {
    return lines(text, before.search(text, ANSWERS), after.search(text, ANSWERS));
  }

  private List<String> lines(SparseVector query, List<Hit> plain, List<Hit> learnt) {
    List<String> lines = new ArrayList<>(lines(BEFORE, query, withSharedFeature(plain)));
    lines.addAll(lines(AFTER, query, learnt));
    return lines;
  }

  private List<String> lines(String prefix, SparseVector query, List<Hit> hits) {
    if (hits.isEmpty()) {
      return List.of(prefix + "nothing");
    }
    List<String> lines = new ArrayList<>();
    String line = prefix;
    for (Hit hit : hits) {
      String name =
          TextTable.cut(rows.rowName(hit.item()), NAME_COLUMNS)
              + (sharesNothing(query, hit) ? UNSHARED : "");
      boolean first = line.isBlank() || line.equals(prefix);
      String longer = first ? line + name : line + SEPARATOR + name;
      if (first || TextTable.width(longer) <= TextTable.SCREEN) {
        line = longer;
      } else {
        lines.add(line);
        line = " ".repeat(prefix.length()) + name;
      }
    }
    lines.add(line);
    return lines;
  }
}
