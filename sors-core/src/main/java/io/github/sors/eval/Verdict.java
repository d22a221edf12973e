package io.github.sors.eval;

import java.util.List;

/**
 * Whether what was learnt is to be kept, and the gains behind it.
 *
 * <p>It is kept if it helps beyond chance by the first measure, and harms beyond chance by none:
 * more answers in good order are no gain if the first one gets worse. The gains have to be measured
 * on feedback that neither was learnt from nor chosen on, or the verdict believes luck.
 *
 * <p>Threads: immutable. Failures: no gain at all throws {@link IllegalArgumentException}.
 *
 * @param gains one per measure, of the same held-out units; the one that decides comes first
 * @param kept whether what was learnt is what the model ranks by
 */
public record Verdict(List<Gain> gains, boolean kept) {

  /** Copies the list; at least one gain. */
  public Verdict {
    gains = List.copyOf(gains);
    if (gains.isEmpty()) {
      throw new IllegalArgumentException("expected at least one gain, found none");
    }
  }

  /** Decides by the gains. */
  public static Verdict of(List<Gain> gains) {
    return new Verdict(gains, isGain(gains));
  }

  private static boolean isGain(List<Gain> gains) {
    return gains.stream().limit(1).anyMatch(Gain::isBeyondChance)
        && gains.stream().noneMatch(Gain::isHarm);
  }

  /** The same gains if the user has asked for what was learnt, whatever it gains. */
  public Verdict keptAsAsked() {
    return new Verdict(gains, true);
  }

  /** The same gains if there is a reason other than they not to keep what was learnt. */
  public Verdict notKept() {
    return new Verdict(gains, false);
  }

  /** Whether the gains alone would keep what was learnt. */
  public boolean isGain() {
    return isGain(gains);
  }

  /** The gain that decides. */
  public Gain deciding() {
    return gains.get(0);
  }
}
