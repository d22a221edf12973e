package io.github.sors.server.collection.model;

import io.github.sors.InvalidInputException;

/** The copy of the model that a collection starts from is missing or altered. */
public final class DamagedStartException extends InvalidInputException {

  private static final long serialVersionUID = 1;

  DamagedStartException(String message) {
    super(message);
  }
}
