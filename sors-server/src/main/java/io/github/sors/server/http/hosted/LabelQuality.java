package io.github.sors.server.http.hosted;

import io.github.sors.Model;
import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.eval.RankedGroups;
import io.github.sors.eval.RankingMetrics;
import io.github.sors.server.collection.StoredItem;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * How well a model ranks labelled items that no feedback has named, compared with the start model.
 * Right answers are items with the query's label.
 *
 * @param queries the number of items that were used as queries; 0 if no item has a label
 * @param meanAveragePrecision the mean average precision of the learnt model
 * @param right the number of right answers among the first {@value #TOP} of each query, with the
 *     learnt model
 * @param rightAtStart the same with the start model
 * @param improved the number of queries with more right answers than at the start
 * @param worsened the number of queries with fewer
 */
public record LabelQuality(
    int queries,
    double meanAveragePrecision,
    int right,
    int rightAtStart,
    int improved,
    int worsened) {

  static final int TOP = 10;

  /** The value before the first test. */
  static final LabelQuality UNTESTED = new LabelQuality(-1, Double.NaN, 0, 0, 0, 0);

  /**
   * Compares a model with the start model.
   *
   * @param taught the ids of the items that feedback has named: these are not used as queries
   */
  static LabelQuality of(LabelledSample sample, Set<String> taught, Model start, Model learnt) {
    int queries = 0;
    double precision = 0;
    int right = 0;
    int rightAtStart = 0;
    int improved = 0;
    int worsened = 0;
    List<SparseVector> vectors = sample.ranked().stream().map(StoredItem::vector).toList();
    Similarity.PreparedItems byLearnt = learnt.prepare(vectors);
    Similarity.PreparedItems byStart = start.prepare(vectors);
    for (StoredItem query : sample.queries()) {
      if (!taught.contains(query.id())) {
        double[] scores = scores(byLearnt, query, sample.ranked());
        int now = rightAnswers(query, sample.ranked(), scores);
        int before = rightAnswers(query, sample.ranked(), scores(byStart, query, sample.ranked()));
        queries++;
        precision += averagePrecision(query, sample.ranked(), scores);
        right += now;
        rightAtStart += before;
        improved += now > before ? 1 : 0;
        worsened += now < before ? 1 : 0;
      }
    }
    // NaN if there is no query
    double mean = precision / queries;
    return new LabelQuality(queries, mean, right, rightAtStart, improved, worsened);
  }

  public boolean isTested() {
    return queries >= 0;
  }

  /** The scores of items; the query itself comes last. */
  private static double[] scores(
      Similarity.PreparedItems prepared, StoredItem query, List<StoredItem> items) {
    Similarity.NumberedScorer scorer = prepared.scorerFor(query.vector());
    double[] scores = new double[items.size()];
    for (int k = 0; k < scores.length; k++) {
      StoredItem item = items.get(k);
      scores[k] = isSame(item, query) ? Double.NEGATIVE_INFINITY : scorer.score(k);
    }
    return scores;
  }

  private static boolean isSame(StoredItem item, StoredItem query) {
    return item.id().equals(query.id());
  }

  /**
   * Counts items with the query's label among the first; of equal scores, the earlier item comes
   * first.
   */
  private static int rightAnswers(StoredItem query, List<StoredItem> items, double[] scores) {
    int[] best = new int[TOP];
    int found = 0;
    for (int k = 0; k < scores.length; k++) {
      int place = found;
      while (place > 0 && scores[k] > scores[best[place - 1]]) {
        place--;
      }
      if (place < TOP && !isSame(items.get(k), query)) {
        found = Math.min(found + 1, TOP);
        System.arraycopy(best, place, best, place + 1, found - place - 1);
        best[place] = k;
      }
    }
    int right = 0;
    for (int k = 0; k < found; k++) {
      right += items.get(best[k]).label().equals(query.label()) ? 1 : 0;
    }
    return right;
  }

  private static double averagePrecision(
      StoredItem query, List<StoredItem> items, double[] scores) {
    double[] relevant = new double[scores.length];
    double[] other = new double[scores.length];
    int relevantSeen = 0;
    int otherSeen = 0;
    for (int k = 0; k < scores.length; k++) {
      if (items.get(k).label().equals(query.label())) {
        if (!isSame(items.get(k), query)) {
          relevant[relevantSeen++] = scores[k];
        }
      } else {
        other[otherSeen++] = scores[k];
      }
    }
    return RankingMetrics.averagePrecision(
        RankedGroups.of(Arrays.copyOf(relevant, relevantSeen), Arrays.copyOf(other, otherSeen)));
  }
}
