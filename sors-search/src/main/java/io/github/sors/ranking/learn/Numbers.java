package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;
import java.util.List;

/** Checks of lists to choose from. */
final class Numbers {

  private Numbers() {}

  static List<Double> positive(String name, List<Double> numbers) {
    if (numbers.isEmpty()
        || numbers.stream().anyMatch(number -> !(number > 0 && Double.isFinite(number)))) {
      throw new InvalidInputException("expected " + name + " above 0, found " + numbers);
    }
    return List.copyOf(numbers);
  }

  static List<Long> ascending(String name, List<Long> numbers) {
    long before = 0;
    for (long number : numbers) {
      if (number <= before) {
        throw new InvalidInputException(
            "expected ascending numbers of " + name + " from 1, found " + numbers);
      }
      before = number;
    }
    if (numbers.isEmpty()) {
      throw new InvalidInputException("expected at least one number of " + name + ", found none");
    }
    return List.copyOf(numbers);
  }
}
