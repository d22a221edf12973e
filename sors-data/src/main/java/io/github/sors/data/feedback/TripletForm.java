package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import io.github.sors.data.feedback.ColumnNames.Role;
import io.github.sors.data.feedback.FeedbackReader.TripletConsumer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Triplets as JSON lines, or as a table with or without a header. */
final class TripletForm {

  private final TripletConsumer consumer;
  private final List<String> notes = new ArrayList<>();
  private @Nullable ColumnNames names;
  // columns of query, positive, negative and weight
  private int[] columns = {0, 1, 2, 3};
  private boolean isStarted;
  private boolean isEmpty = true;

  private TripletForm(TripletConsumer consumer) {
    this.consumer = consumer;
  }

  /** Passes all triplets on and returns notes. */
  static List<String> read(Path file, TripletConsumer consumer) throws IOException {
    TripletForm form = new TripletForm(consumer);
    String first = FeedbackText.firstLine(file, true);
    if (first.startsWith("{")) {
      FeedbackText.forEachLine(
          file,
          (line, number) -> {
            form.take(JsonFields.of(line));
            return true;
          });
    } else {
      FeedbackTable.forEach(
          file, FeedbackTable.separator(first), (cells, line) -> form.take(cells));
    }
    if (form.isEmpty) {
      throw new InvalidInputException(
          file + ": expected lines of 'query positive negative', found no triplet");
    }
    return form.notes;
  }

  private void take(JsonFields fields) {
    String weight = fields.text("weight");
    pass(
        fields.required("query", "query_id").strip(),
        fields.required("positive").strip(),
        fields.required("negative").strip(),
        weight == null ? 1 : Cells.weight(weight.isBlank() ? "?" : weight));
  }

  private void take(List<String> cells) {
    if (!isStarted) {
      isStarted = true;
      if (isHeader(cells)) {
        readHeader(cells);
        return;
      }
    }
    if (names != null) {
      names.requireWidth(cells);
      pass(
          names.id(cells, columns[0]),
          names.id(cells, columns[1]),
          names.id(cells, columns[2]),
          Cells.weight(ColumnNames.optional(cells, columns[3])));
      return;
    }
    if (cells.size() != 3 && cells.size() != 4) {
      throw new InvalidInputException(
          "expected three ids 'query positive negative', and at most a weight, found "
              + cells.size()
              + (cells.size() == 1 ? " cell in " : " cells in ")
              + FeedbackText.quote(String.join(" ", cells)));
    }
    for (String cell : cells) {
      if (cell.isEmpty()) {
        throw new InvalidInputException(
            "expected three ids 'query positive negative', and at most a weight, found a blank"
                + " cell in "
                + FeedbackText.quote(String.join(",", cells)));
      }
    }
    pass(
        cells.get(0),
        cells.get(1),
        cells.get(2),
        cells.size() == 3 ? 1 : Cells.weight(cells.get(3)));
  }

  private static boolean isHeader(List<String> cells) {
    boolean hasQuery = false;
    boolean hasAnswer = false;
    for (String cell : cells) {
      hasQuery |= Role.QUERY.matches(cell) || Role.QUERY_ID.matches(cell);
      hasAnswer |= Role.POSITIVE.matches(cell) || Role.NEGATIVE.matches(cell);
    }
    return hasQuery && hasAnswer;
  }

  private void readHeader(List<String> cells) {
    ColumnNames header = new ColumnNames(cells);
    int query = header.find(Role.QUERY_ID);
    columns =
        new int[] {
          query == ColumnNames.NONE ? header.require(Role.QUERY) : query,
          header.require(Role.POSITIVE),
          header.require(Role.NEGATIVE),
          header.find(Role.WEIGHT)
        };
    header.noteUnused(notes);
    names = header;
  }

  private void pass(String query, String positive, String negative, double weight) {
    if (positive.equals(negative)) {
      throw new InvalidInputException(
          "expected two different items, found "
              + FeedbackText.quote(positive)
              + " as positive and as negative");
    }
    isEmpty = false;
    consumer.accept(query, positive, negative, weight);
  }
}
