package io.github.sors.data.fit;

import io.github.sors.Similarity;
import io.github.sors.eval.Gain;
import io.github.sors.eval.Verdict;
import java.util.List;
import java.util.Locale;

/**
 * Feedback that is not learnt from, to measure a similarity on.
 *
 * <p>Threads: immutable; measuring uses as many threads as it was created with. Failures: a score
 * that is not a number throws {@link IllegalStateException}.
 */
public sealed interface HeldOut permits HeldOutRankings, HeldOutTriplets {

  /** Measures a similarity; the same queries in the same order every time. */
  Quality measure(Similarity similarity);

  /** What a similarity gains over another, by each measure; the one that decides comes first. */
  List<Gain> gains(Similarity start, Similarity learnt);

  /** Whether what was learnt is to be kept. Only for feedback that nothing was chosen on. */
  default Verdict verdict(Similarity start, Similarity learnt) {
    return Verdict.of(gains(start, learnt));
  }

  /** The number of held-out rows, groups or queries that can be measured. */
  int units();

  /** What these are: {@code rows}, {@code groups} or {@code queries}. */
  String unit();

  /** Whether they are enough to tell a gain from chance. */
  default boolean isEnough() {
    return units() >= Gain.LEAST_UNITS;
  }

  /** Describes the feedback, such as {@code 400 held-out rows}. */
  default String description() {
    return String.format(Locale.ROOT, "%,d held-out %s", units(), unit());
  }
}
