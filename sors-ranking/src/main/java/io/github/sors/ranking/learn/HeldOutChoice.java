package io.github.sors.ranking.learn;

import io.github.sors.BilinearModel;
import io.github.sors.ranking.measure.PairedComparison;
import java.util.List;

/**
 * The choice of margin, rounds and fusion on held-out queries, with BM25 as the one to beat.
 *
 * <p>The training queries are split into folds. Each fold is held out in turn while the others are
 * learnt from, and every try ranks it, so that each query has an average precision that was
 * measured while it was held out. The try with the best mean over all queries is chosen. Whether it
 * is better than BM25 beyond chance is decided without the bias of having chosen the best of many:
 * for each fold the best try of the <i>other</i> folds is taken, its values on this fold are
 * collected, and a paired randomisation test compares all of them with BM25's. If they are not
 * significantly better, BM25 stays.
 *
 * @param margin the chosen margin
 * @param pass the place of the number of passes in {@link SearchPlan#passes}
 * @param fusion the chosen fusion; {@link Fusion#BM25} where no gain was found
 * @param comparison the values of the crosswise choice against BM25's, on all training queries
 */
public record HeldOutChoice(double margin, int pass, Fusion fusion, PairedComparison comparison) {

  /** Chooses; the seed of the plan decides about folds and triplets. */
  public static HeldOutChoice of(
      SearchCollection collection, List<JudgedQuery> queries, SearchPlan plan) {
    int folds = Math.min(plan.innerFolds(), queries.size());
    if (folds < 2) {
      double[] none = new double[queries.size()];
      return new HeldOutChoice(
          plan.margins().get(0), 0, Fusion.BM25, PairedComparison.of(none, none));
    }
    return new Tries(collection, queries, plan, folds).choice();
  }

  /** Whether a gain was found. */
  public boolean isGain() {
    return !fusion.isBm25();
  }

  /** The values of all tries. */
  private static final class Tries {

    private final SearchCollection collection;
    private final List<JudgedQuery> queries;
    private final SearchPlan plan;
    private final QueryFolds folds;
    private final double[] baseline;
    // by try, then by query
    private final double[][] values;

    Tries(SearchCollection collection, List<JudgedQuery> queries, SearchPlan plan, int count) {
      this.collection = collection;
      this.queries = queries;
      this.plan = plan;
      this.folds = QueryFolds.of(queries.size(), count, plan.settings().seed());
      this.baseline =
          queries.stream()
              .mapToDouble(
                  query -> query.averagePrecision(collection, collection.scores(query.vector())))
              .toArray();
      int tries = plan.margins().size() * plan.passes().size() * plan.fusions().size();
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
              plan.rounds(triplets.pairs()),
              (pass, model) -> {
                for (int query = 0; query < queries.size(); query++) {
                  if (folds.foldOf(query) == fold) {
                    fill(margin, pass, query, model);
                  }
                }
              });
    }

    private void fill(int margin, int pass, int number, BilinearModel model) {
      JudgedQuery query = queries.get(number);
      FusedQuery fused = new FusedQuery(collection, query.vector(), model);
      for (int fusion = 0; fusion < plan.fusions().size(); fusion++) {
        values[place(margin, pass, fusion)][number] =
            query.averagePrecision(collection, fused.scores(plan.fusions().get(fusion)));
      }
    }

    private int place(int margin, int pass, int fusion) {
      return (margin * plan.passes().size() + pass) * plan.fusions().size() + fusion;
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
          plan.margins().get(chosen / fusions / plan.passes().size()),
          chosen / fusions % plan.passes().size(),
          gained ? plan.fusions().get(chosen % fusions) : Fusion.BM25,
          comparison);
    }

    /** The best try on all folds but one; -1 if none is better than BM25. */
    private int best(int without) {
      int best = -1;
      double most = sum(baseline, without);
      for (int number = 0; number < values.length; number++) {
        double sum = sum(values[number], without);
        if (sum > most) {
          most = sum;
          best = number;
        }
      }
      return best;
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
