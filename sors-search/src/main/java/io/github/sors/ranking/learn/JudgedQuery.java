package io.github.sors.ranking.learn;

import io.github.sors.SparseVector;
import io.github.sors.ranking.ClickLog;
import io.github.sors.ranking.Impression;
import io.github.sors.ranking.Judgements;
import io.github.sors.ranking.SearchQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A query with the documents that were judged for it.
 *
 * <p>Threads: immutable. Failures: judgements of unknown queries and documents, and queries without
 * a relevant document, are left out.
 */
public final class JudgedQuery {

  private final SearchQuery query;
  private final SparseVector vector;
  private final TreeMap<Integer, Integer> grades;
  private final int[] relevant;
  private final int[] skipped;

  /**
   * Creates a judged query.
   *
   * @param vector the counts of its terms
   * @param grades the grade of each judged document, by its number
   * @param skipped documents that people passed over on their way to a click
   */
  JudgedQuery(
      SearchQuery query, SparseVector vector, Map<Integer, Integer> grades, Set<Integer> skipped) {
    this.query = query;
    this.vector = vector;
    this.grades = new TreeMap<>(grades);
    this.relevant =
        this.grades.entrySet().stream()
            .filter(judged -> judged.getValue() > 0)
            .mapToInt(Map.Entry::getKey)
            .toArray();
    this.skipped = skipped.stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  /**
   * The queries that have a relevant document in the collection, in their order. Judgements of
   * documents that the collection does not have are left out.
   */
  public static List<JudgedQuery> of(
      SearchCollection collection, List<SearchQuery> queries, Judgements judgements) {
    List<JudgedQuery> judged = new ArrayList<>();
    for (SearchQuery query : queries) {
      Map<Integer, Integer> grades = new TreeMap<>();
      judgements
          .of(query.id())
          .forEach(
              (id, grade) -> {
                if (collection.number(id) >= 0) {
                  grades.put(collection.number(id), grade);
                }
              });
      JudgedQuery one = new JudgedQuery(query, collection.query(query), grades, Set.of());
      if (one.relevant.length > 0) {
        judged.add(one);
      }
    }
    return judged;
  }

  /**
   * The queries of a log that have a click on a document of the collection. A clicked document has
   * the grade 1, however often it was clicked; documents that were skipped above a click, and never
   * clicked for the query, are negatives.
   */
  public static List<JudgedQuery> of(SearchCollection collection, ClickLog log) {
    Map<String, Map<Integer, Integer>> clicked = new HashMap<>();
    Map<String, Set<Integer>> skipped = new HashMap<>();
    for (Impression impression : log.impressions()) {
      String id = impression.query().id();
      Map<Integer, Integer> grades = clicked.computeIfAbsent(id, unseen -> new TreeMap<>());
      numbers(collection, impression.clicked()).forEach(document -> grades.put(document, 1));
      skipped
          .computeIfAbsent(id, unseen -> new TreeSet<>())
          .addAll(numbers(collection, impression.skipped()));
    }
    List<JudgedQuery> judged = new ArrayList<>();
    for (SearchQuery query : log.queries()) {
      Map<Integer, Integer> grades = clicked.getOrDefault(query.id(), Map.of());
      Set<Integer> passedOver = new TreeSet<>(skipped.getOrDefault(query.id(), Set.of()));
      passedOver.removeAll(grades.keySet());
      if (!grades.isEmpty()) {
        judged.add(new JudgedQuery(query, collection.query(query), grades, passedOver));
      }
    }
    return judged;
  }

  private static Set<Integer> numbers(SearchCollection collection, Set<String> ids) {
    Set<Integer> numbers = new TreeSet<>();
    for (String id : ids) {
      if (collection.number(id) >= 0) {
        numbers.add(collection.number(id));
      }
    }
    return numbers;
  }

  /** The id and the text. */
  public SearchQuery query() {
    return query;
  }

  /** The counts of the terms. */
  public SparseVector vector() {
    return vector;
  }

  /** The numbers of the relevant documents, ascending. */
  public int[] relevant() {
    return relevant.clone();
  }

  int relevantCount() {
    return relevant.length;
  }

  int relevantAt(int place) {
    return relevant[place];
  }

  int skippedCount() {
    return skipped.length;
  }

  int skippedAt(int place) {
    return skipped[place];
  }

  /** The grade of a document, 0 if it was not judged. */
  public int grade(int document) {
    return grades.getOrDefault(document, 0);
  }

  /** The numbers of all judged documents. */
  public Set<Integer> judged() {
    return Collections.unmodifiableSet(grades.keySet());
  }

  /** This query with only some of its judgements. */
  JudgedQuery restrictedTo(Set<Integer> documents) {
    Map<Integer, Integer> kept = new TreeMap<>(grades);
    kept.keySet().retainAll(documents);
    return new JudgedQuery(
        query, vector, kept, Set.copyOf(Arrays.stream(skipped).boxed().toList()));
  }

  /** Average precision of a ranking by scores, of its first 1,000 documents. */
  double averagePrecision(SearchCollection collection, double[] scores) {
    int[] bestFirst =
        Arrays.stream(relevant)
            .boxed()
            .sorted((one, other) -> collection.isBefore(scores, one, other) ? -1 : 1)
            .mapToInt(Integer::intValue)
            .toArray();
    // how many documents come between each relevant one and the relevant one before it
    int[] between = new int[bestFirst.length + 1];
    for (int candidate = 0; candidate < scores.length; candidate++) {
      between[firstBehind(collection, scores, bestFirst, candidate)]++;
    }
    double sum = 0;
    int rank = 1;
    int found = 0;
    for (int place = 0; place < bestFirst.length; place++) {
      rank += between[place];
      if (rank <= SearchCollection.DEPTH && scores[bestFirst[place]] != 0) {
        sum += ++found / (double) rank;
      }
    }
    return sum / relevant.length;
  }

  /** The place of the first relevant document that a document comes before. */
  private static int firstBehind(
      SearchCollection collection, double[] scores, int[] bestFirst, int document) {
    int low = 0;
    int high = bestFirst.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (collection.isBefore(scores, document, bestFirst[middle])) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
