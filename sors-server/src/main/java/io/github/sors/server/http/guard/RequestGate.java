package io.github.sors.server.http.guard;

import io.github.sors.server.http.exchange.Problem;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Rejects requests before their bodies are read, and adds security headers to answers. */
public final class RequestGate extends Handler.Wrapper {

  private static final HttpField[] HEADERS = {
    new HttpField(
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    new HttpField("X-Content-Type-Options", "nosniff"),
    new HttpField("X-Frame-Options", "DENY"),
    new HttpField("Referrer-Policy", "no-referrer"),
    new HttpField("Cross-Origin-Opener-Policy", "same-origin"),
    new HttpField("Cross-Origin-Resource-Policy", "same-origin"),
    new HttpField("Cache-Control", "no-store")
  };

  private final Consumer<Request> check;

  /**
   * Creates a gate.
   *
   * @param check throws a {@link Problem} if a request is not allowed
   */
  public RequestGate(Consumer<Request> check) {
    this.check = check;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    for (HttpField header : HEADERS) {
      response.getHeaders().put(header);
    }
    try {
      check.accept(request);
    } catch (Problem problem) {
      BodyReader.refuse(problem, request, response, callback);
      return true;
    }
    return super.handle(request, response, callback);
  }
}
