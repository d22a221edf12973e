package io.github.sors.metric;

import io.github.sors.InvalidInputException;

/** A learner would take more memory than this JVM has; found out before anything is learnt. */
public final class HeapBudgetException extends InvalidInputException {

  HeapBudgetException(String message) {
    super(message);
  }
}
