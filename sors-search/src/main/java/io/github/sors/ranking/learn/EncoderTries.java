package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;
import io.github.sors.learn.EncoderOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of the encoder to choose from. The first of each list is used where nothing can be
 * chosen.
 *
 * <p>Threads: immutable. Failures: an empty list, or a value out of range, throws {@link
 * io.github.sors.InvalidInputException}.
 *
 * @param lengths k, the lengths of encodings
 * @param steps the step sizes
 * @param temperatures the temperatures τ
 * @param rounds after how many rounds learning may stop, ascending
 */
public record EncoderTries(
    List<Integer> lengths, List<Double> steps, List<Double> temperatures, List<Long> rounds) {

  /** Few, since time grows with their number, and the best of many may be best by luck. */
  public static final EncoderTries DEFAULT =
      new EncoderTries(
          List.of(256), List.of(0.01, 0.03), List.of(0.1, 0.2), List.of(10_000L, 30_000L));

  /** Copies the lists and checks the numbers. */
  public EncoderTries {
    lengths = List.copyOf(lengths);
    int most = EncoderOptions.MOST_DIMENSIONS;
    if (lengths.isEmpty() || lengths.stream().anyMatch(length -> length < 1 || length > most)) {
      throw new InvalidInputException(
          "expected lengths of encodings from 1 to " + most + ", found " + lengths);
    }
    steps = Numbers.positive("steps", steps);
    temperatures = Numbers.positive("temperatures", temperatures);
    rounds = Numbers.ascending("rounds", rounds);
  }

  /** All combinations of length, step and temperature. */
  List<EncoderSettings> settings() {
    List<EncoderSettings> settings = new ArrayList<>();
    for (int length : lengths) {
      for (double step : steps) {
        for (double temperature : temperatures) {
          settings.add(new EncoderSettings(length, step, temperature));
        }
      }
    }
    return settings;
  }

  /** What is used where nothing can be chosen. */
  Stop<EncoderSettings> first() {
    return new Stop<>(settings().get(0), rounds.get(0));
  }
}
