package io.github.sors.server.http.exchange;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.server.collection.RefusedException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** An error of a request, sent as {@code application/problem+json}. */
public final class Problem extends RuntimeException {

  public static final String CONTENT_TYPE = "application/problem+json";

  private final int status;
  // 0 if the body has no lines
  private final int line;

  public Problem(int status, String detail) {
    this(status, detail, 0);
  }

  Problem(int status, String detail, int line) {
    super(detail);
    this.status = status;
    this.line = line;
  }

  public static Problem badRequest(String detail) {
    return new Problem(400, detail);
  }

  public static Problem tooLarge(String detail) {
    return new Problem(413, detail);
  }

  public static Problem of(RefusedException refused) {
    int status =
        switch (refused.reason()) {
          case UNKNOWN_ITEM -> 404;
          case CONFLICT -> 409;
          case KEY_REUSED -> 422;
          case TOO_LARGE -> 413;
          case OVERLOADED, CLOSED -> 503;
          case FULL, STORAGE, READ_ONLY -> 507;
        };
    return new Problem(status, refused.getMessage());
  }

  /** The same problem in a line of the body. */
  public Problem atLine(int number) {
    return new Problem(status, "line " + number + ": " + getMessage(), number);
  }

  /** The same problem in an element of an array. */
  public Problem inElement(int number, String array) {
    return new Problem(status, "element " + number + " of '" + array + "': " + getMessage(), line);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }

  public int status() {
    return status;
  }

  /** Answers with this problem. */
  public void answer(Exchange exchange) {
    if (status == 503 || status == 429) {
      exchange.header("Retry-After", "1");
    }
    if (status == 401) {
      exchange.header("WWW-Authenticate", "Bearer");
    }
    exchange.status(status).contentType(CONTENT_TYPE).answer(body(status, getMessage(), line));
  }

  /** Answers with this problem before the request has reached its route. */
  public void answer(Response response, Callback callback) {
    if (status == 503 || status == 429) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, "1");
    }
    if (status == 401) {
      response.getHeaders().put(HttpHeader.WWW_AUTHENTICATE, "Bearer");
    }
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, CONTENT_TYPE);
    response.write(true, ByteBuffer.wrap(body(status, getMessage(), line)), callback);
  }

  public static byte[] body(int status, String detail, int line) {
    ObjectNode body = Json.object();
    body.put("type", "about:blank");
    body.put("title", HttpStatus.getMessage(status));
    body.put("status", status);
    body.put("detail", detail);
    if (line > 0) {
      body.put("line", line);
    }
    return Json.bytes(body);
  }
}
