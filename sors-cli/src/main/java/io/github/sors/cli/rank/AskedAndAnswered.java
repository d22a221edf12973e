package io.github.sors.cli.rank;

import io.github.sors.InvalidInputException;
import io.github.sors.cli.frame.Formatting;
import io.github.sors.data.feedback.Feedback;
import io.github.sors.data.feedback.FeedbackFile;
import io.github.sors.data.feedback.FeedbackReader;
import io.github.sors.data.feedback.ItemGroups;
import io.github.sors.data.feedback.KnownIds;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.Items;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Queries, and what people said answers them.
 *
 * @param queries all queries: those of the file, then those that only a log of clicks has
 * @param feedback the feedback about queries and items that are there
 * @param read what was read, a line each
 * @param notes what was left out, and how much of it
 */
record AskedAndAnswered(
    Items queries, List<Feedback> feedback, List<String> read, List<String> notes) {

  /** Files of feedback; null or empty where there is none. */
  record Files(List<Path> clicks, Path qrels, Path triplets, Path groups) {}

  /**
   * Reads queries and feedback.
   *
   * @throws InvalidInputException if no feedback is about queries and items that are there
   */
  static AskedAndAnswered read(Items items, QueryArguments asked, Files files) throws IOException {
    Collector collector = new Collector(asked.read());
    if (files.qrels() != null) {
      collector.add("judgements", FeedbackReader.qrels(files.qrels()));
    }
    if (!files.clicks().isEmpty()) {
      collector.add("clicks", FeedbackReader.clicks(files.clicks()));
    }
    if (files.triplets() != null) {
      collector.add("triplets", FeedbackReader.triplets(files.triplets()));
    }
    if (files.groups() != null) {
      ItemGroups groups = FeedbackReader.groups(files.groups());
      collector.add("groups", new FeedbackFile(groups.feedbackOfQueries(), List.of(), List.of()));
    }
    if (collector.feedback.isEmpty() && collector.read.size() <= 1) {
      throw new InvalidInputException(
          "there are queries, but nothing says what answers them: give --qrels, --clicks,"
              + " --triplets or --groups");
    }
    return collector.known(items);
  }

  /** Puts files together: the same words are the same query, whatever a log calls it. */
  private static final class Collector {

    private final Map<String, Item> queries = new LinkedHashMap<>();
    private final Map<String, String> idOfText = new HashMap<>();
    private final List<Feedback> feedback = new ArrayList<>();
    private final List<String> read = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    Collector(Items given) {
      given.asList().forEach(this::add);
      if (given.size() > 0) {
        // "items" of a file of queries are queries
        read.add(given.notes().get(0).replaceFirst(" items?:", " queries:"));
      }
    }

    private void add(Item query) {
      queries.put(query.id(), query);
      String text = normalised(query);
      if (!text.isEmpty()) {
        idOfText.putIfAbsent(text, query.id());
      }
    }

    private static String normalised(Item query) {
      return query.allText().strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }

    void add(String kind, FeedbackFile file) {
      Map<String, String> ids = new HashMap<>();
      for (Item query : file.queries()) {
        if (!queries.containsKey(query.id())) {
          String known = idOfText.get(normalised(query));
          if (known == null) {
            add(query);
          } else {
            ids.put(query.id(), known);
          }
        }
      }
      Set<String> about = new HashSet<>();
      for (Feedback one : file.feedback()) {
        String query = ids.getOrDefault(one.query(), one.query());
        about.add(query);
        feedback.add(
            query.equals(one.query())
                ? one
                : new Feedback(
                    query,
                    one.preferred(),
                    one.rejected(),
                    one.weight(),
                    one.time(),
                    one.person()));
      }
      read.add(
          Formatting.count(file.feedback().size())
              + " preferences from "
              + kind
              + ", about "
              + Formatting.count(about.size())
              + " queries");
      notes.addAll(file.notes());
    }

    AskedAndAnswered known(Items items) {
      if (queries.isEmpty()) {
        throw new InvalidInputException(
            "the feedback names queries by id, but nothing says what they ask: give --queries");
      }
      Set<String> itemIds = new HashSet<>();
      items.asList().forEach(item -> itemIds.add(item.id()));
      KnownIds.Known known = new KnownIds(queries.keySet(), itemIds).in(feedback);
      notes.addAll(known.notes());
      return new AskedAndAnswered(
          Items.of(List.copyOf(queries.values())), known.feedback(), read, notes);
    }
  }
}
