package io.github.sors.ranking.train;

import io.github.sors.data.fit.UnitSplit;
import io.github.sors.eval.Gain;
import io.github.sors.eval.Verdict;
import io.github.sors.parallel.Workers;
import io.github.sors.ranking.fusion.Fusion;
import io.github.sors.ranking.fusion.Scale;
import io.github.sors.ranking.fusion.WeightLearner;
import io.github.sors.ranking.signal.Candidates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Which ranking is learnt, what it gains, and whether it is kept.
 *
 * <p>Two rankings are weighed: one of the signals that need no feedback, and one of all signals.
 * For each fold the better of them on the <i>other</i> folds is taken, and likewise the start that
 * it is compared with, so that neither has seen the queries that it is measured on.
 *
 * @param fusion what was learnt from all queries; the start if nothing was learnt
 * @param verdict the gain over the start, and whether what was learnt is kept
 * @param why why it is not kept, in words; empty if it is
 * @param measured the name of the method whose rankings were compared with the start's
 */
record Decision(Fusion fusion, Verdict verdict, String why, String measured) {

  /** The name of what was learnt, chosen for each fold by the others. */
  static final String LEARNT = "learnt";

  /** The name of what is served. */
  static final String SERVED = "served";

  /** The start, chosen for each fold by the others. */
  private static final String START = "start";

  private static final String WEIGHTS = "weights alone";
  private static final String ALL = "all signals";
  // a smaller weight changes no ranking, and its signal need not be computed
  private static final double LEAST_WEIGHT = 0.01;

  boolean isKept() {
    return verdict.kept();
  }

  /** Nothing can be shown. */
  static Decision tooFew(TrainingQueries queries, HeldOutMethods methods, StartChoice start) {
    return nothing(
        queries,
        methods,
        start,
        "too few queries, "
            + queries.units()
            + " different ones of the "
            + Gain.LEAST_UNITS
            + " that it takes");
  }

  /** Nothing should be learnt. */
  static Decision unfit(TrainingQueries queries, HeldOutMethods methods, StartChoice start) {
    return nothing(
        queries,
        methods,
        start,
        "the judgements do not fit the queries, since what answers a query is ranked no better for it"
            + " than for others: check that ids belong to these queries and items; if people use"
            + " other words than the items have, give vectors");
  }

  private static Decision nothing(
      TrainingQueries queries, HeldOutMethods methods, StartChoice start, String why) {
    for (int query = 0; query < queries.size(); query++) {
      methods.addSame(SERVED, query, start.name());
    }
    Verdict verdict = Verdict.of(methods.gains(start.name(), start.name())).notKept();
    return new Decision(start.fusion(), verdict, why, start.name());
  }

