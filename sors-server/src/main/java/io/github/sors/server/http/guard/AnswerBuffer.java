package io.github.sors.server.http.guard;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.jspecify.annotations.Nullable;

/**
 * Buffers an answer and sends it as fast as the client reads it.
 *
 * <p>So a slow client does not block a thread of the service, unless the answer is longer than
 * {@value #MOST_WAITING} bytes.
 */
final class AnswerBuffer extends Response.Wrapper implements Callback {

  private static final int MOST_WAITING = 1 << 20;

  /** Part of an answer, with a callback for when it was sent, or null. */
  private record Part(
      boolean last, @Nullable ByteBuffer content, int size, @Nullable Callback sent) {}

  private final Callback callback;
  private final WatchedConnection client;
  private final ByteBudget budget;
  private final Queue<Part> waiting = new ArrayDeque<>();
  private final AtomicBoolean finished = new AtomicBoolean();
  private final Sender sender = new Sender();
  private int waitingBytes;
  private boolean lastTaken;
  private boolean complete;
  private @Nullable Throwable failure;

  /**
   * Creates a buffer.
   *
   * @param callback completed when the complete answer was sent
   * @param budget the memory budget of all buffered answers
   */
  AnswerBuffer(
      Request request,
      Response response,
      Callback callback,
      WatchedConnection client,
      ByteBudget budget) {
    super(request, response);
    this.callback = callback;
    this.client = client;
    this.budget = budget;
  }

  @Override
  public void write(boolean last, @Nullable ByteBuffer content, Callback sent) {
    int size = content == null ? 0 : content.remaining();
    boolean taken;
    Throwable failed;
    synchronized (this) {
      failed = failure;
      taken = failed == null && waitingBytes + size <= MOST_WAITING && budget.tryTake(size);
      if (failed == null) {
        ByteBuffer kept =
            taken && size > 0 ? ByteBuffer.allocate(size).put(content).flip() : content;
        waiting.add(new Part(last, kept, size, taken ? null : sent));
        waitingBytes += taken ? size : 0;
        lastTaken |= last;
      }
    }
    if (failed != null) {
      sent.failed(failed);
      return;
    }
    sender.iterate();
    if (taken) {
      sent.succeeded();
    }
  }

  @Override
  public synchronized boolean hasLastWrite() {
    return lastTaken || super.hasLastWrite();
  }

  @Override
  public void succeeded() {
    synchronized (this) {
      complete = true;
    }
    sender.iterate();
    finishIfFailed();
  }

  @Override
  public void failed(Throwable cause) {
    synchronized (this) {
      complete = true;
    }
    fail(cause);
  }

  private void fail(Throwable cause) {
    synchronized (this) {
      failure = failure == null ? cause : failure;
      waiting.clear();
      budget.give(waitingBytes);
      waitingBytes = 0;
    }
    finishIfFailed();
  }

  /** The handler must have returned before Jetty may reuse the connection. */
  private void finishIfFailed() {
    Throwable cause;
    synchronized (this) {
      cause = complete ? failure : null;
    }
    if (cause != null && finished.compareAndSet(false, true)) {
      callback.failed(cause);
    }
  }

  private synchronized @Nullable Part next() {
    return waiting.poll();
  }

  private synchronized boolean isComplete() {
    return complete && waiting.isEmpty() && failure == null;
  }

  private synchronized void sent(Part part) {
    if (part.sent() == null && failure == null) {
      waitingBytes -= part.size();
      budget.give(part.size());
    }
  }

  private void send(Part part, Callback sent) {
    super.write(part.last(), part.content(), sent);
  }

  /** Sends part after part. */
  private final class Sender extends IteratingCallback {

    private @Nullable Part current;

    @Override
    protected Action process() {
      Part part = next();
      current = part;
      if (part == null) {
        return isComplete() ? Action.SUCCEEDED : Action.IDLE;
      }
      client.writeStarted();
      send(part, this);
      return Action.SCHEDULED;
    }

    @Override
    protected void onSuccess() {
      Part part = Objects.requireNonNull(current, "part that was sent");
      client.writeEnded(part.size());
      sent(part);
      if (part.sent() != null) {
        part.sent().succeeded();
      }
    }

    @Override
    protected void onCompleteSuccess() {
      if (finished.compareAndSet(false, true)) {
        callback.succeeded();
      }
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
      if (current != null && current.sent() != null) {
        current.sent().failed(cause);
      }
      fail(cause);
    }
  }
}
