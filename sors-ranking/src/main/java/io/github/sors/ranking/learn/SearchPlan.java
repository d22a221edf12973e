package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/**
 * What is tried on held-out queries.
 *
 * @param settings what all tries have in common
 * @param margins the margins
 * @param rounds after how many rounds learning may stop, ascending
 * @param fusions the ways to fuse BM25 and what was learnt
 * @param innerFolds in how many parts the training queries are held out in turn
 * @param level the one-sided p-value below which a gain is taken to be beyond chance
 */
public record SearchPlan(
    LearningSettings settings,
    List<Double> margins,
    List<Long> rounds,
    List<Fusion> fusions,
    int innerFolds,
    double level) {

  /** Few tries, so that the choice among them is not left to chance where there are few queries. */
  public static final SearchPlan DEFAULT =
      new SearchPlan(
          LearningSettings.DEFAULT,
          List.of(0.6),
          List.of(20_000L, 60_000L),
          usualFusions(),
          5,
          0.05);

  /** The most terms of a query of Lucene, unless it is told otherwise. */
  private static final int MOST_CLAUSES = 1024;

  /** What is used where there is no judgement to choose on. */
  public static final Fusion WITHOUT_JUDGEMENTS = new Fusion(0, 0.5, 1, Fusion.ALL_TERMS);

  /** The same as one query of boosted terms. */
  public static final Fusion WITHOUT_JUDGEMENTS_FOR_ENGINES = new Fusion(0, 0.5, 0, MOST_CLAUSES);

  /** Copies the lists and checks the numbers. */
  public SearchPlan {
    margins = List.copyOf(margins);
    rounds = List.copyOf(rounds);
    fusions = List.copyOf(fusions);
    if (margins.isEmpty() || margins.stream().anyMatch(margin -> !(margin > 0))) {
      throw new InvalidInputException("expected margins above 0, found " + margins);
    }
    long before = 0;
    for (long number : rounds) {
      if (number <= before) {
        throw new InvalidInputException(
            "expected ascending numbers of rounds from 1, found " + rounds);
      }
      before = number;
    }
    if (rounds.isEmpty()) {
      throw new InvalidInputException("expected at least one number of rounds, found none");
    }
  }

  private static List<Fusion> usualFusions() {
    List<Fusion> fusions = new ArrayList<>();
    for (double beta : new double[] {0, 1}) {
      for (double alpha : new double[] {0, 0.5, 1}) {
        fusions.add(new Fusion(alpha, 0.5, beta, Fusion.ALL_TERMS));
      }
    }
    fusions.add(Fusion.BM25.withFeedback(1));
    return fusions;
  }

  /** This plan with other fusions. */
  private SearchPlan withFusions(List<Fusion> newFusions) {
    return new SearchPlan(settings, margins, rounds, newFusions, innerFolds, level);
  }

  /** This plan with fusions that any search engine can do as one query of boosted terms. */
  public SearchPlan forEngines() {
    return withFusions(
        fusions.stream()
            .filter(fusion -> fusion.beta() == 0)
            .map(fusion -> fusion.withTerms(MOST_CLAUSES))
            .toList());
  }

  /** This plan without what needs the titles of documents. */
  public SearchPlan withoutTitles() {
    return withFusions(
        fusions.stream()
            .map(fusion -> new Fusion(fusion.alpha(), 0, fusion.beta(), fusion.terms()))
            .filter(fusion -> !fusion.isBm25())
            .distinct()
            .toList());
  }

  /** This plan with other margins. */
  public SearchPlan withMargins(List<Double> newMargins) {
    return new SearchPlan(settings, newMargins, rounds, fusions, innerFolds, level);
  }

  /** This plan with other numbers of rounds. */
  public SearchPlan withRounds(List<Long> newRounds) {
    return new SearchPlan(settings, margins, newRounds, fusions, innerFolds, level);
  }

  /** This plan with another seed. */
  public SearchPlan withSeed(long seed) {
    return new SearchPlan(settings.withSeed(seed), margins, rounds, fusions, innerFolds, level);
  }
}
