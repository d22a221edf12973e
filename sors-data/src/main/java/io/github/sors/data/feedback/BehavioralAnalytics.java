package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The events that Elasticsearch collects as behavioral analytics, as JSON lines, with or without
 * the {@code _source} that an export puts around them.
 *
 * <p>An event has {@code event.action}, {@code session.id}, {@code user.id} and {@code @timestamp}.
 * A {@code search} has {@code search.query} and {@code search.results.items}, each with {@code
 * document.id}. A {@code search_click} has {@code search.query} and {@code document.id}; it belongs
 * to the last search before it that has the same session and query and returned the item, or, if
 * there is none, to the results that it has itself. Fields may be nested or joined by points.
 *
 * @see <a
 *     href="https://www.elastic.co/guide/en/elasticsearch/reference/8.17/behavioral-analytics-event-reference.html">Behavioral
 *     Analytics events reference</a>
 */
final class BehavioralAnalytics {

  /** A search or a click. */
  private record Event(
      String query,
      String session,
      String person,
      Set<String> shown,
      String clicked,
      Instant time,
      boolean hasTime) {}

  /** A search, and what was clicked of it so far. */
  private record Search(Event event, Set<String> clicked) {}

  private final ClickLog log;
  private final List<Event> events = new ArrayList<>();
  private final List<Search> searches = new ArrayList<>();
  // by session and query, the last at the end
  private final Map<List<String>, List<Search>> byQuery = new HashMap<>();

  private BehavioralAnalytics(ClickLog log) {
    this.log = log;
  }

  static void read(List<Path> files, ClickLog log) throws IOException {
    BehavioralAnalytics analytics = new BehavioralAnalytics(log);
    for (Path file : files) {
      FeedbackText.forEachLine(
          file,
          (line, number) -> {
            JsonFields.exported(line).forEach(analytics::take);
            return true;
          });
    }
    // an export is in no order; a search comes before a click of the same time
    analytics.events.sort(
        Comparator.comparing(Event::time).thenComparing(event -> !event.clicked().isEmpty()));
    analytics.events.forEach(analytics::join);
    for (Search search : analytics.searches) {
      Event event = search.event();
      log.add(
          new Impression(
              event.query(),
              List.copyOf(event.shown()),
              List.of(),
              List.copyOf(search.clicked()),
              event.hasTime() ? event.time() : null,
              event.person()));
    }
  }

  private void take(JsonFields fields) {
    String action = fields.textAt("event", "action");
    if (action == null) {
      throw new InvalidInputException(
          "expected the field 'event.action', found "
              + String.join(", ", fields.fields().keySet()));
    }
    boolean isClick = action.equals("search_click");
    if (!isClick && !action.equals("search")) {
      log.notes().add("events '" + action + "', which are neither searches nor clicks");
      return;
    }
    String query = fields.textAt("search", "query");
    String clicked = isClick ? fields.textAt("document", "id") : "";
    Set<String> shown = shown(fields);
    if (query == null || query.isBlank()) {
      log.notes()
          .add(isClick ? "clicks without a search.query" : "searches without a search.query");
    } else if (clicked == null) {
      log.notes().add("clicks without a document.id");
    } else if (!isClick && shown.isEmpty()) {
      log.notes().add("searches that returned nothing");
    } else {
      String session = textOf(fields.textAt("session", "id"));
      String user = textOf(fields.textAt("user", "id"));
      Instant time = Cells.time(fields.textAt("@timestamp"));
      events.add(
          new Event(
              log.query(null, query),
              session,
              user.isEmpty() ? session : user,
              shown,
              log.id(clicked),
              time == null ? Instant.EPOCH : time,
              time != null));
    }
  }

  private String textOf(@Nullable String id) {
    return id == null ? "" : log.id(id);
  }

  private Set<String> shown(JsonFields fields) {
    Set<String> shown = new LinkedHashSet<>();
    if (fields.at("search", "results", "items") instanceof List<?> items) {
      for (Object item : items) {
        Object document = item instanceof Map<?, ?> object ? object.get("document") : null;
        Object id = document instanceof Map<?, ?> object ? object.get("id") : null;
        if (id == null) {
          log.notes().add("results without a document.id");
        } else {
          shown.add(log.id(JsonFields.id(id, "search.results.items.document.id")));
        }
      }
    }
    return shown;
  }

  private void join(Event event) {
    List<String> key = List.of(event.session(), event.query());
    if (event.clicked().isEmpty()) {
      open(key, event);
      return;
    }
    List<Search> before = byQuery.getOrDefault(key, List.of());
    for (int i = before.size() - 1; i >= 0; i--) {
      if (before.get(i).event().shown().contains(event.clicked())) {
        before.get(i).clicked().add(event.clicked());
        return;
      }
    }
    if (event.shown().contains(event.clicked())) {
      open(key, event).clicked().add(event.clicked());
    } else {
      log.notes().add("clicks on items that no search of their session returned");
    }
  }

  private Search open(List<String> key, Event event) {
    Search search = new Search(event, new LinkedHashSet<>());
    searches.add(search);
    byQuery.computeIfAbsent(key, one -> new ArrayList<>()).add(search);
    return search;
  }
}
