package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import io.github.sors.ranking.measure.PairedComparison;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The choice of margin, rounds and fusion on held-out queries, with BM25 as the one to beat.
 *
 * <p>The training queries are split into folds. Each fold is held out in turn while the others are
 * learnt from, and every try ranks it, so that each query has an average precision that was
 * measured while it was held out. The try with the best mean over all queries is chosen; one that
 * uses judgements has to be clearly better than those that do without. Whether the choice is better
 * than BM25 beyond chance is decided without the bias of having chosen the best of many: for each
 * fold the best try of the <i>other</i> folds is taken, its values on this fold are collected, and
 * a paired randomisation test compares all of them with BM25's. If they are not significantly
 * better, BM25 stays.
 *
 * <p>It stays as well where the judgements do not fit the queries, such as when their ids belong to
 * other queries: documents that are relevant to many queries could be learnt even then, and would
 * look like a gain. They fit if BM25 ranks the relevant documents of a query better, beyond chance,
 * than those of another query.
 *
 * @param margin the chosen margin
 * @param rounds the chosen number of rounds
 * @param fusion the chosen fusion; {@link Fusion#BM25} where no gain was found
 * @param fits whether the judgements fit the queries
 * @param comparison the values of the crosswise choice against BM25's, on all training queries
 */
public record HeldOutChoice(
    double margin, long rounds, Fusion fusion, boolean fits, PairedComparison comparison) {

  /**
   * Chooses; the seed of the plan decides about folds and triplets.
   *
   * @param titles the matrix of the titles, or null
   */
  static HeldOutChoice of(
      SearchCollection collection,
      List<JudgedQuery> queries,
      SearchPlan plan,
      BilinearModel titles) {
    int folds = Math.min(plan.innerFolds(), queries.size());
    boolean fits = fit(collection, queries, plan.level());
    if (folds < 2 || !fits) {
      double[] baseline = baseline(collection, queries);
      return new HeldOutChoice(
          plan.margins().get(0),
          plan.rounds().get(0),
          Fusion.BM25,
          fits,
          PairedComparison.of(baseline, baseline));
    }
    return new Tries(collection, queries, plan, titles, folds).choice();
  }

  private static double[] baseline(SearchCollection collection, List<JudgedQuery> queries) {
    return queries.stream()
        .mapToDouble(query -> query.averagePrecision(collection, collection.scores(query.vector())))
        .toArray();
  }

  /** Whether BM25 ranks the documents of each query better than those of the next query. */
  private static boolean fit(SearchCollection collection, List<JudgedQuery> queries, double level) {
    if (queries.size() < 2) {
      return true;
    }
    double[] ofNext = new double[queries.size()];
    for (int query = 0; query < ofNext.length; query++) {
      double[] scores = collection.scores(queries.get(query).vector());
      ofNext[query] = queries.get((query + 1) % ofNext.length).averagePrecision(collection, scores);
    }
    PairedComparison own = PairedComparison.of(ofNext, baseline(collection, queries));
    // with very few queries no test can say that they do not fit
    return own.difference() > 0 && (own.randomisation() / 2 < level || ofNext.length < 6);
  }

  /** Whether a gain was found. */
  public boolean isGain() {
    return !fusion.isBm25();
  }

  /**
   * Whether the mean of some values exceeds that of others by more than the standard error of their
   * differences: the rule of one standard error (Breiman et al., Classification and Regression
   * Trees, 1984), by which the simpler of two models is taken unless the other is clearly better.
   *
   * @param counts the queries that count
   */
  static boolean isClearlyBetter(double[] values, double[] others, IntPredicate counts) {
    double[] differences =
        IntStream.range(0, values.length)
            .filter(counts)
            .mapToDouble(query -> values[query] - others[query])
            .toArray();
    double mean = Arrays.stream(differences).average().orElse(0);
    double squares = Arrays.stream(differences).map(one -> (one - mean) * (one - mean)).sum();
    double n = differences.length;
    return mean > 0 && mean > Math.sqrt(squares / Math.max(1, n - 1) / n);
  }

  /** The values of all tries. */
  private static final class Tries {

    private final SearchCollection collection;
    private final List<JudgedQuery> queries;
    private final SearchPlan plan;
    private final BilinearModel titles;
    private final QueryFolds folds;
    private final double[] baseline;
    // by try, then by query
    private final double[][] values;

    Tries(
        SearchCollection collection,
        List<JudgedQuery> queries,
        SearchPlan plan,
        BilinearModel titles,
        int count) {
      this.collection = collection;
      this.queries = queries;
      this.plan = plan;
      this.titles = titles;
      this.folds = QueryFolds.of(queries.size(), count, plan.settings().seed());
      this.baseline = baseline(collection, queries);
      int tries = plan.margins().size() * plan.rounds().size() * plan.fusions().size();
      this.values = new double[tries][queries.size()];
      for (int fold = 0; fold < count; fold++) {
        for (int margin = 0; margin < plan.margins().size(); margin++) {
          fill(fold, margin);
        }
      }
    }

    private void fill(int fold, int margin) {
      JudgementTriplets triplets =
          new JudgementTriplets(
              collection,
              folds.training(queries, fold),
              plan.settings().mix(),
              plan.settings().seed());
      plan.settings()
          .withMargin(plan.margins().get(margin))
          .learn(
              collection.terms(),
              triplets.withVectors(),
              plan.rounds().stream().mapToLong(Long::longValue).toArray(),
              (stop, model) -> {
                for (int query = 0; query < queries.size(); query++) {
                  if (folds.foldOf(query) == fold) {
                    fill(margin, stop, query, model);
                  }
                }
              });
    }

    private void fill(int margin, int stop, int number, BilinearModel model) {
      JudgedQuery query = queries.get(number);
      FusedQuery fused =
          new FusedQuery(collection, query.vector(), new LearntMatrices(model, titles));
      for (int fusion = 0; fusion < plan.fusions().size(); fusion++) {
        values[place(margin, stop, fusion)][number] =
            query.averagePrecision(collection, fused.scores(plan.fusions().get(fusion)));
      }
    }

    private int place(int margin, int stop, int fusion) {
      return (margin * plan.rounds().size() + stop) * plan.fusions().size() + fusion;
    }

    HeldOutChoice choice() {
      double[] crosswise = baseline.clone();
      for (int fold = 0; fold < folds.count(); fold++) {
        int best = best(fold);
        for (int query = 0; query < queries.size(); query++) {
          if (folds.foldOf(query) == fold && best >= 0) {
            crosswise[query] = values[best][query];
          }
        }
      }
      PairedComparison comparison = PairedComparison.of(baseline, crosswise);
      int best = best(-1);
      boolean gained =
          best >= 0 && comparison.difference() > 0 && comparison.randomisation() / 2 < plan.level();
      int chosen = Math.max(0, best);
      int fusions = plan.fusions().size();
      return new HeldOutChoice(
          plan.margins().get(chosen / fusions / plan.rounds().size()),
          plan.rounds().get(chosen / fusions % plan.rounds().size()),
          gained ? plan.fusions().get(chosen % fusions) : Fusion.BM25,
          true,
          comparison);
    }

    /**
     * The try that all folds but one choose; -1 for BM25. Judgements have to earn their place: if
     * the best try that uses them is not clearly better than the best that does without, the latter
     * is chosen.
     */
    private int best(int without) {
      int plain = best(without, false);
      int judged = best(without, true);
      return judged >= 0 && isClearlyBetter(valuesOf(judged), valuesOf(plain), kept(without))
          ? judged
          : plain;
    }

    private int best(int without, boolean usesJudgements) {
      int best = -1;
      double most = sum(baseline, without);
      for (int number = 0; number < values.length; number++) {
        boolean uses = plan.fusions().get(number % plan.fusions().size()).alpha() > 0;
        double sum = sum(values[number], without);
        if (uses == usesJudgements && sum > most) {
          most = sum;
          best = number;
        }
      }
      return best;
    }

    private double[] valuesOf(int number) {
      return number < 0 ? baseline : values[number];
    }

    private IntPredicate kept(int without) {
      return query -> folds.foldOf(query) != without;
    }

    private double sum(double[] ofQueries, int without) {
      double sum = 0;
      for (int query = 0; query < ofQueries.length; query++) {
        sum += folds.foldOf(query) == without ? 0 : ofQueries[query];
      }
      return sum;
    }
  }
}
