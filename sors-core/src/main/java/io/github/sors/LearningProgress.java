package io.github.sors;

import java.io.Serializable;

/**
 * The progress of a learner.
 *
 * @param rounds triplets seen
 * @param activeRounds rounds whose loss was above zero, so that the model was updated
 * @param cumulativeLoss the sum of the losses, each before its update
 * @param touchedEntries the sum over all rounds of nnz(x) · nnz(x⁺ - x⁻), the number of entries of
 *     M that the rounds read
 */
public record LearningProgress(
    long rounds, long activeRounds, double cumulativeLoss, long touchedEntries)
    implements Serializable {

  /** The progress of a learner before its first round. */
  public static final LearningProgress NONE = new LearningProgress(0, 0, 0, 0);
}
