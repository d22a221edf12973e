package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Clicks as JSON lines: {@code {"query": "heat shield", "shown": ["d7", "d2"], "clicked": ["d2"]}}.
 *
 * <p>{@code shown} lists ids from rank 1 on, or objects {@code {"id": "d7", "rank": 11}}. {@code
 * query_id} may give the query an id; without it, the text is the id. {@code user}, {@code person}
 * or {@code session}, and {@code time} may be there.
 */
final class ClickLines {

  private record Shown(String id, int rank) {}

  private ClickLines() {}

  static void read(Path file, ClickLog log) throws IOException {
    FeedbackText.forEachLine(
        file,
        (line, number) -> {
          log.add(impression(JsonFields.of(line), log));
          return true;
        });
  }

  private static Impression impression(JsonFields fields, ClickLog log) {
    String id = fields.text("query_id", "queryId");
    boolean hasText = id == null || fields.has("query") || fields.has("text");
    String query = log.query(id, hasText ? fields.required("query", "text") : "");
    String person = fields.text("person", "user", "user_id", "session", "session_id");
    List<?> given = fields.list("shown");
    List<String> shown = new ArrayList<>(given.size());
    List<Integer> ranks = List.of();
    if (hasObjects(given)) {
      ranks = new ArrayList<>(given.size());
      for (Shown one : ranked(given)) {
        shown.add(log.id(one.id()));
        ranks.add(one.rank());
      }
    } else {
      for (Object one : given) {
        shown.add(log.id(JsonFields.id(one, "shown")));
      }
    }
    List<String> clicked = new ArrayList<>(1);
    for (Object click : fields.list("clicked")) {
      String item = JsonFields.id(click, "clicked");
      if (!clicked.contains(item)) {
        clicked.add(item);
      }
    }
    return new Impression(
        query,
        shown,
        ranks,
        clicked,
        Cells.time(fields.text("time", "timestamp", "@timestamp")),
        person == null ? "" : log.id(person.strip()));
  }

  private static boolean hasObjects(List<?> given) {
    for (Object one : given) {
      if (one instanceof Map) {
        return true;
      }
    }
    return false;
  }

  private static List<Shown> ranked(List<?> given) {
    List<Shown> shown = new ArrayList<>(given.size());
    for (Object one : given) {
      if (!(one instanceof Map<?, ?> object)) {
        shown.add(new Shown(JsonFields.id(one, "shown"), shown.size() + 1));
        continue;
      }
      Object rank = object.get("rank");
      if (!object.containsKey("id") || rank == null) {
        throw new InvalidInputException(
            "expected ids, or objects with id and rank, in 'shown', found "
                + FeedbackText.quote(JsonFields.written(one)));
      }
      shown.add(
          new Shown(
              JsonFields.id(object.get("id"), "id"), Cells.rank(JsonFields.scalar(rank, "rank"))));
    }
    shown.sort(Comparator.comparingInt(Shown::rank));
    return shown;
  }
}