  /** Learns the weights without each fold and measures. */
  static Decision of(
      TrainingQueries queries,
      UnitSplit folds,
      OutOfFoldScores scores,
      HeldOutMethods methods,
      StartChoice start,
      Workers workers,
      RankingListener listener) {
    Map<String, int[]> alternatives = new LinkedHashMap<>();
    int[] all = IntStream.range(0, scores.names().size()).toArray();
    alternatives.put(WEIGHTS, Arrays.copyOf(all, scores.unlearnt()));
    alternatives.put(ALL, all);
    Map<String, double[]> ofAll = new LinkedHashMap<>();
    for (Map.Entry<String, int[]> alternative : alternatives.entrySet()) {
      int[] signals = alternative.getValue();
      // the last time without leaving a fold out
      List<double[]> weights =
          workers.map(folds.parts() + 1, fold -> weights(queries, folds, scores, signals, fold));
      listener.progress("weighing " + alternative.getKey(), 1, 1);
      ofAll.put(alternative.getKey(), weights.get(folds.parts()));
      for (int query = 0; query < queries.size(); query++) {
        int own = folds.partOf(queries.unitOf(query));
        methods.add(
            alternative.getKey(),
            query,
            scores.candidates(query),
            sum(scores, query, signals, weights.get(own)));
      }
    }
    for (int fold = 0; fold < folds.parts(); fold++) {
      int without = fold;
      String best = best(queries, methods, alternatives.keySet(), folds, without);
      String before = start.best(queries, methods, unit -> folds.partOf(unit) != without).name();
      for (int query : folds.heldOut(fold)) {
        methods.addSame(START, query, before);
        methods.addSame(LEARNT, query, best);
      }
    }
    String best = best(queries, methods, alternatives.keySet(), folds, -1);
    Verdict verdict = Verdict.of(methods.gains(START, LEARNT));
    Verdict ofWeights = Verdict.of(methods.gains(START, WEIGHTS));
    boolean weightsAlone = !verdict.kept() && ofWeights.kept();
    String kept = weightsAlone ? WEIGHTS : LEARNT;
    String ranking = weightsAlone ? WEIGHTS : best;
    boolean isKept = verdict.kept() || weightsAlone;
    for (int query = 0; query < queries.size(); query++) {
      methods.addSame(SERVED, query, isKept ? kept : START);
    }
    return new Decision(
        fusion(
            ranking,
            scores.names(),
            Objects.requireNonNull(alternatives.get(ranking)),
            Objects.requireNonNull(ofAll.get(ranking))),
        weightsAlone ? ofWeights : verdict,
        isKept ? "" : "no gain beyond chance",
        kept);
  }

  private static String best(
      TrainingQueries queries,
      HeldOutMethods methods,
      Iterable<String> names,
      UnitSplit folds,
      int without) {
    String best = "";
    double most = Double.NEGATIVE_INFINITY;
    for (String name : names) {
      double[] means = queries.means(methods.averagePrecision(name));
      double sum = 0;
      for (int unit = 0; unit < means.length; unit++) {
        sum += folds.partOf(unit) == without ? 0 : means[unit];
      }
      if (sum > most) {
        most = sum;
        best = name;
      }
    }
    return best;
  }

  /** The weights that the queries outside of a fold give. */
  private static double[] weights(
      TrainingQueries queries, UnitSplit folds, OutOfFoldScores scores, int[] signals, int fold) {
    List<WeightLearner.Example> examples = new ArrayList<>();
    for (int query = 0; query < queries.size(); query++) {
      int own = folds.partOf(queries.unitOf(query));
      if (own != fold) {
        Candidates candidates = scores.candidates(query);
        int[] preferred = queries.get(query).preferred();
        int[] places =
            IntStream.range(0, candidates.size())
                .filter(place -> Arrays.binarySearch(preferred, candidates.item(place)) >= 0)
                .toArray();
        int other = fold == folds.parts() ? own : fold;
        if (places.length > 0) {
          examples.add(WeightLearner.Example.of(scores.scores(query, other), places));
        }
      }
    }
    return WeightLearner.learn(examples, signals);
  }

  private static double[] sum(OutOfFoldScores scores, int query, int[] signals, double[] weights) {
    Candidates candidates = scores.candidates(query);
    float[][] scaled = scores.ownScores(query);
    double[] sums = new double[candidates.size()];
    for (int k = 0; k < signals.length; k++) {
      if (weights[k] >= LEAST_WEIGHT) {
        for (int place = 0; place < sums.length; place++) {
          sums[place] += weights[k] * scaled[signals[k]][place];
        }
      }
    }
    scores.hideAsking(query, sums);
    return sums;
  }

  private static Fusion fusion(String name, List<String> names, int[] signals, double[] weights) {
    Map<String, Double> byName = new LinkedHashMap<>();
    for (int k = 0; k < signals.length; k++) {
      if (weights[k] >= LEAST_WEIGHT) {
        byName.put(names.get(signals[k]), weights[k]);
      }
    }
    return new Fusion(name, Scale.STANDARD, byName);
  }
}
