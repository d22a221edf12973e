package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is tried on held-out queries.
 *
 * <p>Threads: immutable. Failures: no way to fuse rankings throws {@link
 * io.github.sors.InvalidInputException}.
 *
 * @param mix where negatives come from
 * @param seed of folds, triplets and encoders
 * @param matrices the settings of M
 * @param encoders the settings of the encoder
 * @param fusions the ways to fuse BM25 and what was learnt
 * @param innerFolds in how many parts the training queries are held out in turn
 */
public record SearchPlan(
    NegativeMix mix,
    long seed,
    MatrixTries matrices,
    EncoderTries encoders,
    List<Fusion> fusions,
    int innerFolds) {

  /** Few tries, so that the choice among them is not left to chance where there are few queries. */
  public static final SearchPlan DEFAULT =
      new SearchPlan(
          NegativeMix.DEFAULT, 1, MatrixTries.DEFAULT, EncoderTries.DEFAULT, usualFusions(), 5);

  /** The most terms of a query of Lucene, unless it is told otherwise. */
  private static final int MOST_CLAUSES = 1024;

  /** What is used where there is no judgement to choose on. */
  public static final Fusion WITHOUT_JUDGEMENTS = new Fusion(0, 0.5, 1, Fusion.ALL_TERMS);

  /** The same as one query of boosted terms. */
  public static final Fusion WITHOUT_JUDGEMENTS_FOR_ENGINES = new Fusion(0, 0.5, 0, MOST_CLAUSES);

  /** Copies the list. */
  public SearchPlan {
    fusions = List.copyOf(fusions);
    if (fusions.isEmpty()) {
      throw new InvalidInputException("expected at least one way to fuse rankings, found none");
    }
  }

  private static List<Fusion> usualFusions() {
    List<Fusion> fusions = new ArrayList<>();
    for (double beta : new double[] {0, 1}) {
      for (double alpha : new double[] {0, 0.5, 1}) {
        for (double delta : new double[] {0, 1, 2}) {
          fusions.add(new Fusion(alpha, 0.5, beta, Fusion.ALL_TERMS).withEncoder(delta));
        }
      }
    }
    fusions.add(Fusion.BM25.withFeedback(1));
    return fusions;
  }

  /** This plan with other fusions. */
  private SearchPlan withFusions(List<Fusion> newFusions) {
    return new SearchPlan(mix, seed, matrices, encoders, newFusions, innerFolds);
  }

  /** This plan with fusions that any search engine can do as one query of boosted terms. */
  public SearchPlan forEngines() {
    return withFusions(
        fusions.stream()
            .filter(fusion -> fusion.beta() == 0 && fusion.delta() == 0)
            .map(fusion -> fusion.withTerms(MOST_CLAUSES))
            .toList());
  }

  /** This plan without what needs an encoder. */
  public SearchPlan withoutEncoder() {
    return withFusions(fusions.stream().filter(fusion -> fusion.delta() == 0).toList());
  }

  /** Whether an encoder is among the tries. */
  boolean usesEncoder() {
    return firstWithEncoder().isPresent();
  }

  /** The first fusion with M, without an encoder: by it the settings of M are compared. */
  Optional<Fusion> firstWithMatrix() {
    return fusions.stream()
        .filter(fusion -> fusion.alpha() > 0)
        .findFirst()
        .map(fusion -> fusion.withEncoder(0));
  }

  /** The first fusion with an encoder: by it the settings of the encoder are compared. */
  Optional<Fusion> firstWithEncoder() {
    return fusions.stream().filter(fusion -> fusion.delta() > 0).findFirst();
  }

  /** This plan without what needs the titles of documents. */
  public SearchPlan withoutTitles() {
    return withFusions(
        fusions.stream()
            .map(Fusion::withoutTitles)
            .filter(fusion -> !fusion.isBm25())
            .distinct()
            .toList());
  }

  /** This plan with other settings of M. */
  public SearchPlan withMatrices(MatrixTries newMatrices) {
    return new SearchPlan(mix, seed, newMatrices, encoders, fusions, innerFolds);
  }

  /** This plan with other settings of the encoder. */
  public SearchPlan withEncoders(EncoderTries newEncoders) {
    return new SearchPlan(mix, seed, matrices, newEncoders, fusions, innerFolds);
  }

  /** This plan with another seed. */
  public SearchPlan withSeed(long newSeed) {
    return new SearchPlan(mix, newSeed, matrices, encoders, fusions, innerFolds);
  }
}
