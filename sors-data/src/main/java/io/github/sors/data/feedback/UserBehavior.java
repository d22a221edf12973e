package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The clicks that OpenSearch collects as User Behavior Insights: the documents of its indexes
 * {@code ubi_queries} and {@code ubi_events} as JSON lines, with or without the {@code _source}
 * that an export puts around them, or the answers to searches for them.
 *
 * <p>A query has {@code query_id}, {@code user_query} (a text, or an object with {@code query}) and
 * the ids that it returned, {@code query_response_hit_ids} (or {@code query_response_objects_ids}).
 * An event has {@code query_id}, {@code action_name} and {@code event_attributes.object.object_id}.
 * The id of a query is its text, because OpenSearch gives every search a {@code query_id} of its
 * own. A person is a {@code client_id}.
 */
final class UserBehavior {

  /** The actions that are clicks. */
  private static final Set<String> CLICKS = Set.of("click", "click_through");

  /** A search, and what was clicked of it so far. */
  private static final class Search {
    final String query;
    final List<String> shown;
    final @Nullable Instant time;
    final String person;
    // most searches have few
    List<String> clicked = List.of();

    Search(String query, Set<String> shown, @Nullable Instant time, String person) {
      this.query = query;
      this.shown = List.copyOf(shown);
      this.time = time;
      this.person = person;
    }

    void click(String item) {
      if (!clicked.contains(item)) {
        clicked = clicked.isEmpty() ? new ArrayList<>(1) : clicked;
        clicked.add(item);
      }
    }
  }

  private final ClickLog log;
  private final Map<String, Search> searches = new LinkedHashMap<>();

  private UserBehavior(ClickLog log) {
    this.log = log;
  }

  static void read(List<Path> queries, List<Path> events, ClickLog log) throws IOException {
    UserBehavior behavior = new UserBehavior(log);
    for (Path file : queries) {
      FeedbackText.forEachLine(
          file,
          (line, number) -> {
            JsonFields.exported(line).forEach(behavior::addSearch);
            return true;
          });
    }
    for (Path file : events) {
      FeedbackText.forEachLine(
          file,
          (line, number) -> {
            JsonFields.exported(line).forEach(behavior::addEvent);
            return true;
          });
    }
    for (Search search : behavior.searches.values()) {
      log.add(
          new Impression(
              search.query, search.shown, List.of(), search.clicked, search.time, search.person));
    }
  }

  private void addSearch(JsonFields fields) {
    String id = fields.required("query_id");
    String text = userQuery(fields);
    Set<String> shown = shown(fields);
    if (text.isBlank()) {
      log.notes().add("searches without a user_query");
    } else if (shown.isEmpty()) {
      log.notes().add("searches that returned nothing");
    } else {
      String person = fields.text("client_id");
      Search search =
          new Search(
              log.query(null, text),
              shown,
              Cells.time(fields.text("timestamp", "@timestamp")),
              person == null ? "" : log.id(person));
      if (searches.putIfAbsent(id, search) != null) {
        throw new InvalidInputException(
            "expected each query_id once, found " + FeedbackText.quote(id) + " again");
      }
    }
  }

  private static String userQuery(JsonFields fields) {
    Object query = fields.at("user_query");
    if (query instanceof Map<?, ?> object) {
      query = object.get("query");
    }
    return query == null ? "" : JsonFields.scalar(query, "user_query").strip();
  }

  private Set<String> shown(JsonFields fields) {
    String name =
        fields.has("query_response_hit_ids")
            ? "query_response_hit_ids"
            : "query_response_objects_ids";
    Set<String> shown = new LinkedHashSet<>();
    if (fields.has(name)) {
      fields.list(name).forEach(id -> shown.add(log.id(JsonFields.id(id, name))));
    }
    return shown;
  }

  private void addEvent(JsonFields event) {
    String action = event.required("action_name").toLowerCase(Locale.ROOT);
    if (!CLICKS.contains(action)) {
      log.notes().add("events '" + action + "', which are no clicks");
      return;
    }
    String id = event.text("query_id");
    String item = event.textAt("event_attributes", "object", "object_id");
    if (id == null || item == null) {
      log.notes().add(id == null ? "clicks without a query_id" : "clicks without an object_id");
      return;
    }
    Search search = searches.get(id);
    if (search == null) {
      log.notes().add("clicks of searches that are not among the queries");
    } else if (!search.shown.contains(item)) {
      log.notes().add("clicks on items that their search did not return");
    } else {
      search.click(log.id(item));
    }
  }
}
