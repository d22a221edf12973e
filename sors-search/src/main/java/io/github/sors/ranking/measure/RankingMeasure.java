package io.github.sors.ranking.measure;

import io.github.sors.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number for how good the ranking of one query is, from 0 to 1; the larger the better.
 *
 * <p>The values equal those of trec_eval: a document is relevant if its grade is above 0, a
 * document without a judgement is not relevant, and a query without relevant documents gets 0.
 *
 * <p>Threads: immutable. Failures: an unknown name, or a rank below 1, throws {@link
 * io.github.sors.InvalidInputException}.
 *
 * @param name the name that {@link #parse} reads
 * @param formula how to compute it
 */
public record RankingMeasure(String name, Formula formula) {

  private static final Pattern WITH_CUT = Pattern.compile("([a-z_]+?)[@_.]([0-9]{1,9})");

  /** Computes a measure. */
  @FunctionalInterface
  public interface Formula {

    /**
     * Returns the value.
     *
     * @param rankedIds the ids of the documents, best first, each once
     * @param grades the grade of each judged document
     */
    double of(List<String> rankedIds, Map<String, Integer> grades);
  }

  /** The value for one query; see {@link Formula#of}. */
  public double of(List<String> rankedIds, Map<String, Integer> grades) {
    return formula.of(rankedIds, grades);
  }

  @Override
  public String toString() {
    return name;
  }

  /**
   * Average precision, trec_eval's {@code map}: the sum of the precisions at the ranks of the
   * relevant documents, divided by the number of relevant documents.
   */
  public static RankingMeasure averagePrecision() {
    return new RankingMeasure(
        "map",
        (ranked, grades) -> {
          int found = 0;
          double sum = 0;
          for (int k = 0; k < ranked.size(); k++) {
            if (isRelevant(ranked.get(k), grades)) {
              found++;
              sum += (double) found / (k + 1);
            }
          }
          return found == 0 ? 0 : sum / relevant(grades);
        });
  }

  /**
   * Normalised discounted cumulative gain, trec_eval's {@code ndcg_cut}: the sum of grade /
   * log₂(rank + 1) over the first k documents, divided by the largest that the judged documents
   * allow. A grade below 0 counts as 0.
   */
  public static RankingMeasure ndcg(int k) {
    return withCut(
        "ndcg",
        k,
        (ranked, grades) -> {
          double gain = 0;
          for (int rank = 0; rank < Math.min(k, ranked.size()); rank++) {
            gain += gain(grades.getOrDefault(ranked.get(rank), 0), rank);
          }
          int[] best = grades.values().stream().mapToInt(Integer::intValue).sorted().toArray();
          double largest = 0;
          for (int rank = 0; rank < Math.min(k, best.length); rank++) {
            largest += gain(best[best.length - 1 - rank], rank);
          }
          return largest == 0 ? 0 : gain / largest;
        });
  }

  /** Precision, trec_eval's {@code P}: relevant documents among the first k, divided by k. */
  public static RankingMeasure precision(int k) {
    return withCut("p", k, (ranked, grades) -> (double) found(ranked, grades, k) / k);
  }

  /** Recall, trec_eval's {@code recall}: the share of the relevant documents in the first k. */
  public static RankingMeasure recall(int k) {
    return withCut(
        "recall",
        k,
        (ranked, grades) -> {
          int found = found(ranked, grades, k);
          return found == 0 ? 0 : (double) found / relevant(grades);
        });
  }

  /** Reciprocal rank, trec_eval's {@code recip_rank}: 1 / rank of the first relevant document. */
  public static RankingMeasure reciprocalRank() {
    return new RankingMeasure(
        "rr",
        (ranked, grades) -> {
          for (int k = 0; k < ranked.size(); k++) {
            if (isRelevant(ranked.get(k), grades)) {
              return 1.0 / (k + 1);
            }
          }
          return 0;
        });
  }

  /** What search engineers usually look at: map, ndcg@10, p@10, recall@100 and rr. */
  public static List<RankingMeasure> usual() {
    return List.of(averagePrecision(), ndcg(10), precision(10), recall(100), reciprocalRank());
  }

  /**
   * Reads a name: map, ndcg@k, p@k, recall@k or rr, or trec_eval's name of it, such as ndcg_cut_10.
   *
   * @throws InvalidInputException if there is no such measure
   */
  public static RankingMeasure parse(String text) {
    String name = text.strip().toLowerCase(Locale.ROOT);
    if (name.equals("map") || name.equals("ap")) {
      return averagePrecision();
    }
    if (name.equals("rr") || name.equals("mrr") || name.equals("recip_rank")) {
      return reciprocalRank();
    }
    Matcher cut = WITH_CUT.matcher(name);
    int k = cut.matches() ? Integer.parseInt(cut.group(2)) : 0;
    return switch (k > 0 ? cut.group(1) : "") {
      case "ndcg", "ndcg_cut" -> ndcg(k);
      case "p", "precision" -> precision(k);
      case "recall", "r" -> recall(k);
      default ->
          throw new InvalidInputException(
              "expected a measure, map, ndcg@10, p@10, recall@100 or rr, with any number from 1"
                  + " after @, found '"
                  + text
                  + "'");
    };
  }

  /** Reads several names; a measure that is named twice is returned once. */
  public static List<RankingMeasure> parseAll(List<String> names) {
    Map<String, RankingMeasure> byName = new LinkedHashMap<>();
    for (String name : names) {
      RankingMeasure measure = parse(name);
      byName.putIfAbsent(measure.name(), measure);
    }
    return List.copyOf(byName.values());
  }

  private static RankingMeasure withCut(String name, int k, Formula formula) {
    if (k < 1) {
      throw new InvalidInputException(name + ": expected a rank of at least 1, found " + k);
    }
    return new RankingMeasure(name + "@" + k, formula);
  }

  private static boolean isRelevant(String id, Map<String, Integer> grades) {
    return grades.getOrDefault(id, 0) > 0;
  }

  private static int found(List<String> ranked, Map<String, Integer> grades, int k) {
    int found = 0;
    for (String id : ranked.subList(0, Math.min(k, ranked.size()))) {
      found += isRelevant(id, grades) ? 1 : 0;
    }
    return found;
  }

  private static long relevant(Map<String, Integer> grades) {
    return grades.values().stream().filter(grade -> grade > 0).count();
  }

  private static double gain(int grade, int rank) {
    return Math.max(0, grade) * Math.log(2) / Math.log(rank + 2);
  }
}
