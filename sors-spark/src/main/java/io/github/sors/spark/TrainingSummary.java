package io.github.sors.spark;

import io.github.sors.LearningProgress;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What a training went through, slice by slice. It is not saved with the model.
 *
 * @param slices the slices in their order; if the training continued from a checkpoint, the first
 *     one covers all rounds up to its end
 */
public record TrainingSummary(List<Slice> slices) implements Serializable {

  public TrainingSummary {
    slices = List.copyOf(slices);
  }

  /**
   * One slice.
   *
   * @param slice its number, from 1
   * @param rounds the number of rounds up to its end
   * @param activeRounds how many of its own rounds changed the model
   * @param meanLoss the mean loss of its own rounds, each before it was learnt
   * @param validation the MAP of the validation rows at its end; NaN if there are none
   */
  public record Slice(int slice, long rounds, long activeRounds, double meanLoss, double validation)
      implements Serializable {}

  /** The mean loss of all rounds. */
  public double meanLoss() {
    double loss = 0;
    long before = 0;
    for (Slice slice : slices) {
      loss += slice.meanLoss * (slice.rounds - before);
      before = slice.rounds;
    }
    return before == 0 ? 0 : loss / before;
  }

  /** The MAP of the validation rows at the end; NaN if there are none. */
  public double validation() {
    return slices.isEmpty() ? Double.NaN : slices.get(slices.size() - 1).validation;
  }

  @Override
  public String toString() {
    return slices.stream()
        .map(
            slice ->
                String.format(
                    Locale.ROOT,
                    "slice %d: %,d rounds, mean loss %.4f%s",
                    slice.slice,
                    slice.rounds,
                    slice.meanLoss,
                    Double.isNaN(slice.validation)
                        ? ""
                        : String.format(Locale.ROOT, ", MAP %.2f%%", 100 * slice.validation)))
        .collect(Collectors.joining("\n"));
  }

  /** Collects the slices of a training. */
  static final class Builder {

    private final List<Slice> slices = new ArrayList<>();
    private LearningProgress before = LearningProgress.NONE;

    void add(int slice, LearningProgress reached, OptionalDouble validation) {
      long rounds = reached.rounds() - before.rounds();
      slices.add(
          new Slice(
              slice,
              reached.rounds(),
              reached.activeRounds() - before.activeRounds(),
              (reached.cumulativeLoss() - before.cumulativeLoss()) / Math.max(1, rounds),
              validation.orElse(Double.NaN)));
      before = reached;
    }

    TrainingSummary build() {
      return new TrainingSummary(slices);
    }
  }
}
