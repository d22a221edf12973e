package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import io.github.sors.data.feedback.ColumnNames.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Clicks as a table with a header and a row for each item that was shown: query or query_id, item,
 * rank, clicked, and perhaps a person or session, a time and an impression.
 *
 * <p>Rows are of one impression if they have the same impression or, without such a column, the
 * same query and person; another impression of the same begins if a rank or an item comes again.
 */
final class ClickRows {

  /** A row of an impression. */
  private record Row(String item, boolean clicked) {}

  /** An impression whose rows are still read. */
  private static final class Open {
    final String query;
    final String person;
    final TreeMap<Integer, Row> rows = new TreeMap<>();
    @Nullable Instant time;

    Open(String query, String person) {
      this.query = query;
      this.person = person;
    }

    boolean has(int rank, String item) {
      return rows.containsKey(rank)
          || rows.values().stream().anyMatch(row -> row.item().equals(item));
    }
  }

  private final ClickLog log;
  private final Map<List<String>, Open> open = new HashMap<>();
  private final List<Open> impressions = new ArrayList<>();
  private @Nullable ColumnNames header;
  private int queryId;
  private int queryText;
  private int item;
  private int rank;
  private int clicked;
  private int person;
  private int time;
  private int impression;

  private ClickRows(ClickLog log) {
    this.log = log;
  }

  static void read(Path file, ClickLog log) throws IOException {
    ClickRows rows = new ClickRows(log);
    char separator = FeedbackTable.separator(FeedbackText.firstLine(file, true));
    FeedbackTable.forEach(file, separator, (cells, line) -> rows.take(cells));
    if (rows.impressions.isEmpty()) {
      throw new InvalidInputException(
          file + ": expected rows of clicks below the header, found none");
    }
    rows.impressions.forEach(rows::add);
  }

  private void take(List<String> cells) {
    ColumnNames names = header;
    if (names == null) {
      readHeader(cells);
      return;
    }
    names.requireWidth(cells);
    String id = queryId == ColumnNames.NONE ? "" : names.id(cells, queryId);
    String text = queryText == ColumnNames.NONE ? "" : names.id(cells, queryText);
    String query = log.query(id, text);
    String who = log.id(ColumnNames.optional(cells, person));
    String about = log.id(names.id(cells, item));
    int place = Cells.rank(cells.get(rank));
    Row row = new Row(about, Cells.clicked(cells.get(clicked)));
    List<String> key = List.of(query, who, ColumnNames.optional(cells, impression));
    Open current = open.get(key);
    if (current == null || current.has(place, about)) {
      requireNoImpression(current, place, about);
      current = new Open(query, who);
      open.put(key, current);
      impressions.add(current);
    }
    current.rows.put(place, row);
    if (current.time == null) {
      current.time = Cells.time(ColumnNames.optional(cells, time));
    }
  }

  private void requireNoImpression(@Nullable Open current, int place, String about) {
    if (current != null && impression != ColumnNames.NONE) {
      throw new InvalidInputException(
          "expected each rank and each item once per impression, found rank "
              + place
              + " or item "
              + FeedbackText.quote(about)
              + " again");
    }
  }

  private void readHeader(List<String> cells) {
    ColumnNames names = new ColumnNames(cells);
    queryId = names.find(Role.QUERY_ID);
    queryText = queryId == ColumnNames.NONE ? names.require(Role.QUERY) : names.find(Role.QUERY);
    impression = names.find(Role.IMPRESSION);
    item = names.require(Role.ITEM);
    rank = names.require(Role.RANK);
    clicked = names.require(Role.CLICKED);
    person = names.find(Role.PERSON);
    time = names.find(Role.TIME);
    header = names;
  }

  private void add(Open rows) {
    List<String> shown = new ArrayList<>(rows.rows.size());
    List<String> clicks = new ArrayList<>();
    for (Row row : rows.rows.values()) {
      shown.add(row.item());
      if (row.clicked()) {
        clicks.add(row.item());
      }
    }
    boolean isPlain = rows.rows.lastKey() == rows.rows.size();
    log.add(
        new Impression(
            rows.query,
            shown,
            isPlain ? List.of() : List.copyOf(rows.rows.keySet()),
            clicks,
            rows.time,
            rows.person));
  }
}
