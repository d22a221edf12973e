package io.github.sors.metric;

import io.github.sors.InvalidInputException;

/** Thrown before learning if a learner would need more memory than this JVM has. */
public final class HeapBudgetException extends InvalidInputException {

  HeapBudgetException(String message) {
    super(message);
  }
}
