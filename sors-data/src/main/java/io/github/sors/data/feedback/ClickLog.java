package io.github.sors.data.feedback;

import io.github.sors.InvalidInputException;
import io.github.sors.data.item.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the files of a log gave so far. */
final class ClickLog {

  private final Ids ids = new Ids();
  private final List<Impression> impressions = new ArrayList<>();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Notes notes = new Notes();

  /** The one text of an id that all impressions share. */
  String id(String id) {
    return ids.get(id);
  }

  Notes notes() {
    return notes;
  }

  void add(Impression impression) {
    impressions.add(impression);
  }

  /**
   * The id of a query: the given one, or else its text.
   *
   * @param text empty if the log does not have it
   */
  String query(@Nullable String id, String text) {
    String known = ids.get(id == null || id.isBlank() ? text.strip() : id.strip());
    if (!text.isBlank()) {
      String before = texts.putIfAbsent(known, text.strip());
      if (before != null && !before.equals(text.strip())) {
        throw new InvalidInputException(
            "expected one text per query_id, found "
                + FeedbackText.quote(text)
                + " for "
                + FeedbackText.quote(known)
                + ", which was "
                + FeedbackText.quote(before)
                + " before");
      }
    }
    return known;
  }

  /** What the impressions say by some rules. */
  FeedbackFile preferences(ClickPreferences rules) {
    FeedbackFile preferences = rules.of(impressions);
    List<Item> queries = new ArrayList<>(texts.size());
    texts.forEach((id, text) -> queries.add(Item.ofText(id, "", text)));
    List<String> sentences = new ArrayList<>(notes.sentences());
    sentences.addAll(preferences.notes());
    return new FeedbackFile(preferences.feedback(), queries, sentences);
  }
}
