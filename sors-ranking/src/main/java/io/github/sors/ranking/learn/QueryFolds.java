package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Queries in parts of about equally many texts, drawn at random by a seed. A fold is held out while
 * the others are learnt from; all queries of a text are in one fold.
 */
final class QueryFolds {

  private final QueryTexts texts;
  private final int[] foldOfText;
  private final int count;

  private QueryFolds(QueryTexts texts, int[] foldOfText, int count) {
    this.texts = texts;
    this.foldOfText = foldOfText;
    this.count = count;
  }

  static QueryFolds of(QueryTexts texts, int count, long seed) {
    if (count < 2 || texts.count() < count) {
      throw new InvalidInputException(
          "expected at least 2 folds, and a judged query of its own text for each, found "
              + count
              + (count == 1 ? " fold and " : " folds and ")
              + texts.count()
              + (texts.count() == 1 ? " text" : " texts"));
    }
    List<Integer> order = new ArrayList<>();
    for (int text = 0; text < texts.count(); text++) {
      order.add(text);
    }
    Collections.shuffle(order, new Random(seed));
    int[] foldOfText = new int[texts.count()];
    for (int place = 0; place < foldOfText.length; place++) {
      foldOfText[order.get(place)] = place % count;
    }
    return new QueryFolds(texts, foldOfText, count);
  }

  int count() {
    return count;
  }

  QueryTexts texts() {
    return texts;
  }

  int foldOf(int query) {
    return foldOfText(texts.textOf(query));
  }

  int foldOfText(int text) {
    return foldOfText[text];
  }

  /** The queries of all other folds. */
  <T> List<T> training(List<T> queries, int fold) {
    return part(queries, fold, false);
  }

  /** The queries of a fold. */
  <T> List<T> heldOut(List<T> queries, int fold) {
    return part(queries, fold, true);
  }

  private <T> List<T> part(List<T> queries, int fold, boolean inside) {
    List<T> part = new ArrayList<>();
    for (int query = 0; query < queries.size(); query++) {
      if ((foldOf(query) == fold) == inside) {
        part.add(queries.get(query));
      }
    }
    return part;
  }
}
