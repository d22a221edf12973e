package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import io.github.sors.data.feedback.ColumnNames.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Judgements: {@code query 0 item grade} as TREC writes them, or a table with a header. */
final class QrelsForm {

  /** A grade, and the line that gave it. */
  private record Judged(double grade, long line) {}

  private final Ids ids = new Ids();
  private final Map<String, Map<String, Judged>> judged = new LinkedHashMap<>();
  private final Notes notes = new Notes();
  private final List<String> columnNotes = new ArrayList<>();
  private @Nullable ColumnNames header;
  private int query;
  private int item = 2;
  private int grade = 3;
  private boolean isStarted;

  private QrelsForm() {}

  static FeedbackFile read(Path file) throws IOException {
    QrelsForm form = new QrelsForm();
    String first = FeedbackText.firstLine(file, true);
    FeedbackTable.forEach(file, FeedbackTable.separator(first), form::take);
    if (form.judged.isEmpty()) {
      throw new InvalidInputException(
          file + ": expected judgements, 'query 0 item grade', found none");
    }
    List<Feedback> feedback = new ArrayList<>();
    form.judged.forEach((query, grades) -> addFeedback(query, grades, feedback));
    form.columnNotes.addAll(form.notes.sentences());
    return new FeedbackFile(feedback, List.of(), form.columnNotes);
  }

  private void take(List<String> cells, long line) {
    if (!isStarted) {
      isStarted = true;
      if (cells.stream().anyMatch(Role.GRADE::matches)
          || cells.stream().anyMatch(Role.QUERY_ID::matches)) {
        readHeader(cells);
        return;
      }
    }
    if (header != null) {
      header.requireWidth(cells);
    } else if (cells.size() != 4) {
      throw new InvalidInputException(
          "expected 'query 0 item grade', or a header with query, item and grade, found "
              + cells.size()
              + (cells.size() == 1 ? " cell in " : " cells in ")
              + FeedbackText.quote(String.join(" ", cells)));
    }
    if (cells.get(query).isEmpty() || cells.get(item).isEmpty()) {
      throw new InvalidInputException(
          "expected the ids of a query and of an item, found a blank one in "
              + FeedbackText.quote(String.join(",", cells)));
    }
    add(cells.get(query), cells.get(item), new Judged(Cells.grade(cells.get(grade)), line));
  }

  private void readHeader(List<String> cells) {
    ColumnNames names = new ColumnNames(cells);
    int byId = names.find(Role.QUERY_ID);
    query = byId == ColumnNames.NONE ? names.require(Role.QUERY) : byId;
    item = names.require(Role.ITEM);
    grade = names.require(Role.GRADE);
    names.noteUnused(columnNotes);
    header = names;
  }

  private void add(String asked, String about, Judged now) {
    Judged before =
        judged
            .computeIfAbsent(asked, one -> new LinkedHashMap<>())
            .putIfAbsent(ids.get(about), now);
    if (before == null) {
      return;
    }
    if (before.grade() != now.grade()) {
      throw new InvalidInputException(
          "expected one grade for query "
              + FeedbackText.quote(asked)
              + " and item "
              + FeedbackText.quote(about)
              + ", found "
              + written(now.grade())
              + " here and "
              + written(before.grade())
              + " on line "
              + before.line());
    }
    notes.add("judgements that stand in the file twice");
  }

  private static String written(double grade) {
    return grade == Math.rint(grade) ? Long.toString((long) grade) : Double.toString(grade);
  }

  /** One feedback per positive grade, the highest first, which has what is rejected. */
  private static void addFeedback(
      String query, Map<String, Judged> grades, List<Feedback> feedback) {
    TreeMap<Double, List<String>> byGrade = new TreeMap<>();
    List<String> rejected = new ArrayList<>();
    grades.forEach(
        (item, judgement) -> {
          if (judgement.grade() > 0) {
            byGrade.computeIfAbsent(judgement.grade(), grade -> new ArrayList<>()).add(item);
          } else {
            rejected.add(item);
          }
        });
    if (byGrade.isEmpty()) {
      feedback.add(Feedback.of(query, List.of(), rejected));
    }
    for (Map.Entry<Double, List<String>> graded : byGrade.descendingMap().entrySet()) {
      boolean isHighest = graded.getKey().equals(byGrade.lastKey());
      feedback.add(
          new Feedback(
              query,
              graded.getValue(),
              isHighest ? rejected : List.of(),
              graded.getKey(),
              null,
              ""));
    }
  }
}
