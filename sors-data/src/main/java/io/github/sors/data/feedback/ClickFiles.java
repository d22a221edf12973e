package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Detects what each of several files of clicks is, and has it read. */
final class ClickFiles {

  private final List<Path> lines = new ArrayList<>();
  private final List<Path> tables = new ArrayList<>();
  private final List<Path> searches = new ArrayList<>();
  private final List<Path> events = new ArrayList<>();
  private final List<Path> analytics = new ArrayList<>();

  private ClickFiles() {}

  static FeedbackFile read(List<Path> files, ClickPreferences rules) throws IOException {
    if (files.isEmpty()) {
      throw new InvalidInputException("expected a file of clicks, found none");
    }
    ClickFiles kinds = new ClickFiles();
    for (Path file : files) {
      kinds.add(file);
    }
    ClickLog log = new ClickLog();
    for (Path file : kinds.lines) {
      ClickLines.read(file, log);
    }
    for (Path file : kinds.tables) {
      ClickRows.read(file, log);
    }
    if (!kinds.searches.isEmpty() || !kinds.events.isEmpty()) {
      kinds.requireBoth();
      UserBehavior.read(kinds.searches, kinds.events, log);
    }
    if (!kinds.analytics.isEmpty()) {
      BehavioralAnalytics.read(kinds.analytics, log);
    }
    return log.preferences(rules);
  }

  private void add(Path file) throws IOException {
    String first = FeedbackText.firstLine(file, true);
    if (first.isEmpty()) {
      throw new InvalidInputException(file + ": expected clicks, found no line");
    }
    kind(file, first).add(file);
  }

  private List<Path> kind(Path file, String first) {
    if (!first.startsWith("{") && !first.startsWith("[")) {
      return tables;
    }
    List<JsonFields> objects;
    try {
      objects = JsonFields.exported(first);
    } catch (InvalidInputException e) {
      throw new InvalidInputException(file + ", first line: " + e.getMessage(), e);
    }
    for (JsonFields fields : objects) {
      if (fields.has("shown") || fields.has("clicked")) {
        return lines;
      }
      if (fields.has("action_name")) {
        return events;
      }
      if (fields.has("user_query") || fields.has("query_response_hit_ids")) {
        return searches;
      }
      if (fields.at("event", "action") != null) {
        return analytics;
      }
    }
    throw new InvalidInputException(
        file
            + ": expected clicks (query, shown, clicked), User Behavior Insights (user_query or"
            + " action_name) or behavioral analytics (event.action), found "
            + FeedbackText.quote(first));
  }

  private void requireBoth() {
    if (events.isEmpty()) {
      throw new InvalidInputException(
          searches.get(0)
              + ": expected the events of User Behavior Insights beside these queries, found none:"
              + " give both files, ubi_queries and ubi_events");
    }
    if (searches.isEmpty()) {
      throw new InvalidInputException(
          events.get(0)
              + ": expected the queries of User Behavior Insights beside these events, found none:"
              + " give both files, ubi_queries and ubi_events");
    }
  }
}
