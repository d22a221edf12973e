package io.github.sors.server.http.guard;

import java.util.concurrent.atomic.AtomicLong;

/** Memory that many requests share. */
public final class ByteBudget {

  private final long most;
  private final AtomicLong taken = new AtomicLong();

  public ByteBudget(long most) {
    this.most = most;
  }

  /** Takes bytes if enough are left. */
  boolean tryTake(long bytes) {
    if (taken.addAndGet(bytes) <= most) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  void give(long bytes) {
    taken.addAndGet(-bytes);
  }

  long taken() {
    return taken.get();
  }

  /** Whether less than a quarter is left. */
  boolean isScarce() {
    return taken.get() > most - most / 4;
  }
}
