package io.github.sors.ranking.train;

import io.github.sors.eval.Gain;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.measure.RankingMeasure;
import io.github.sors.ranking.signal.Candidates;
import io.github.sors.ranking.signal.RankingCollection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The rankings of all queries by several methods, each query held out, and what they are worth. */
final class HeldOutMethods {

  private static final int SHOWN = 5;

  private static final List<RankingMeasure> MEASURES =
      List.of(
          RankingMeasure.averagePrecision(),
          RankingMeasure.ndcg(10),
          RankingMeasure.precision(10),
          RankingMeasure.recall(100));

  private final RankingCollection collection;
  private final TrainingQueries queries;
  private final Map<String, Ranking[]> rankings = new LinkedHashMap<>();
  // by method, then by measure, then by query
  private final Map<String, double[][]> values = new LinkedHashMap<>();

  HeldOutMethods(RankingCollection collection, TrainingQueries queries) {
    this.collection = collection;
    this.queries = queries;
  }

  /** Notes how a method ranks a query; by one thread at a time. */
  void add(String method, int query, Candidates candidates, double[] scores) {
    add(
        method,
        query,
        collection.ranking(
            queries.get(query).item().id(), candidates, scores, RankingCollection.DEPTH));
  }

  /** Notes that a method ranks a query as another does. */
  void addSame(String method, int query, String other) {
    add(method, query, rankings(other)[query]);
  }

  private synchronized void add(String method, int query, Ranking ranking) {
    rankings.computeIfAbsent(method, unseen -> new Ranking[queries.size()])[query] = ranking;
    double[][] measured =
        values.computeIfAbsent(method, unseen -> new double[MEASURES.size()][queries.size()]);
    List<String> ids = ranking.ids();
    Map<String, Integer> grades = queries.get(query).grades();
    for (int measure = 0; measure < MEASURES.size(); measure++) {
      measured[measure][query] = MEASURES.get(measure).of(ids, grades);
    }
  }

  private Ranking[] rankings(String method) {
    return Objects.requireNonNull(rankings.get(method), method);
  }

  private double[][] values(String method) {
    return Objects.requireNonNull(values.get(method), method);
  }

  /** Average precision by query. */
  double[] averagePrecision(String method) {
    return values(method)[0];
  }

  /** The gains of a method over another: in average precision, and in nDCG@10. */
  List<Gain> gains(String start, String method) {
    return List.of(gain("MAP", 0, start, method), gain("nDCG@10", 1, start, method));
  }

  private Gain gain(String name, int measure, String start, String method) {
    return Gain.ofUnits(
        name,
        "queries",
        queries.means(values(start)[measure]),
        queries.means(values(method)[measure]));
  }

  List<RankingResult.Method> table(String start) {
    List<RankingResult.Method> table = new ArrayList<>();
    for (String method : values.keySet()) {
      List<Gain> gains = gains(start, method);
      table.add(
          new RankingResult.Method(
              method,
              mean(method, 0),
              mean(method, 1),
              mean(method, 2),
              mean(method, 3),
              gains.get(0),
              gains.get(1)));
    }
    return table;
  }

  private double mean(String method, int measure) {
    double sum = 0;
    double[] means = queries.means(values(method)[measure]);
    for (double mean : means) {
      sum += mean;
    }
    return sum / means.length;
  }

  Map<String, Run> runs() {
    Map<String, Run> runs = new LinkedHashMap<>();
    rankings.forEach(
        (method, found) -> runs.put(method, new Run(method.replace(' ', '_'), List.of(found))));
    return runs;
  }

  /** What changed from one method to another, those first that gained most. */
  List<RankingResult.Change> changes(String start, String method) {
    List<RankingResult.Change> changes = new ArrayList<>();
    for (int query = 0; query < queries.size(); query++) {
      changes.add(
          new RankingResult.Change(
              queries.get(query).item().id(),
              queries.get(query).item().allText(),
              averagePrecision(start)[query],
              averagePrecision(method)[query],
              rankings(start)[query].top(SHOWN).ids(),
              rankings(method)[query].top(SHOWN).ids()));
    }
    changes.sort(Comparator.comparingDouble(change -> -change.gain()));
    return changes;
  }
}
