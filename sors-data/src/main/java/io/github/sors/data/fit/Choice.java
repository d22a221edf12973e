package io.github.sors.data.fit;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What {@link ValidatedTraining} chose.
 *
 * @param start how well the start does on the held-out data
 * @param best the best look that is a gain; the best look of all if none is; empty if nothing could
 *     be tried
 * @param isGain whether it is a gain over the start; if not, the start is to be kept
 * @param looks all looks, in their order
 */
public record Choice(Quality start, Optional<Look> best, boolean isGain, List<Look> looks) {

  public Choice {
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(best, "best");
    looks = List.copyOf(looks);
  }

  /** The look to learn by, or empty if the start is to be kept. */
  public Optional<Look> chosen() {
    return isGain ? best : Optional.empty();
  }
}
