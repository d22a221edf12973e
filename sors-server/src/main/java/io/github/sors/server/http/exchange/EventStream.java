package io.github.sors.server.http.exchange;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** Server-sent events to one client; sending never blocks. */
public final class EventStream {

  public static final String CONTENT_TYPE = "text/event-stream";

  private final Response response;
  private final Callback callback;
  private final AtomicBoolean closed = new AtomicBoolean();
  private Runnable closing = () -> {};

  EventStream(Response response, Callback callback) {
    this.response = response;
    this.callback = callback;
  }

  /** Sets what is done once when the stream ends, whoever ends it. */
  public void onClose(Runnable action) {
    closing = action;
  }

  /** Sends the headers, so that the client knows that the stream is open. */
  public void open() {
    send("", () -> {});
  }

  /**
   * Sends an event.
   *
   * @param data one line
   * @param sent called when it was sent
   */
  public void sendEvent(String name, String data, Runnable sent) {
    send("event: " + name + "\ndata: " + data + "\n\n", sent);
  }

  /** Sends a line that clients ignore. */
  public void sendComment(String comment, Runnable sent) {
    send(": " + comment + "\n\n", sent);
  }

  private void send(String text, Runnable sent) {
    if (!closed.get()) {
      ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
      response.write(false, bytes, Callback.from(sent, this::fail));
    }
  }

  private void fail(Throwable cause) {
    if (closed.compareAndSet(false, true)) {
      closing.run();
      callback.failed(cause);
    }
  }

  public void close() {
    if (closed.compareAndSet(false, true)) {
      closing.run();
      response.write(true, BufferUtil.EMPTY_BUFFER, callback);
    }
  }
}
