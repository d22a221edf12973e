package io.github.sors.data.fit;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of {@link ValidatedTraining}.
 *
 * <p>Threads: immutable. Failures: null throws {@link NullPointerException}.
 *
 * @param start the quality of the start on the validation part
 * @param best the look that was chosen; empty if nothing could be tried
 * @param looks all looks, in their order
 */
public record Choice(Quality start, Optional<Look> best, List<Look> looks) {

  public Choice {
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(best, "best");
    looks = List.copyOf(looks);
  }
}
