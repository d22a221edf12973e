package io.github.sors.ranking.learn;

import java.util.ArrayList;
import java.util.List;

/**
 * The settings of M to choose from. The first of each list is used where nothing can be chosen.
 *
 * <p>Threads: immutable. Failures: an empty list, or a value out of range, throws {@link
 * io.github.sors.InvalidInputException}.
 *
 * @param steps the step sizes
 * @param margins the margins
 * @param rounds after how many rounds learning may stop, ascending
 */
public record MatrixTries(List<Double> steps, List<Double> margins, List<Long> rounds) {

  /** Few, since time grows with their number, and the best of many may be best by luck. */
  public static final MatrixTries DEFAULT =
      new MatrixTries(List.of(0.01, 0.003), List.of(0.6, 0.3), List.of(20_000L, 60_000L));

  /** Copies the lists and checks the numbers. */
  public MatrixTries {
    steps = Numbers.positive("steps", steps);
    margins = Numbers.positive("margins", margins);
    rounds = Numbers.ascending("rounds", rounds);
  }

  /** All combinations of step and margin. */
  List<MatrixSettings> settings() {
    List<MatrixSettings> settings = new ArrayList<>();
    for (double step : steps) {
      for (double margin : margins) {
        settings.add(new MatrixSettings(step, margin));
      }
    }
    return settings;
  }

  /** What is used where nothing can be chosen. */
  Stop<MatrixSettings> first() {
    return new Stop<>(settings().get(0), rounds.get(0));
  }
}
