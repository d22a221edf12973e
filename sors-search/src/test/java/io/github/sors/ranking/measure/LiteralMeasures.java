package io.github.sors.ranking.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The measures straight from their definitions, over a list of grades by rank, as an independent
 * check: no code is shared with {@link RankingMeasure}.
 */
final class LiteralMeasures {

  private LiteralMeasures() {}

  /** The grade at each rank; 0 without a judgement. */
  private static List<Integer> gradesByRank(List<String> ranked, Map<String, Integer> grades) {
    List<Integer> byRank = new ArrayList<>();
    for (String id : ranked) {
      Integer grade = grades.get(id);
      byRank.add(grade == null ? 0 : grade);
    }
    return byRank;
  }

  private static int allRelevant(Map<String, Integer> grades) {
    int count = 0;
    for (int grade : grades.values()) {
      if (grade >= 1) {
        count++;
      }
    }
    return count;
  }

  /** P(k) = |relevant among the first k| / k. */
  static double precision(List<String> ranked, Map<String, Integer> grades, int k) {
    List<Integer> byRank = gradesByRank(ranked, grades);
    double relevant = 0;
    for (int rank = 1; rank <= k; rank++) {
      if (rank <= byRank.size() && byRank.get(rank - 1) >= 1) {
        relevant += 1;
      }
    }
    return relevant / k;
  }

  /** R(k) = |relevant among the first k| / |relevant|. */
  static double recall(List<String> ranked, Map<String, Integer> grades, int k) {
    int all = allRelevant(grades);
    return all == 0 ? 0 : precision(ranked, grades, k) * k / all;
  }

  /** AP = Σ over ranks with a relevant document of P(rank), divided by |relevant|. */
  static double averagePrecision(List<String> ranked, Map<String, Integer> grades) {
    List<Integer> byRank = gradesByRank(ranked, grades);
    double sum = 0;
    for (int rank = 1; rank <= byRank.size(); rank++) {
      if (byRank.get(rank - 1) >= 1) {
        sum += precision(ranked, grades, rank);
      }
    }
    int all = allRelevant(grades);
    return all == 0 ? 0 : sum / all;
  }

  /** RR = 1 / rank of the first relevant document. */
  static double reciprocalRank(List<String> ranked, Map<String, Integer> grades) {
    List<Integer> byRank = gradesByRank(ranked, grades);
    int rank = 1;
    while (rank <= byRank.size() && byRank.get(rank - 1) < 1) {
      rank++;
    }
    return rank > byRank.size() ? 0 : 1.0 / rank;
  }

  /** nDCG(k) = DCG(k) / DCG(k) of the judged grades in descending order. */
  static double ndcg(List<String> ranked, Map<String, Integer> grades, int k) {
    List<Integer> ideal = new ArrayList<>(grades.values());
    ideal.sort(Collections.reverseOrder());
    double best = discountedGain(ideal, k);
    return best == 0 ? 0 : discountedGain(gradesByRank(ranked, grades), k) / best;
  }

  private static double discountedGain(List<Integer> byRank, int k) {
    double sum = 0;
    for (int rank = 1; rank <= byRank.size() && rank <= k; rank++) {
      if (byRank.get(rank - 1) > 0) {
        sum += byRank.get(rank - 1) / (Math.log(rank + 1) / Math.log(2));
      }
    }
    return sum;
  }
}
