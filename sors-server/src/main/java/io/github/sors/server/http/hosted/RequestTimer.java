package io.github.sors.server.http.hosted;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Counts and times every answer, including errors of the web server. */
public final class RequestTimer extends Handler.Wrapper {

  private final ServiceMetrics metrics;

  public RequestTimer(ServiceMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    long start = System.nanoTime();
    Runnable count =
        () -> metrics.answered(request, response.getStatus(), System.nanoTime() - start);
    return super.handle(request, response, Callback.from(count, callback));
  }
}
