package io.github.sors.ranking.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.sors.InvalidInputException;
import io.github.sors.ranking.ClickLog;
import io.github.sors.ranking.Impression;
import io.github.sors.ranking.SearchQuery;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads the clicks that OpenSearch collects as User Behavior Insights: the documents of its indexes
 * {@code ubi_queries} and {@code ubi_events}, each as JSON lines, with or without the {@code
 * _source} that an export puts around them.
 *
 * <p>A query has {@code query_id}, {@code user_query} (a text, or an object with {@code query}) and
 * the ids that it returned, {@code query_response_hit_ids} (or {@code query_response_objects_ids}).
 * An event has {@code query_id}, {@code action_name} and {@code event_attributes.object.object_id}.
 * The id of a query is its text, because OpenSearch gives every search a {@code query_id} of its
 * own.
 *
 * <p>A log has gaps, so what does not fit together is counted and left out, see {@link
 * Content#notes}.
 *
 * <p>Threads: any thread may call it. Failures: a line that is not JSON or lacks a field throws
 * {@link io.github.sors.InvalidInputException} with file and line, a disk {@link
 * java.io.IOException}; what does not fit together is left out, and the notes say so.
 */
public final class UserBehaviorFiles {

  /** The actions that are clicks unless others are named. */
  public static final Set<String> USUAL_CLICKS = Set.of("click", "click_through");

  private UserBehaviorFiles() {}

  /**
   * What was read.
   *
   * @param log the searches that returned something
   * @param notes what was left out, and how much of it, a sentence each
   */
  public record Content(ClickLog log, List<String> notes) {

    /** Copies the notes. */
    public Content {
      notes = List.copyOf(notes);
    }
  }

  /** A search, and what was clicked of it so far. */
  private record Search(SearchQuery query, Set<String> shown, Set<String> clicked) {}

  /**
   * Reads queries and the events that belong to them.
   *
   * @param clicks the values of {@code action_name} that are clicks, in lower case
   * @throws InvalidInputException if a line is not JSON or lacks a field that its kind always has
   */
  public static Content read(Path queries, Path events, Set<String> clicks) throws IOException {
    Gaps gaps = new Gaps();
    Map<String, Search> searches = new LinkedHashMap<>();
    TextLines.forEach(
        queries,
        "queries of User Behavior Insights, JSON objects with query_id and user_query",
        (line, place) -> {
          JsonFields fields = JsonFields.ofSource(line);
          String id = fields.requiredText("query_id");
          String text = userQuery(fields);
          Set<String> shown = ids(fields, "query_response_hit_ids", "query_response_objects_ids");
          if (text.isBlank()) {
            gaps.add("searches without a user_query");
          } else if (shown.isEmpty()) {
            gaps.add("searches that returned nothing");
          } else {
            Search search = new Search(new SearchQuery(text, text), shown, new LinkedHashSet<>());
            if (searches.putIfAbsent(id, search) != null) {
              throw place.error(
                  "expected each query_id once, found " + TextLines.quote(id) + " again");
            }
          }
        });
    TextLines.forEach(
        events,
        "events of User Behavior Insights, JSON objects with action_name and query_id",
        (line, place) -> {
          JsonFields fields = JsonFields.ofSource(line);
          if (clicks.contains(fields.requiredText("action_name").toLowerCase(Locale.ROOT))) {
            add(fields, searches, gaps);
          }
        });
    List<Impression> impressions = new ArrayList<>(searches.size());
    for (Search search : searches.values()) {
      impressions.add(Impression.of(search.query(), List.copyOf(search.shown()), search.clicked()));
    }
    return new Content(new ClickLog(impressions), gaps.notes());
  }

  private static void add(JsonFields event, Map<String, Search> searches, Gaps gaps) {
    String query = event.text("query_id");
    JsonNode object = event.at("/event_attributes/object/object_id");
    if (query == null || object == null) {
      gaps.add(query == null ? "clicks without a query_id" : "clicks without an object_id");
      return;
    }
    Search search = searches.get(query);
    String document = JsonFields.scalar(object, "object_id");
    if (search == null) {
      gaps.add("clicks of searches that are not among the queries");
    } else if (!search.shown().contains(document)) {
      gaps.add("clicks on documents that their search did not return");
    } else {
      search.clicked().add(document);
    }
  }

  private static String userQuery(JsonFields fields) {
    JsonNode query = fields.find("user_query");
    if (query != null && query.isObject()) {
      query = query.get("query");
    }
    return query == null || query.isNull() ? "" : JsonFields.scalar(query, "user_query").strip();
  }

  private static Set<String> ids(JsonFields fields, String... names) {
    JsonNode list = fields.find(names);
    Set<String> ids = new LinkedHashSet<>();
    if (list != null) {
      if (!list.isArray()) {
        throw new InvalidInputException(
            "expected a list of ids in '"
                + names[0]
                + "', found "
                + TextLines.quote(list.toString()));
      }
      list.forEach(id -> ids.add(JsonFields.scalar(id, names[0])));
    }
    return ids;
  }

  /** Counts what is left out, by kind. */
  private static final class Gaps {

    private final Map<String, Long> counts = new LinkedHashMap<>();

    void add(String kind) {
      counts.merge(kind, 1L, Long::sum);
    }

    List<String> notes() {
      return counts.entrySet().stream()
          .map(entry -> "left out " + entry.getValue() + " " + entry.getKey())
          .toList();
    }
  }
}
