package io.github.sors.server.collection;

import io.github.sors.Model;
import io.github.sors.Triplet;
import java.util.List;

/**
 * Compares a learnt model with the start model on held-out feedback.
 *
 * <p>The learnt model counts as worse if the start is right and the learnt model wrong
 * significantly more often than the other way round (a sign test at two standard deviations).
 */
final class QualityCheck {

  // the maximum number of values to read: a few tenths of a second
  private static final long MOST_WORK = 100_000_000;
  private static final int LEAST_DIFFERENCES = 20;

  private QualityCheck() {}

  static Quality of(
      ServedModel start, ServedModel learnt, List<HeldOutFeedback.Kept> comparisons, long heldOut) {
    int compared = 0;
    int startRight = 0;
    int learntRight = 0;
    int onlyStart = 0;
    int onlyLearnt = 0;
    long work = 0;
    // the latest first
    for (int k = comparisons.size() - 1; k >= 0 && work < MOST_WORK; k--) {
      Triplet triplet = comparisons.get(k).triplet();
      work += learnt.scoringWork(triplet);
      boolean byStart = isRight(start.model(), triplet);
      boolean byLearnt = isRight(learnt.model(), triplet);
      compared++;
      startRight += byStart ? 1 : 0;
      learntRight += byLearnt ? 1 : 0;
      onlyStart += byStart && !byLearnt ? 1 : 0;
      onlyLearnt += byLearnt && !byStart ? 1 : 0;
    }
    int differences = onlyStart + onlyLearnt;
    boolean worse =
        differences >= LEAST_DIFFERENCES && onlyStart - onlyLearnt > 2 * Math.sqrt(differences);
    return new Quality(
        heldOut, compared, (double) startRight / compared, (double) learntRight / compared, worse);
  }

  private static boolean isRight(Model model, Triplet triplet) {
    return model.score(triplet.query(), triplet.positive())
        > model.score(triplet.query(), triplet.negative());
  }
}
