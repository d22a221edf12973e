package io.github.sors.ranking.learn;

import io.github.sors.SparseVector;
import io.github.sors.data.fit.UnitSplit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Queries by their text. Two ids of the same words are one query that was asked twice: they are
 * held out together, since what was learnt from one answers the other, and they count once.
 */
final class QueryTexts {

  private final int[] textOf;
  private final int count;

  private QueryTexts(int[] textOf, int count) {
    this.textOf = textOf;
    this.count = count;
  }

  /** Two texts are the same if the collection finds the same terms in them. */
  static QueryTexts of(SearchCollection collection, List<JudgedQuery> queries) {
    Map<SparseVector, Integer> numbers = new HashMap<>();
    int[] textOf =
        queries.stream()
            .map(query -> collection.query(query.query().text()))
            .mapToInt(
                words -> {
                  numbers.putIfAbsent(words, numbers.size());
                  return numbers.get(words);
                })
            .toArray();
    return new QueryTexts(textOf, numbers.size());
  }

  /** Folds of about equally many texts, at least two; all queries of a text are in one fold. */
  UnitSplit folds(int folds, long seed) {
    return UnitSplit.inParts(textOf, folds, seed);
  }

  int count() {
    return count;
  }

  int textOf(int query) {
    return textOf[query];
  }

  /** The next query of another text, of at least two texts. */
  int other(int query) {
    int other = query;
    do {
      other = (other + 1) % textOf.length;
    } while (textOf[other] == textOf[query]);
    return other;
  }

  /** The mean of the queries of each text. */
  double[] means(double[] ofQueries) {
    double[] means = new double[count];
    int[] asked = new int[count];
    for (int query = 0; query < textOf.length; query++) {
      means[textOf[query]] += ofQueries[query];
      asked[textOf[query]]++;
    }
    for (int text = 0; text < count; text++) {
      means[text] /= asked[text];
    }
    return means;
  }
}
