package io.github.sors.eval;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The textbook's metrics, straight from their definitions, over a list that says for every rank
 * whether its item is relevant; and their means over all orders of the ties.
 */
final class LiteralMetrics {

  private LiteralMetrics() {}

  static double precisionAt(List<Boolean> ranking, int k) {
    return (double) ranking.stream().limit(k).filter(relevant -> relevant).count() / k;
  }

  static double rPrecision(List<Boolean> ranking) {
    return precisionAt(ranking, totalRelevant(ranking));
  }

  static double averagePrecision(List<Boolean> ranking) {
    return averagePrecisionDownTo(ranking.size(), ranking);
  }

  static double averagePrecisionAtR(List<Boolean> ranking) {
    return averagePrecisionDownTo(totalRelevant(ranking), ranking);
  }

  private static double averagePrecisionDownTo(int depth, List<Boolean> ranking) {
    double sum = 0;
    for (int k = 1; k <= depth; k++) {
      sum += ranking.get(k - 1) ? precisionAt(ranking, k) : 0;
    }
    return sum / totalRelevant(ranking);
  }

  static double ndcgAt(List<Boolean> ranking, int k) {
    double gain = 0;
    double ideal = 0;
    for (int i = 1; i <= Math.min(k, ranking.size()); i++) {
      double discount = 1 / (Math.log(i + 1) / Math.log(2));
      gain += ranking.get(i - 1) ? discount : 0;
      ideal += i <= totalRelevant(ranking) ? discount : 0;
    }
    return gain / ideal;
  }

  private static int totalRelevant(List<Boolean> ranking) {
    return (int) ranking.stream().filter(relevant -> relevant).count();
  }

  /** The mean of a metric over every order of the items in which no score ascends. */
  static double meanOverOrders(
      double[] scores, boolean[] relevant, ToDoubleFunction<List<Boolean>> metric) {
    // sums thousands of orders without adding up their rounding errors
    DoubleSummaryStatistics values = new DoubleSummaryStatistics();
    visitOrders(scores, relevant, new ArrayList<>(), new boolean[scores.length], metric, values);
    return values.getAverage();
  }

  private static void visitOrders(
      double[] scores,
      boolean[] relevant,
      List<Boolean> ranking,
      boolean[] used,
      ToDoubleFunction<List<Boolean>> metric,
      DoubleSummaryStatistics values) {
    if (ranking.size() == scores.length) {
      values.accept(metric.applyAsDouble(ranking));
      return;
    }
    double best = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < scores.length; i++) {
      best = used[i] ? best : Math.max(best, scores[i]);
    }
    for (int i = 0; i < scores.length; i++) {
      if (!used[i] && scores[i] == best) {
        used[i] = true;
        ranking.add(relevant[i]);
        visitOrders(scores, relevant, ranking, used, metric, values);
        ranking.remove(ranking.size() - 1);
        used[i] = false;
      }
    }
  }
}
