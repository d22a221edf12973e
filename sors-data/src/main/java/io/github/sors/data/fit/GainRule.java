package io.github.sors.data.fit;

import io.github.sors.eval.PairedDifference;

/**
 * What counts as a gain over the start.
 *
 * <p>Something learnt is kept only if
 *
 * <ul>
 *   <li>the measure that decides (MAP, or the share of triplets ranked right) is above the start's
 *       by more than {@value #DECIDING_ERRORS} standard errors of the difference, paired by query:
 *       the best of many snapshots is compared, so that the two of a single comparison would too
 *       often take noise for a gain;
 *   <li>it is worth the learning: the gain is at least {@value #LEAST_SHARE} of what the start
 *       lacks to 1. Queries of one class share the rows that are right for them, so their gains are
 *       not independent and the standard error is too small where there are few classes; on labels
 *       that were shuffled, batches on 630 rows gained 2.3% of it with 3.99 standard errors; and
 *   <li>no measure that counts (P@1 and MAP) is below the start's by more than {@value
 *       #GUARDING_ERRORS} standard error of its difference: the first neighbour must not get worse.
 * </ul>
 *
 * <p>Of several that are a gain, the one with the highest mean of the measures that count is best.
 */
public final class GainRule {

  /** By how many standard errors the measure that decides has to rise. */
  public static final double DECIDING_ERRORS = 4;

  /** How much of what the start lacks to 1 has to be gained. */
  public static final double LEAST_SHARE = 0.03;

  /** By how many standard errors a measure that counts may fall. */
  public static final double GUARDING_ERRORS = 1;

  private GainRule() {}

  /** Whether something learnt is to be kept instead of the start. */
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
