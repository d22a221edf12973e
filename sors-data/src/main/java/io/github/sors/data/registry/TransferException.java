package io.github.sors.data.registry;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Thrown if a download fails because of the address or the network. */
final class TransferException extends IOException {

  private final boolean passing;

  private TransferException(String message, boolean passing, @Nullable Throwable cause) {
    super(message, cause);
    this.passing = passing;
  }

  /** A temporary failure: the same request may succeed later. */
  static TransferException passing(String message, @Nullable Throwable cause) {
    return new TransferException(message, true, cause);
  }

  /** A permanent failure: the same request will fail again. */
  static TransferException lasting(String message, @Nullable Throwable cause) {
    return new TransferException(message, false, cause);
  }

  boolean isPassing() {
    return passing;
  }
}
