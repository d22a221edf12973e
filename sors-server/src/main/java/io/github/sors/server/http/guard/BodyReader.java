package io.github.sors.server.http.guard;

import io.github.sors.server.http.exchange.Problem;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bodies of requests before they are handled, so that no thread waits for a client.
 *
 * <p>Bodies share a {@link BodyBudget}; only bytes that have arrived count, not the announced
 * length. They are released with the answer. A rejected body is still read and discarded, up to a
 * limit: closing a connection with unread data resets it, and the reset might overtake the error
 * message.
 */
public final class BodyReader extends Handler.Wrapper {

  private static final String BODY = BodyReader.class.getName();
  private static final byte[] NOTHING = {};
  private static final long MOST_DROPPED_BYTES = 64 << 20;
  private static final int FIRST_BYTES = 4 << 10;
  private static final int TURN_BYTES = 64 << 10;
  // reads large bodies, so that they do not occupy the threads of other requests
  private static final Executor LARGE_BODIES =
      Executors.newFixedThreadPool(
          2,
          task -> {
            Thread thread = new Thread(task, "sors-bodies");
            thread.setDaemon(true);
            return thread;
          });

  private final int mostBytes;
  private final BodyBudget budget;

  public BodyReader(int mostBytes, BodyBudget budget) {
    this.mostBytes = mostBytes;
    this.budget = budget;
  }

  /**
   * The body of a request.
   *
   * @param read the attribute {@link #attribute()} of the request, set by {@link BodyReader}
   */
  public static byte[] body(Object read) {
    if (read instanceof Problem problem) {
      throw problem;
    }
    return read == null ? NOTHING : (byte[]) read;
  }

  public static String attribute() {
    return BODY;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (!hasBody(request)) {
      return super.handle(request, response, callback);
    }
    Kept body = new Kept(request, response, callback);
    if (body.problem != null && request.getHeaders().contains(HttpHeader.EXPECT)) {
      // a client that waits for 100 Continue has not sent anything yet
      body.finish();
    } else {
      body.start();
    }
    return true;
  }

  /** Rejects a request and discards its body. */
  static void refuse(Problem problem, Request request, Response response, Callback callback) {
    if (!hasBody(request) || request.getHeaders().contains(HttpHeader.EXPECT)) {
      problem.answer(response, callback);
    } else {
      new Dropped(problem, request, response, callback).start();
    }
  }

  private static boolean hasBody(Request request) {
    return request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)
        || request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH) > 0;
  }

  /** Reads the available bytes whenever some have arrived. */
  private abstract static class Reading implements Runnable {

    final Request request;
    final Response response;
    final Callback callback;
    private final WatchedConnection client;
    private final AtomicBoolean ended = new AtomicBoolean();

    Reading(Request request, Response response, Callback callback) {
      this.request = request;
      this.response = response;
      this.callback = callback;
      this.client = ClientWatch.of(request);
    }

    final void start() {
      client.bodyStarted(this::giveUp);
      run();
    }

    @Override
    public final void run() {
      read(false);
    }

    private void read(boolean isLarge) {
      int taken = 0;
      while (!ended.get()) {
        if (taken > TURN_BYTES) {
          // let other requests run
          LARGE_BODIES.execute(() -> read(true));
          return;
        }
        Content.Chunk chunk = request.read();
        if (chunk == null) {
          request.demand(this);
          return;
        }
        if (Content.Chunk.isFailure(chunk)) {
          end(() -> answer(Problem.badRequest("the body ended early")));
          return;
        }
        taken += chunk.remaining();
        client.bodyReceived(chunk.remaining());
        boolean more = take(chunk.getByteBuffer());
        boolean last = chunk.isLast();
        chunk.release();
        if (last || !more) {
          end(
              isLarge
                  ? () -> request.getComponents().getExecutor().execute(this::finish)
                  : this::finish);
        }
      }
    }

    /** Ends reading, unless it has ended before. */
    private void end(Runnable next) {
      if (ended.compareAndSet(false, true)) {
        client.answerStarted();
        next.run();
      }
    }

    private void giveUp() {
      end(
          () -> {
            response.getHeaders().put(HttpHeader.CONNECTION, "close");
            answer(new Problem(408, "the body arrived too slowly"));
          });
    }

    void answer(Problem problem) {
      problem.answer(response, callback);
    }

    /** Takes the bytes that have arrived; returns whether to read more. */
    abstract boolean take(ByteBuffer arrived);

    /** Called when the whole body was taken. */
    abstract void finish();
  }

  /** A body that is discarded. */
  private static final class Dropped extends Reading {

    private final Problem problem;
    private long dropped;

    Dropped(Problem problem, Request request, Response response, Callback callback) {
      super(request, response, callback);
      this.problem = problem;
    }

    @Override
    boolean take(ByteBuffer arrived) {
      dropped += arrived.remaining();
      return dropped < MOST_DROPPED_BYTES;
    }

    @Override
    void finish() {
      answer(problem);
    }
  }

  /** A body that is kept until the request is answered. */
  private final class Kept extends Reading {

    private final BodyBudget.Share share = budget.new Share();
    private final long announced;
    private byte[] body = NOTHING;
    private int size;
    private long dropped;
    private @Nullable Problem problem;

    Kept(Request request, Response response, Callback callback) {
      super(request, response, callback);
      announced = request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH);
      if (announced > mostBytes) {
        problem = tooLarge();
      }
    }

    private Problem tooLarge() {
      return Problem.tooLarge("expected a body of at most " + mostBytes + " bytes");
    }

    @Override
    boolean take(ByteBuffer arrived) {
      if (problem == null && !isRoomFor(size + arrived.remaining())) {
        body = NOTHING;
        share.resize(0);
      }
      if (problem != null) {
        dropped += arrived.remaining();
        return dropped < MOST_DROPPED_BYTES;
      }
      int count = arrived.remaining();
      arrived.get(body, size, count);
      size += count;
      return true;
    }

    private boolean isRoomFor(int needed) {
      if (needed > mostBytes) {
        problem = tooLarge();
        return false;
      }
      if (needed > body.length) {
        int grown = Math.max(needed, Math.min(mostBytes, Math.max(FIRST_BYTES, 2 * body.length)));
        int length = announced >= needed ? (int) Math.min(announced, grown) : grown;
        if (!share.resize(length)) {
          problem =
              new Problem(503, "too many large requests are in progress: try again in a moment");
          return false;
        }
        byte[] longer = new byte[length];
        System.arraycopy(body, 0, longer, 0, size);
        body = longer;
      }
      return true;
    }

    @Override
    void answer(Problem failure) {
      body = NOTHING;
      share.resize(0);
      super.answer(failure);
    }

    @Override
    void finish() {
      if (problem == null && size < body.length) {
        byte[] exact = new byte[size];
        System.arraycopy(body, 0, exact, 0, size);
        body = exact;
      }
      request.setAttribute(BODY, problem == null ? body : problem);
      Callback released = Callback.from(callback, () -> share.resize(0));
      try {
        if (!BodyReader.super.handle(request, response, released)) {
          Response.writeError(request, response, released, 404);
        }
      } catch (Exception e) {
        Response.writeError(request, response, released, e);
      }
    }
  }
}
