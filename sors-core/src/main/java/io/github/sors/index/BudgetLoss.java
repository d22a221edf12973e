package io.github.sors.index;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The time that a query budget saves and the accuracy that it loses, measured against the full
 * queries.
 *
 * <p>Threads: immutable. Failures: no queries, a negative budget, or fewer than 1 hit throw {@link
 * IllegalArgumentException}.
 *
 * @param budget the number of strongest features that each query keeps
 * @param queries how many queries were measured
 * @param features the mean number of features of a full query
 * @param recall the mean share of the full query's hits that the short one finds
 * @param worstRecall the smallest such share
 * @param cost the number of values that the short queries read, divided by that of the full queries
 */
public record BudgetLoss(
    int budget, int queries, double features, double recall, double worstRecall, double cost) {

  /**
   * Answers every query in full and within the budget.
   *
   * @param top how many hits of each query are compared
   */
  public static BudgetLoss measure(
      IndexView view, List<WeightedQuery> queries, int budget, int top) {
    if (queries.isEmpty()) {
      throw new IllegalArgumentException("expected at least one query, found none");
    }
    double features = 0;
    double recall = 0;
    double worst = 1;
    long fullCost = 0;
    long shortCost = 0;
    for (WeightedQuery query : queries) {
      WeightedQuery within = query.strongest(budget);
      double share = recall(view.search(query, top), view.search(within, top));
      features += query.size();
      recall += share;
      worst = Math.min(worst, share);
      fullCost += view.cost(query);
      shortCost += view.cost(within);
    }
    int count = queries.size();
    return new BudgetLoss(
        budget,
        count,
        features / count,
        recall / count,
        worst,
        fullCost == 0 ? 1 : (double) shortCost / fullCost);
  }

  /** Returns the share of the wanted hits that were found; 1 if none are wanted. */
  public static double recall(List<IndexHit> wanted, List<IndexHit> found) {
    Set<String> ids = found.stream().map(IndexHit::id).collect(Collectors.toSet());
    long both = wanted.stream().filter(hit -> ids.contains(hit.id())).count();
    return wanted.isEmpty() ? 1 : (double) both / wanted.size();
  }
}
