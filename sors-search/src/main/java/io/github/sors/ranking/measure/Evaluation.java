package io.github.sors.ranking.measure;

import io.github.sors.InvalidInputException;
import io.github.sors.ranking.Judgements;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.Run;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * How good a run is: the value of each measure for each judged query, and their mean.
 *
 * <p>Every judged query counts, as with trec_eval's option {@code -c}: one without a ranking gets
 * 0, and so does one without a relevant document. Rankings of queries without judgements do not
 * count.
 *
 * <p>Threads: immutable. Failures: no judged query, or no measure, throws {@link
 * io.github.sors.InvalidInputException}, a measure that was not taken and a comparison with other
 * queries {@link IllegalArgumentException}.
 */
public final class Evaluation {

  private final List<RankingMeasure> measures;
  private final List<String> queries;
  private final Map<String, Map<String, Double>> valuesByMeasure = new LinkedHashMap<>();
  private final Set<String> unranked = new LinkedHashSet<>();

  private Evaluation(Judgements judgements, List<RankingMeasure> measures) {
    this.measures = List.copyOf(measures);
    this.queries = List.copyOf(judgements.queries());
  }

  /**
   * Evaluates a run.
   *
   * @throws InvalidInputException if there is no judged query or no measure
   */
  public static Evaluation of(Run run, Judgements judgements, List<RankingMeasure> measures) {
    if (measures.isEmpty()) {
      throw new InvalidInputException("expected at least one measure, found none");
    }
    if (judgements.queries().isEmpty()) {
      throw new InvalidInputException("expected at least one judged query, found none");
    }
    Evaluation evaluation = new Evaluation(judgements, measures);
    Map<String, List<String>> ranked = new LinkedHashMap<>();
    for (String query : evaluation.queries) {
      ranked.put(query, run.of(query).map(Ranking::ids).orElse(List.of()));
      if (run.of(query).isEmpty()) {
        evaluation.unranked.add(query);
      }
    }
    for (RankingMeasure measure : measures) {
      Map<String, Double> values = new LinkedHashMap<>();
      ranked.forEach((query, ids) -> values.put(query, measure.of(ids, judgements.of(query))));
      evaluation.valuesByMeasure.put(measure.name(), Collections.unmodifiableMap(values));
    }
    return evaluation;
  }

  /** The measures, as given. */
  public List<RankingMeasure> measures() {
    return measures;
  }

  /** The judged queries, in the order of the judgements. */
  public List<String> queries() {
    return queries;
  }

  /** The judged queries that have no ranking, and count 0. */
  public Set<String> unranked() {
    return Collections.unmodifiableSet(unranked);
  }

  /** The value of a measure for each judged query. */
  public Map<String, Double> values(RankingMeasure measure) {
    Map<String, Double> values = valuesByMeasure.get(measure.name());
    if (values == null) {
      throw new IllegalArgumentException(
          "expected one of " + measures + ", found the measure " + measure);
    }
    return values;
  }

  /** The values of a measure in the order of {@link #queries}. */
  public double[] valueArray(RankingMeasure measure) {
    return values(measure).values().stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** The mean of a measure over all judged queries. */
  public double mean(RankingMeasure measure) {
    return values(measure).values().stream().mapToDouble(Double::doubleValue).sum()
        / queries.size();
  }

  /** Compares the values of a measure, query by query, with those of another run. */
  public PairedComparison against(Evaluation baseline, RankingMeasure measure) {
    requireSameQueries(baseline);
    return PairedComparison.of(baseline.valueArray(measure), valueArray(measure));
  }

  /**
   * The queries, those first whose value rose most against another run.
   *
   * @throws IllegalArgumentException if the other run was evaluated for other queries
   */
  public List<String> byGain(Evaluation baseline, RankingMeasure measure) {
    requireSameQueries(baseline);
    double[] before = baseline.valueArray(measure);
    double[] now = valueArray(measure);
    return IntStream.range(0, now.length)
        .boxed()
        .sorted((one, other) -> Double.compare(now[other] - before[other], now[one] - before[one]))
        .map(queries::get)
        .toList();
  }

  private void requireSameQueries(Evaluation baseline) {
    if (!queries.equals(baseline.queries)) {
      throw new IllegalArgumentException("expected two evaluations of the same judged queries");
    }
  }
}
