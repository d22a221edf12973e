package io.github.sors.ranking.train;

import io.github.sors.data.feedback.Feedback;
import io.github.sors.data.fit.UnitSplit;
import io.github.sors.data.item.Item;
import io.github.sors.ranking.signal.RankingCollection;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The queries with a preferred item, and which of them are the same: two ids of the same words are
 * one query that was asked twice. They are held out together, since what was learnt from one
 * answers the other, and they count once.
 */
final class TrainingQueries {

  private final List<TrainingQuery> queries;
  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

  private final int[] unitOf;
  private final int units;
  private final int unknownQueries;
  private final int unknownItems;

  private TrainingQueries(List<TrainingQuery> queries, int unknownQueries, int unknownItems) {
    this.queries = List.copyOf(queries);
    this.unknownQueries = unknownQueries;
    this.unknownItems = unknownItems;
    Map<Object, Integer> numbers = new HashMap<>();
    this.unitOf = queries.stream().mapToInt(query -> number(numbers, key(query))).toArray();
    this.units = numbers.size();
  }

  private static int number(Map<Object, Integer> numbers, Object key) {
    numbers.putIfAbsent(key, numbers.size());
    return numbers.get(key);
  }

  /**
   * The words of a query in alphabetical order, whether or not items have them; without any, its
   * vector.
   */
  private static Object key(TrainingQuery query) {
    String words =
        NO_WORD
            .splitAsStream(query.item().allText().toLowerCase(Locale.ROOT))
            .filter(word -> !word.isEmpty())
            .sorted()
            .collect(Collectors.joining(" "));
    if (!words.isEmpty()) {
      return words;
    }
    float[] vector = query.question().vector();
    return vector == null ? query.item().id() : FloatBuffer.wrap(vector);
  }

  /** Puts queries and feedback together; what was both preferred and rejected counts by its sum. */
  static TrainingQueries of(
      RankingCollection collection,
      List<Item> queries,
      List<Feedback> feedback,
      boolean queriesAreItems) {
    Map<String, Map<Integer, Double>> weights = new LinkedHashMap<>();
    queries.forEach(query -> weights.put(query.id(), new TreeMap<>()));
    int unknownQueries = 0;
    int unknownItems = 0;
    for (Feedback one : feedback) {
      Map<Integer, Double> ofQuery = weights.get(one.query());
      if (ofQuery == null) {
        unknownQueries++;
        continue;
      }
      unknownItems += add(collection, one.preferred(), one.weight(), ofQuery);
      unknownItems += add(collection, one.rejected(), -one.weight(), ofQuery);
    }
    List<TrainingQuery> judged = new ArrayList<>();
    for (Item query : queries) {
      int asking = queriesAreItems ? collection.items().number(query.id()) : -1;
      Map<Integer, Double> ofQuery = weights.getOrDefault(query.id(), new TreeMap<>());
      ofQuery.remove(asking);
      TrainingQuery one = new TrainingQuery(collection, query, asking, ofQuery);
      if (one.preferred().length > 0) {
        judged.add(one);
      }
    }
    return new TrainingQueries(judged, unknownQueries, unknownItems);
  }

  private static int add(
      RankingCollection collection, List<String> ids, double weight, Map<Integer, Double> into) {
    int unknown = 0;
    for (String id : ids) {
      int number = collection.items().number(id);
      if (number < 0) {
        unknown++;
      } else {
        into.merge(number, weight, Double::sum);
      }
    }
    return unknown;
  }

  int size() {
    return queries.size();
  }

  TrainingQuery get(int number) {
    return queries.get(number);
  }

  /** How many different ones there are. */
  int units() {
    return units;
  }

  int unitOf(int query) {
    return unitOf[query];
  }

  /** The next query of another unit, of at least two units. */
  int other(int query) {
    int other = query;
    do {
      other = (other + 1) % unitOf.length;
    } while (unitOf[other] == unitOf[query]);
    return other;
  }

  /** Parts of about equally many units. */
  UnitSplit folds(int folds, long seed) {
    return UnitSplit.inParts(unitOf, folds, seed);
  }

  /** The mean of the queries of each unit. */
  double[] means(double[] ofQueries) {
    double[] means = new double[units];
    int[] asked = new int[units];
    for (int query = 0; query < unitOf.length; query++) {
      means[unitOf[query]] += ofQueries[query];
      asked[unitOf[query]]++;
    }
    for (int unit = 0; unit < units; unit++) {
      means[unit] /= asked[unit];
    }
    return means;
  }

  int unknownQueries() {
    return unknownQueries;
  }

  int unknownItems() {
    return unknownItems;
  }
}
