package io.github.sors.server.http.guard;

import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Serves {@code /api/v1/…} as {@code /api/…}, so that clients can name the version that they use.
 */
public final class ApiVersions extends Handler.Wrapper {

  private static final String VERSIONED = "/api/v1/";
  private static final String PLAIN = "/api/";

  static String unversioned(String path) {
    return path.startsWith(VERSIONED) ? PLAIN + path.substring(VERSIONED.length()) : path;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    String path = request.getHttpURI().getPath();
    if (!path.startsWith(VERSIONED)) {
      return super.handle(request, response, callback);
    }
    HttpURI plain = HttpURI.build(request.getHttpURI()).path(unversioned(path)).asImmutable();
    return super.handle(Request.serveAs(request, plain), response, callback);
  }
}
