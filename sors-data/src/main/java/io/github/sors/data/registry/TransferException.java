package io.github.sors.data.registry;

import java.io.IOException;

/** Thrown if a download fails because of the address or the network. */
final class TransferException extends IOException {

  private final boolean passing;

  private TransferException(String message, boolean passing, Throwable cause) {
    super(message, cause);
    this.passing = passing;
  }

  /** A temporary failure: the same request may succeed later. */
  static TransferException passing(String message, Throwable cause) {
    return new TransferException(message, true, cause);
  }

  /** A permanent failure: the same request will fail again. */
  static TransferException lasting(String message, Throwable cause) {
    return new TransferException(message, false, cause);
  }

  boolean isPassing() {
    return passing;
  }
}
