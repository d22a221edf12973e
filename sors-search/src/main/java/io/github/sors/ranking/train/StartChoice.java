package io.github.sors.ranking.train;

import io.github.sors.ranking.fusion.Fusion;
import io.github.sors.ranking.fusion.LearntParts;
import io.github.sors.ranking.fusion.RankingSearcher;
import io.github.sors.ranking.fusion.Scale;
import io.github.sors.ranking.measure.PairedComparison;
import io.github.sors.ranking.signal.Candidates;
import io.github.sors.ranking.signal.Question;
import io.github.sors.ranking.signal.RankingCollection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * The best ranking without learning, which is to beat: BM25, the cosine, or both.
 *
 * <p>It says as well whether the judgements fit the queries: whether it ranks what was preferred
 * for a query better, beyond chance, than what was preferred for another. If not, such as when ids
 * belong to other queries, items that are preferred for many queries could be learnt even then, and
 * would look like a gain.
 *
 * @param fusion the best for all queries
 * @param all those to choose from
 * @param fits whether the judgements fit
 */
record StartChoice(Fusion fusion, List<Fusion> all, boolean fits) {

  private static final Fusion RM3 = new Fusion("RM3", Scale.RAW, Map.of("rm3", 1.0));
  // with fewer no test can say that they do not fit
  private static final int LEAST_QUERIES = 6;

  /** The name of the method in tables. */
  String name() {
    return fusion.name();
  }

  /** Ranks all queries by what needs no learning, and chooses. */
  static StartChoice of(
      RankingCollection collection, TrainingQueries queries, HeldOutMethods methods) {
    boolean text = collection.text() != null;
    boolean vectors = collection.embeddings() != null;
    List<Fusion> starts = new ArrayList<>();
    if (text) {
      starts.add(Fusion.BM25);
    }
    if (vectors) {
      starts.add(Fusion.COSINE);
    }
    if (text && vectors) {
      starts.add(Fusion.BOTH);
    }
    List<Fusion> measured = new ArrayList<>(starts);
    if (text) {
      measured.add(1, RM3);
    }
    for (Fusion fusion : measured) {
      RankingSearcher searcher = searcher(collection, fusion);
      for (int query = 0; query < queries.size(); query++) {
        Question question = queries.get(query).question();
        Candidates candidates = question.candidates();
        methods.add(fusion.name(), query, candidates, searcher.scores(question, candidates));
      }
    }
    Fusion best = best(queries, methods, starts, unit -> true);
    return new StartChoice(best, starts, fits(collection, queries, methods, best));
  }

  private static RankingSearcher searcher(RankingCollection collection, Fusion fusion) {
    return RankingSearcher.of(collection, fusion, LearntParts.NONE);
  }

  /** The best on some queries, by average precision. */
  Fusion best(TrainingQueries queries, HeldOutMethods methods, IntPredicate units) {
    return best(queries, methods, all, units);
  }

  private static Fusion best(
      TrainingQueries queries, HeldOutMethods methods, List<Fusion> starts, IntPredicate units) {
    Fusion best = starts.get(0);
    double most = Double.NEGATIVE_INFINITY;
    for (Fusion start : starts) {
      double[] means = queries.means(methods.averagePrecision(start.name()));
      double sum = 0;
      for (int unit = 0; unit < means.length; unit++) {
        sum += units.test(unit) ? means[unit] : 0;
      }
      // of equal ones the last, which uses most
      if (sum >= most) {
        most = sum;
        best = start;
      }
    }
    return best;
  }

  private static boolean fits(
      RankingCollection collection, TrainingQueries queries, HeldOutMethods methods, Fusion start) {
    if (queries.units() < LEAST_QUERIES) {
      return true;
    }
    RankingSearcher searcher = searcher(collection, start);
    double[] ofOther = new double[queries.size()];
    for (int query = 0; query < ofOther.length; query++) {
      TrainingQuery other = queries.get(queries.other(query));
      Question question = queries.get(query).question();
      Candidates candidates = question.candidates();
      ofOther[query] = other.averagePrecision(candidates, searcher.scores(question, candidates));
    }
    double[] own = queries.means(methods.averagePrecision(start.name()));
    PairedComparison comparison = PairedComparison.of(queries.means(ofOther), own);
    return Arrays.stream(own).anyMatch(value -> value > 0)
        && comparison.difference() > 0
        && comparison.randomisation() / 2 < PairedComparison.USUAL_LEVEL;
  }
}
