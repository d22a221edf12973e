package io.github.sors.ranking.train;

import io.github.sors.eval.Gain;
import io.github.sors.eval.Verdict;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.fusion.RankingModel;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was learnt, and what it is worth on queries that it had not learnt from.
 *
 * @param verdict the gain in average precision over the start, and whether what was learnt is kept
 * @param why why the start stays, in words; empty if it does not
 * @param start the name of the ranking without learning that was to beat
 * @param served the name of the ranking that the model serves
 * @param methods the rankings that were measured; each query was held out
 * @param runs the rankings by method, of the first {@value
 *     io.github.sors.ranking.signal.RankingCollection#DEPTH} items; {@code "learnt"} and {@code
 *     "served"} are each query's by a model that did not see it
 * @param changes what changed for each query by what was learnt, those first that gained most
 * @param queries how many queries have a preferred item
 * @param unknownQueries how many pieces of feedback name a query that is not there
 * @param unknownItems how many name an item that is not there
 * @param model the model
 */
public record RankingResult(
    Verdict verdict,
    String why,
    String start,
    String served,
    List<Method> methods,
    Map<String, Run> runs,
    List<Change> changes,
    int queries,
    int unknownQueries,
    int unknownItems,
    RankingModel model) {

  /** Copies the lists. */
  public RankingResult {
    methods = List.copyOf(methods);
    changes = List.copyOf(changes);
    runs = Collections.unmodifiableMap(new LinkedHashMap<>(runs));
  }

  /**
   * How good a ranking is, on queries that were held out.
   *
   * @param averagePrecision the mean of average precision, MAP
   * @param gain of average precision over the start
   * @param ndcgGain of nDCG@10 over the start
   */
  public record Method(
      String name,
      double averagePrecision,
      double ndcgAt10,
      double precisionAt10,
      double recallAt100,
      Gain gain,
      Gain ndcgGain) {}

  /**
   * What changed for a query.
   *
   * @param text what was asked
   * @param before average precision of the start
   * @param after average precision of what was learnt, by a model that did not see the query
   * @param firstBefore the ids of the start's first items
   * @param firstAfter the ids of what comes first now
   */
  public record Change(
      String query,
      String text,
      double before,
      double after,
      List<String> firstBefore,
      List<String> firstAfter) {

    /** By how much it gained. */
    public double gain() {
      return after - before;
    }
  }

  /** Whether what was learnt is served. */
  public boolean isKept() {
    return verdict.kept();
  }

  /**
   * The measurements of a ranking.
   *
   * @throws IllegalArgumentException if it was not measured
   */
  public Method method(String name) {
    return methods.stream()
        .filter(method -> method.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no ranking '" + name + "'"));
  }
}
