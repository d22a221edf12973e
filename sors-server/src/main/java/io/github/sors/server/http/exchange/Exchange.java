package io.github.sors.server.http.exchange;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;

/** A request that has found its route, and the answer to it, which is given once. */
public final class Exchange {

  // shorter answers fit into a packet or two anyway
  private static final int LEAST_COMPRESSED_BYTES = 1_500;

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final Map<String, String> pathParameters;
  private @Nullable Fields queryParameters;

  public Exchange(
      Request request, Response response, Callback callback, Map<String, String> pathParameters) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.pathParameters = pathParameters;
  }

  public Request request() {
    return request;
  }

  public String method() {
    return request.getMethod();
  }

  /** The value of a header of the request, or null. */
  public @Nullable String header(String name) {
    return request.getHeaders().get(name);
  }

  /** The part of the path that stands for a name of the route. */
  public String pathParam(String name) {
    return Objects.requireNonNull(pathParameters.get(name), name);
  }

  /** The first value of a parameter, or null. */
  public @Nullable String queryParam(String name) {
    return query().getValue(name);
  }

  /** All values of a parameter. */
  public List<String> queryParams(String name) {
    List<String> values = query().getValues(name);
    return values == null ? List.of() : values;
  }

  private Fields query() {
    Fields parameters = queryParameters;
    if (parameters == null) {
      try {
        parameters = Request.extractQueryParameters(request);
      } catch (RuntimeException e) {
        throw Problem.badRequest("the parameters of the address cannot be decoded");
      }
      queryParameters = parameters;
    }
    return parameters;
  }

  public Exchange status(int status) {
    response.setStatus(status);
    return this;
  }

  /** Sets a header of the answer. */
  public Exchange header(String name, String value) {
    response.getHeaders().put(name, value);
    return this;
  }

  public Exchange contentType(String type) {
    return header(HttpHeader.CONTENT_TYPE.asString(), type);
  }

  /** Answers with a body, compressed if the client understands that. */
  public void answer(byte[] body) {
    byte[] sent = body;
    if (body.length >= LEAST_COMPRESSED_BYTES) {
      header("Vary", "Accept-Encoding");
      if (request.getHeaders().getQualityCSV(HttpHeader.ACCEPT_ENCODING).contains("gzip")) {
        header("Content-Encoding", "gzip");
        sent = compressed(body);
      }
    }
    response.write(true, ByteBuffer.wrap(sent), callback);
  }

  private static byte[] compressed(byte[] body) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length / 2);
    try (OutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written to", e);
    }
    return bytes.toByteArray();
  }

  /** Answers with the bytes of a stream and closes it. */
  public void answer(InputStream content) {
    try (content;
        OutputStream out = Content.Sink.asOutputStream(response)) {
      content.transferTo(out);
    } catch (IOException e) {
      // the client has gone, or gets to know by the closed connection
      callback.failed(e);
      return;
    }
    callback.succeeded();
  }

  /** Answers with events, as long as both sides want. */
  public EventStream answerEvents() {
    status(200).contentType(EventStream.CONTENT_TYPE);
    // proxies must not collect events
    header("X-Accel-Buffering", "no").header("Connection", "close");
    return new EventStream(response, callback);
  }

  public boolean isAnswered() {
    return response.isCommitted() || response.hasLastWrite();
  }

  /** Ends an answer that cannot be completed. */
  public void abort(Throwable cause) {
    callback.failed(cause);
  }
}
