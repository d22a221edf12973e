package io.github.sors.ranking.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.InvalidInputException;
import io.github.sors.ranking.ClickLog;
import io.github.sors.ranking.Impression;
import io.github.sors.ranking.Impression.Shown;
import io.github.sors.ranking.SearchQuery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads what people were shown and clicked: a JSON object on each line, {@code {"query": "heat
 * shield", "shown": ["d7", "d2"], "clicked": ["d2"]}}.
 *
 * <p>{@code shown} lists ids from rank 1 on, or objects {@code {"id": "d7", "rank": 11}}. {@code
 * query_id} may give the query an id; without it, the text is the id, so that all impressions of a
 * text are of one query. The file may be compressed; blank lines are skipped.
 *
 * <p>Threads: any thread may call it. Failures: a bad line throws {@link
 * io.github.sors.InvalidInputException} with file and line, a disk {@link java.io.IOException};
 * nothing of the file is returned.
 */
public final class ClickLogFile {

  private ClickLogFile() {}

  /**
   * Reads all impressions, in the order of the file.
   *
   * @throws InvalidInputException if a line is something else, a document is shown twice in an
   *     impression, or a document was clicked that was not shown
   */
  public static ClickLog read(Path file) throws IOException {
    List<Impression> impressions = new ArrayList<>();
    Map<String, SearchQuery> queries = new HashMap<>();
    TextLines.forEach(
        file,
        "clicks, JSON objects with query, shown and clicked",
        (line, place) -> {
          Impression impression = impression(JsonFields.of(line));
          SearchQuery query = impression.query();
          SearchQuery before = queries.putIfAbsent(query.id(), query);
          if (before != null && !before.equals(query)) {
            throw place.error(
                "expected one text per query_id, found "
                    + TextLines.quote(query.text())
                    + " for "
                    + TextLines.quote(query.id())
                    + ", which was "
                    + TextLines.quote(before.text())
                    + " before");
          }
          impressions.add(impression);
        });
    return new ClickLog(impressions);
  }

  private static Impression impression(JsonFields fields) {
    String text = fields.requiredText("query", "text").strip();
    String id = fields.text("query_id", "queryId");
    List<Shown> shown = new ArrayList<>();
    for (JsonNode document : list(fields, "shown")) {
      shown.add(shown(document, shown.size() + 1));
    }
    Set<String> clicked = new LinkedHashSet<>();
    for (JsonNode document : list(fields, "clicked")) {
      clicked.add(JsonFields.scalar(document, "clicked"));
    }
    return new Impression(new SearchQuery(id == null ? text : id.strip(), text), shown, clicked);
  }

  private static Shown shown(JsonNode document, int place) {
    if (!document.isObject()) {
      return new Shown(JsonFields.scalar(document, "shown"), place);
    }
    JsonNode rank = document.path("rank");
    if (!document.has("id") || !rank.isIntegralNumber() || !rank.canConvertToInt()) {
      throw new InvalidInputException(
          "expected ids, or objects with id and rank, in 'shown', found "
              + TextLines.quote(document.toString()));
    }
    return new Shown(JsonFields.scalar(document.get("id"), "id"), rank.intValue());
  }

  private static JsonNode list(JsonFields fields, String name) {
    JsonNode list = fields.find(name);
    if (list == null || !list.isArray()) {
      throw new InvalidInputException(
          "expected a list of documents in '"
              + name
              + "', found "
              + (list == null ? "no such field" : TextLines.quote(list.toString())));
    }
    return list;
  }
}
