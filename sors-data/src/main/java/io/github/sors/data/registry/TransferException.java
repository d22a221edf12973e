package io.github.sors.data.registry;

import java.io.IOException;

/** A file did not come from an address, for a reason that lies with the address or the network. */
final class TransferException extends IOException {

  private final boolean passing;

  private TransferException(String message, boolean passing, Throwable cause) {
    super(message, cause);
    this.passing = passing;
  }

  /** The same request may well succeed a little later. */
  static TransferException passing(String message, Throwable cause) {
    return new TransferException(message, true, cause);
  }

  /** The same request will fail again. */
  static TransferException lasting(String message, Throwable cause) {
    return new TransferException(message, false, cause);
  }

  boolean isPassing() {
    return passing;
  }
}
