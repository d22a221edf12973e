package io.github.sors.server.http.guard;

import io.github.sors.server.http.ConnectionLimits;
import org.eclipse.jetty.io.Connection;
import org.jspecify.annotations.Nullable;

/**
 * The phase of a client's connection: waits or sends a header, sends a body, reads an answer.
 *
 * <p>Only the time that the client takes counts, never the time that the service takes.
 */
final class WatchedConnection {

  /** The time after which a client that sends a body or reads an answer counts as slow. */
  private static final long SLOW_NANOS = 1_000_000_000L;

  static final int NOT_EXPENDABLE = Integer.MAX_VALUE;

  private enum Phase {
    HEADER,
    BODY,
    ANSWER
  }

  private final Connection connection;
  private final String address;
  private Phase phase = Phase.HEADER;
  private boolean served;
  private long phaseStart = System.nanoTime();
  private long bytesBeforeHeader;
  private boolean headerBegun;
  private long headerStart;
  private long bytes;
  private long writingNanos;
  private long writeStart;
  private boolean writing;
  private @Nullable Runnable bodyTooSlow;

  WatchedConnection(Connection connection, String address) {
    this.connection = connection;
    this.address = address;
    this.bytesBeforeHeader = connection.getBytesIn();
  }

  Connection connection() {
    return connection;
  }

  String address() {
    return address;
  }

  /** Whether no request has been answered so far. */
  synchronized boolean isFirstRequest() {
    return !served;
  }

  synchronized void bodyStarted(Runnable tooSlow) {
    enter(Phase.BODY);
    bodyTooSlow = tooSlow;
  }

  synchronized void bodyReceived(int count) {
    bytes += count;
  }

  synchronized void answerStarted() {
    enter(Phase.ANSWER);
    writingNanos = 0;
  }

  synchronized void writeStarted() {
    writing = true;
    writeStart = System.nanoTime();
  }

  synchronized void writeEnded(int count) {
    writing = false;
    writingNanos += System.nanoTime() - writeStart;
    bytes += count;
  }

  synchronized void answered() {
    enter(Phase.HEADER);
    served = true;
    writing = false;
    headerBegun = false;
    bytesBeforeHeader = connection.getBytesIn();
  }

  private void enter(Phase next) {
    phase = next;
    phaseStart = System.nanoTime();
    bytes = 0;
    bodyTooSlow = null;
  }

  synchronized boolean isAnswering() {
    return phase == Phase.ANSWER && !writing;
  }

  synchronized boolean isSending() {
    return phase == Phase.ANSWER && writing;
  }

  /** Disconnects the client if it has taken too long. */
  void giveUpIfOverdue(long now, ConnectionLimits limits) {
    Runnable action = overdue(now, limits);
    if (action != null) {
      action.run();
    }
  }

  private synchronized @Nullable Runnable overdue(long now, ConnectionLimits limits) {
    return switch (phase) {
      case HEADER -> isHeaderOverdue(now, limits) ? this::close : null;
      case BODY -> now - phaseStart > limits.nanosFor(bytes) ? bodyTooSlow : null;
      case ANSWER -> writing && writingNanos(now) > limits.nanosFor(bytes) ? this::close : null;
    };
  }

  /** Idle connections are left to Jetty's idle timeout. */
  private boolean isHeaderOverdue(long now, ConnectionLimits limits) {
    if (!headerBegun && connection.getBytesIn() > bytesBeforeHeader) {
      headerBegun = true;
      headerStart = now;
    }
    return headerBegun && now - headerStart > limits.nanosFor(0);
  }

  private long writingNanos(long now) {
    return writingNanos + now - writeStart;
  }

  /** The priority of closing this connection in favour of another; the lowest is closed first. */
  synchronized int expendability(long now) {
    return switch (phase) {
      case HEADER -> served ? 3 : 0;
      case BODY -> now - phaseStart > SLOW_NANOS ? 1 : NOT_EXPENDABLE;
      case ANSWER -> isReadingSlowly(now) ? 2 : NOT_EXPENDABLE;
    };
  }

  synchronized boolean isReadingSlowly(long now) {
    return phase == Phase.ANSWER && writing && writingNanos(now) > SLOW_NANOS;
  }

  /** The start of the present phase. */
  synchronized long phaseStart() {
    return phaseStart;
  }

  void close() {
    connection.getEndPoint().close();
  }
}
