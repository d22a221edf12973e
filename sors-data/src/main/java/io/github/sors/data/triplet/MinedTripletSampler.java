package io.github.sors.data.triplet;

import java.util.Objects;

/**
 * Draws triplets whose negative is the hardest of a few: the one that scores highest for the query
 * under the model as it is now.
 *
 * <p>Query and positive are those of a {@link TripletSampler} at the same position. The negatives
 * to choose from are independent draws of the same sampler, the first of them its own negative, so
 * that one alone gives back the plain sampler; of equal scores the first drawn is taken. The same
 * position gives the same triplet as long as the scorer gives the same scores: a learner that goes
 * on from a checkpoint meets the triplets that it would have met.
 *
 * <p>A triplet costs a score for each negative to choose from. Shared by threads only where the
 * scorer is.
 */
public final class MinedTripletSampler implements TripletSource {

  /** Scores a row for a query, under a model that may change from call to call. */
  @FunctionalInterface
  public interface RowScorer {
    double score(int query, int candidate);
  }

  private final TripletSampler sampler;
  private final int poolSize;
  private final RowScorer scorer;

  /**
   * Creates a sampler of hard negatives.
   *
   * @param poolSize how many negatives to choose from, at least 1
   */
  public MinedTripletSampler(TripletSampler sampler, int poolSize, RowScorer scorer) {
    if (poolSize < 1) {
      throw new IllegalArgumentException(
          "expected at least 1 negative to choose from, found " + poolSize);
    }
    this.sampler = Objects.requireNonNull(sampler, "sampler");
    this.poolSize = poolSize;
    this.scorer = Objects.requireNonNull(scorer, "scorer");
  }

  @Override
  public long size() {
    return sampler.size();
  }

  /** The hardest negative depends on the model that there is by then. */
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
    int hardest = -1;
    double highest = Double.NEGATIVE_INFINITY;
    for (int draw = 0; draw < poolSize; draw++) {
      int candidate = sampler.negative(tripletKey, queryPlace, draw);
      // should the scorer refuse it, the caller finds these rows
      target.set(query, positive, candidate);
      double score = scorer.score(query, candidate);
      if (Double.isNaN(score)) {
        throw new IllegalStateException(
            "the score of row " + candidate + " for row " + query + " is not a number");
      }
      if (hardest < 0 || score > highest) {
        hardest = candidate;
        highest = score;
      }
    }
    target.set(query, positive, hardest);
  }
}
