package io.github.sors.data.fit;

import io.github.sors.eval.PairedDifference;

/**
 * Decides what counts as a gain over the start.
 *
 * <p>A learnt model is kept only if
 *
 * <ul>
 *   <li>the measure that decides (MAP, or the share of triplets ranked right) is above the start's
 *       by more than {@value #DECIDING_ERRORS} standard errors of the difference, paired by query:
 *       since the best of many snapshots is compared, the usual two standard errors would too often
 *       mistake noise for a gain;
 *   <li>the gain is at least {@value #LEAST_SHARE} of the difference between the start and 1.
 *       Queries of one class share their right answers, so their gains are not independent, and the
 *       standard error is too small if there are few classes; on shuffled labels, batches on 630
 *       rows gained 2.3% of it, with 3.99 standard errors; and
 *   <li>no measure that counts (P@1 and MAP) is below the start's by more than {@value
 *       #GUARDING_ERRORS} standard error of its difference: the first neighbour must not get worse.
 * </ul>
 *
 * <p>If several models are a gain, the one with the highest mean of the measures that count is
 * best.
 *
 * <p>Threads: any thread may call it. Failures: qualities of different queries or measures throw
 * {@link IllegalArgumentException}.
 *
 * @since 0.1.0
 */
public final class GainRule {

  /** The number of standard errors by which the deciding measure has to rise. */
  public static final double DECIDING_ERRORS = 4;

  /** The share of the difference between the start and 1 that has to be gained. */
  public static final double LEAST_SHARE = 0.03;

  /** The number of standard errors by which a measure that counts may fall. */
  public static final double GUARDING_ERRORS = 1;

  private GainRule() {}

  /** Whether a learnt model is to be kept instead of the start. */
  public static boolean isGain(Quality start, Quality learnt) {
    String deciding = start.names().get(0);
    PairedDifference gain = learnt.gainOver(start, deciding);
    if (!gain.isAbove(DECIDING_ERRORS) || gain.mean() < LEAST_SHARE * (1 - start.mean(deciding))) {
      return false;
    }
    for (String name : start.counted()) {
      if (learnt.gainOver(start, name).isBelow(GUARDING_ERRORS)) {
        return false;
      }
    }
    return true;
  }

  /** Whether more rounds made it better by more than one standard error. */
  static boolean isProgress(Quality before, Quality after) {
    return after.valueGainOver(before).isAbove(1);
  }
}
