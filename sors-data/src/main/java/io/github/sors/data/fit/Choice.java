package io.github.sors.data.fit;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of {@link ValidatedTraining}.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param start the quality of the start on the held-out data
 * @param best the best look that is a gain; if none is, the best look; empty if nothing could be
 *     tried
 * @param isGain whether it is a gain over the start; if not, the start is to be kept
 * @param looks all looks, in their order
 * @since 0.1.0
 */
public record Choice(Quality start, Optional<Look> best, boolean isGain, List<Look> looks) {

  public Choice {
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(best, "best");
    looks = List.copyOf(looks);
  }

  /** The chosen look, or empty if the start is to be kept. */
  public Optional<Look> chosen() {
    return isGain ? best : Optional.empty();
  }
}
