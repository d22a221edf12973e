package io.github.sors.ranking.train;

import io.github.sors.data.item.Item;
import io.github.sors.ranking.signal.Candidates;
import io.github.sors.ranking.signal.JudgedQuery;
import io.github.sors.ranking.signal.Question;
import io.github.sors.ranking.signal.RankingCollection;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A query and what people preferred and rejected of the items. */
final class TrainingQuery {

  private final RankingCollection collection;
  private final Item item;
  // the number of the item that asks; -1 if it is no item
  private final int asking;
  private final TreeMap<Integer, Double> weights;
  private final int[] preferred;
  private final int[] rejected;

  /**
   * Creates a query.
   *
   * @param weights by the number of an item: above 0 if it was preferred
   */
  TrainingQuery(RankingCollection collection, Item item, int asking, Map<Integer, Double> weights) {
    this.collection = collection;
    this.item = item;
    this.asking = asking;
    this.weights = new TreeMap<>(weights);
    this.preferred = numbers(1);
    this.rejected = numbers(-1);
  }

  private int[] numbers(int sign) {
    return weights.entrySet().stream()
        .filter(entry -> Math.signum(entry.getValue()) == sign)
        .mapToInt(Map.Entry::getKey)
        .toArray();
  }

  Item item() {
    return item;
  }

  /** The number of the item that asks; -1 if it is no item. */
  int asking() {
    return asking;
  }

  /** The query, prepared again: it holds scores, which would fill the memory. */
  Question question() {
    return asking < 0 ? collection.question(item) : collection.questionOf(asking);
  }

  /** The numbers of the preferred items, ascending. */
  int[] preferred() {
    return preferred;
  }

  /** The numbers of the rejected items, ascending. */
  int[] rejected() {
    return rejected;
  }

  /** The weight of an item, 0 if nobody said anything of it. */
  double weight(int number) {
    return weights.getOrDefault(number, 0.0);
  }

  /** The grade of each preferred item by its id, for nDCG. */
  Map<String, Integer> grades() {
    Map<String, Integer> grades = new TreeMap<>();
    for (int number : preferred) {
      grades.put(
          collection.items().get(number).id(), (int) Math.max(1, Math.round(weight(number))));
    }
    return grades;
  }

  /** What a signal remembers of it. */
  JudgedQuery judged(float @Nullable [] vector) {
    Map<String, Double> byId = new TreeMap<>();
    weights.forEach((number, weight) -> byId.put(collection.items().get(number).id(), weight));
    return new JudgedQuery(item.id(), item.allText(), vector, byId);
  }

  /**
   * Average precision of the first {@value RankingCollection#DEPTH} candidates by their scores;
   * those with NaN are not found.
   */
  double averagePrecision(Candidates candidates, double[] scores) {
    int[] places = new int[preferred.length];
    int found = 0;
    for (int place = 0; place < scores.length && found < places.length; place++) {
      if (!Double.isNaN(scores[place])
          && Arrays.binarySearch(preferred, candidates.item(place)) >= 0) {
        places[found++] = place;
      }
    }
    int[] ranks = new int[found];
    for (int k = 0; k < found; k++) {
      ranks[k] = 1;
      double score = scores[places[k]];
      int number = candidates.item(places[k]);
      for (int place = 0; place < scores.length; place++) {
        if (place != places[k]
            && collection.isBefore(scores[place], candidates.item(place), score, number)) {
          ranks[k]++;
        }
      }
    }
    Arrays.sort(ranks);
    double sum = 0;
    for (int k = 0; k < found && ranks[k] <= RankingCollection.DEPTH; k++) {
      sum += (k + 1) / (double) ranks[k];
    }
    return preferred.length == 0 ? 0 : sum / preferred.length;
  }
}
