package io.github.sors.data.triplet;

import java.util.Objects;

/**
 * Draws triplets whose negative is the hardest of a few: the one with the highest score for the
 * query under the present model.
 *
 * <p>Query and positive are those of a {@link TripletSampler} at the same position. The negatives
 * to choose from are independent draws of the same sampler, the first of them its own negative, so
 * a pool of one equals the plain sampler; of equal scores, the first drawn wins. The same position
 * and the same scores give the same triplet, so a learner that resumes from a checkpoint gets the
 * same triplets as without an interruption.
 *
 * <p>A triplet takes one score per candidate; the scorer gets all of them at once, so that it
 * computes the query's part once.
 *
 * <p>Threads: as its scorer. Failures: a pool below 1 throws {@link IllegalArgumentException}, a
 * score that is not a number {@link IllegalStateException}.
 */
public final class MinedTripletSampler implements TripletSource {

  /** Scores rows for one query, under a model that may change from call to call. */
  @FunctionalInterface
  public interface PoolScorer {
    /** The score of each candidate; a row may occur more than once. */
    double[] scores(int query, int[] candidates);
  }

  private final TripletSampler sampler;
  private final int poolSize;
  private final PoolScorer scorer;

  /**
   * Creates a sampler of hard negatives.
   *
   * @param poolSize how many negatives to choose from, at least 1
   */
  public MinedTripletSampler(TripletSampler sampler, int poolSize, PoolScorer scorer) {
    if (poolSize < 1) {
      throw new IllegalArgumentException(
          "expected at least 1 negative to choose from, found " + poolSize);
    }
    this.sampler = Objects.requireNonNull(sampler, "sampler");
    this.poolSize = poolSize;
    this.scorer = Objects.requireNonNull(scorer, "scorer");
  }

  @Override
  public boolean isApart(int query, int item) {
    return sampler.isApart(query, item);
  }

  @Override
  public long size() {
    return sampler.size();
  }

  /** The hardest negative depends on the model at that time. */
  @Override
  public boolean allowsReadingAhead() {
    return false;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if a score is not a number
   */
  @Override
  public void read(long position, TripletRows target) {
    long tripletKey = sampler.keyOf(position);
    int queryPlace = sampler.queryPlace(tripletKey);
    int query = sampler.rowAt(queryPlace);
    int positive = sampler.positive(tripletKey, queryPlace);
    int[] candidates = new int[poolSize];
    for (int draw = 0; draw < poolSize; draw++) {
      candidates[draw] = sampler.negative(tripletKey, queryPlace, draw);
    }
    // set first, so that the caller finds these rows if the scorer throws
    target.set(query, positive, candidates[0]);
    double[] scores = scorer.scores(query, candidates);
    int hardest = 0;
    for (int draw = 0; draw < poolSize; draw++) {
      if (Double.isNaN(scores[draw])) {
        throw new IllegalStateException(
            "the score of row " + candidates[draw] + " for row " + query + " is not a number");
      }
      if (scores[draw] > scores[hardest]) {
        hardest = draw;
      }
    }
    target.set(query, positive, candidates[hardest]);
  }
}
