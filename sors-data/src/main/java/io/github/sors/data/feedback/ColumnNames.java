package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The columns of a table with a header, found by the usual names for what is in them. */
final class ColumnNames {

  static final int NONE = -1;

  /** What can be in a column, and how it is usually called. */
  enum Role {
    QUERY("query", "query_text", "search_term", "user_query", "anchor"),
    QUERY_ID("query_id", "queryid", "qid", "topic", "topic_id"),
    ITEM(
        "item",
        "item_id",
        "itemid",
        "document",
        "document_id",
        "doc",
        "doc_id",
        "docid",
        "docno",
        "product",
        "product_id",
        "sku",
        "object_id",
        "corpus_id",
        "id"),
    POSITIVE("positive", "positive_id", "pos", "preferred", "chosen"),
    NEGATIVE("negative", "negative_id", "neg", "rejected", "skipped"),
    WEIGHT("weight"),
    GROUP("group", "group_id", "session", "session_id", "basket", "playlist", "cluster"),
    RANK("rank", "position", "pos", "place"),
    CLICKED("clicked", "click", "is_clicked", "is_click", "chosen"),
    PERSON("person", "person_id", "user", "user_id", "client_id", "session", "session_id"),
    TIME("time", "timestamp", "@timestamp", "date", "datetime"),
    IMPRESSION("impression", "impression_id", "search_id", "request_id"),
    GRADE("grade", "relevance", "rating", "score", "rel", "judgement", "judgment", "label");

    @SuppressWarnings("ImmutableEnumChecker") // the list is unmodifiable
    private final List<String> usual;

    Role(String... usual) {
      this.usual = List.of(usual);
    }

    /** Whether a cell of the first row is such a name. */
    boolean matches(String cell) {
      return usual.contains(normalised(cell));
    }

    @Override
    public String toString() {
      return String.join(", ", usual);
    }
  }

  private final List<String> header;
  private final List<String> names = new ArrayList<>();
  private final Set<Integer> used = new HashSet<>();

  ColumnNames(List<String> header) {
    this.header = header;
    for (String name : header) {
      names.add(normalised(name));
    }
    for (int i = 0; i < names.size(); i++) {
      if (names.indexOf(names.get(i)) < i) {
        throw new InvalidInputException(
            "expected each column once in the header, found " + FeedbackText.quote(header.get(i)));
      }
    }
  }

  private static String normalised(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
  }

  /** The number of the column of a role, or {@link #NONE}. */
  int find(Role role) {
    for (String usual : role.usual) {
      int column = names.indexOf(usual);
      if (column >= 0 && used.add(column)) {
        return column;
      }
    }
    return NONE;
  }

  /** The number of the column of a role that has to be there. */
  int require(Role role) {
    int column = find(role);
    if (column == NONE) {
      throw new InvalidInputException(
          "expected a header with a column for "
              + role.name().toLowerCase(Locale.ROOT).replace('_', ' ')
              + " (one of "
              + role
              + "), found "
              + FeedbackText.quote(String.join(", ", header)));
    }
    return column;
  }

  /** Adds a sentence about the columns that nobody asked for, if there are any. */
  void noteUnused(List<String> notes) {
    List<String> unused = new ArrayList<>();
    for (int i = 0; i < header.size(); i++) {
      if (!used.contains(i)) {
        unused.add(header.get(i));
      }
    }
    if (!unused.isEmpty()) {
      notes.add("left out the columns " + String.join(", ", unused));
    }
  }

  /** Checks that a row has a cell for each name. */
  void requireWidth(List<String> cells) {
    if (cells.size() != header.size()) {
      throw new InvalidInputException(
          "expected "
              + header.size()
              + " cells as the header has ("
              + String.join(", ", header)
              + "), found "
              + cells.size());
    }
  }

  /** The cell of a column that has to have an id. */
  String id(List<String> cells, int column) {
    String id = cells.get(column);
    if (id.isEmpty()) {
      throw new InvalidInputException(
          "expected an id in the column '" + header.get(column) + "', found a blank cell");
    }
    return id;
  }

  /** The cell of a column, empty if there is no such column. */
  static String optional(List<String> cells, int column) {
    return column == NONE ? "" : cells.get(column);
  }
}
