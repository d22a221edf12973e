package io.github.sors.ranking.learn;

import java.util.ArrayList;
import java.util.List;

/**
 * What is tried on held-out queries.
 *
 * @param settings what all tries have in common
 * @param margins the margins
 * @param passes after how many passes over the judged pairs learning may stop, ascending
 * @param mostRounds the most rounds of one try, however many pairs there are
 * @param fusions the ways to fuse BM25 and what was learnt
 * @param innerFolds in how many parts the training queries are held out in turn
 * @param level the one-sided p-value below which a gain is taken to be beyond chance
 */
public record SearchPlan(
    LearningSettings settings,
    List<Double> margins,
    List<Integer> passes,
    long mostRounds,
    List<Fusion> fusions,
    int innerFolds,
    double level) {

  /** Few tries, so that the choice among them is not left to chance where there are few queries. */
  public static final SearchPlan DEFAULT =
      new SearchPlan(
          LearningSettings.DEFAULT, List.of(1.0), List.of(25, 75), 80_000, usualFusions(), 5, 0.05);

  /** Copies the lists. */
  public SearchPlan {
    margins = List.copyOf(margins);
    passes = List.copyOf(passes);
    fusions = List.copyOf(fusions);
  }

  private static List<Fusion> usualFusions() {
    List<Fusion> fusions = new ArrayList<>();
    for (int terms : new int[] {Fusion.ALL_TERMS, 1024}) {
      for (double alpha : new double[] {0.5, 1}) {
        fusions.add(new Fusion(alpha, terms, 0));
      }
    }
    List<Fusion> withFeedback = new ArrayList<>(fusions);
    fusions.forEach(fusion -> withFeedback.add(fusion.withFeedback(1)));
    withFeedback.add(Fusion.BM25.withFeedback(1));
    return withFeedback;
  }

  /** This plan without fusions that search engines cannot do as one query of boosted terms. */
  public SearchPlan forEngines() {
    return new SearchPlan(
        settings,
        margins,
        passes,
        mostRounds,
        fusions.stream()
            .filter(fusion -> fusion.beta() == 0 && fusion.terms() != Fusion.ALL_TERMS)
            .toList(),
        innerFolds,
        level);
  }

  /** The numbers of rounds for so many judged pairs. */
  long[] rounds(int pairs) {
    return passes.stream()
        .mapToLong(
            pass -> {
              double share = pass / (double) passes.get(passes.size() - 1);
              return Math.max(1, Math.min((long) pass * pairs, Math.round(share * mostRounds)));
            })
        .toArray();
  }

  /** This plan with another seed. */
  public SearchPlan withSeed(long seed) {
    return new SearchPlan(
        settings.withSeed(seed), margins, passes, mostRounds, fusions, innerFolds, level);
  }
}
