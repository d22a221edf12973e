package io.github.sors.ranking.train;

import io.github.sors.SparseVector;
import io.github.sors.data.item.Item;
import io.github.sors.data.item.Items;
import io.github.sors.ranking.signal.TextIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The titles of items, each a query that the rest of the item answers: feedback without people. */
final class Titles {

  // fewer say nothing
  private static final int LEAST = 50;
  // more say little more
  private static final int MOST = 5_000;

  private final List<SparseVector> texts = new ArrayList<>();
  private final List<Item> queries = new ArrayList<>();
  private final List<Integer> items = new ArrayList<>();

  /** Finds the items that have a title and other texts. */
  static Titles of(Items items, TextIndex text, String titleField) {
    Titles titles = new Titles();
    int every = Math.max(1, items.size() / MOST);
    for (int number = 0; number < items.size(); number++) {
      Item item = items.get(number);
      String title = item.fields().getOrDefault(titleField, "");
      Map<String, String> rest = new LinkedHashMap<>(item.fields());
      rest.remove(titleField);
      SparseVector answer = text.vectorizer().vector(new Item(item.id(), "", rest));
      titles.texts.add(answer);
      if (number % every == 0 && !title.isBlank() && answer.size() > 0) {
        titles.queries.add(Item.ofText(item.id(), "", title));
        titles.items.add(number);
      }
    }
    return titles;
  }

  boolean areEnough() {
    return size() >= LEAST;
  }

  int size() {
    return items.size();
  }

  /** The terms of all items without their titles. */
  List<SparseVector> texts() {
    return texts;
  }

  Item query(int pair) {
    return queries.get(pair);
  }

  int item(int pair) {
    return items.get(pair);
  }
}
