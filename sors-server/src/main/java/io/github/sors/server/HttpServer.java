package io.github.sors.server;

import io.github.sors.Experimental;
import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.live.TeachableCollection;
import io.github.sors.server.http.About;
import io.github.sors.server.http.Access;
import io.github.sors.server.http.ConnectionLimits;
import io.github.sors.server.http.RequestLimits;
import io.github.sors.server.http.Tokens;
import io.github.sors.server.http.exchange.Problem;
import io.github.sors.server.http.guard.AccessGate;
import io.github.sors.server.http.guard.ApiVersions;
import io.github.sors.server.http.guard.BodyBudget;
import io.github.sors.server.http.guard.BodyReader;
import io.github.sors.server.http.guard.ByteBudget;
import io.github.sors.server.http.guard.ClientWatch;
import io.github.sors.server.http.guard.RequestGate;
import io.github.sors.server.http.hosted.CollectionRegistry;
import io.github.sors.server.http.hosted.HostedCollection;
import io.github.sors.server.http.hosted.RequestTimer;
import io.github.sors.server.http.hosted.ServiceMetrics;
import io.github.sors.server.http.route.BackupRoutes;
import io.github.sors.server.http.route.CollectionRoutes;
import io.github.sors.server.http.route.FeedbackRoutes;
import io.github.sors.server.http.route.ItemRoutes;
import io.github.sors.server.http.route.ModelRoutes;
import io.github.sors.server.http.route.Router;
import io.github.sors.server.http.route.Routes;
import io.github.sors.server.http.route.SearchRoutes;
import io.github.sors.server.http.route.ServiceRoutes;
import io.github.sors.server.http.route.StaticPage;
import io.github.sors.server.http.route.VersionRoutes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.CustomRequestLog;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.RequestLogWriter;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Serves collections over HTTP.
 *
 * <p>Threads: requests are answered by threads of its own, many at once; one thread closes it.
 * Failures: a port or a collection that cannot be used throws {@link
 * io.github.sors.InvalidInputException} and leaves nothing open; an error of a request is the
 * answer to it; one that stops the service completes {@link #fatalError}.
 */
@Experimental
public final class HttpServer implements AutoCloseable {

  // these log invalid headers as the client sent them
  private static final List<java.util.logging.Logger> HEADER_LOGGERS =
      List.of(
          java.util.logging.Logger.getLogger("org.eclipse.jetty.util.HostPort"),
          java.util.logging.Logger.getLogger("org.eclipse.jetty.http.HttpParser"));
  private static final int MOST_THREADS = 48;
  private static final int STOP_MILLIS = 5_000;
  // the time to finish sending when the service stops
  private static final int LAST_BYTES_MILLIS = 300;
  private static final int ANSWERS_OF_HEAP = 16;
  private static final int IDLE_MILLIS = 20_000;
  private static final int MOST_HEADER_BYTES = 16 << 10;

  /**
   * The address of the service, and who may use it.
   *
   * @param host the address
   * @param port the port, or 0 for any free port
   * @param access who may use it
   * @param limits the limits of a request
   * @param connections the limits of connections
   * @param collections the folder of further collections, or null
   * @param backups the folder for backups, or null
   * @param accessLog the file for the access log, or null
   * @param about the introduction to the default collection
   */
  public record Options(
      String host,
      int port,
      Access access,
      RequestLimits limits,
      ConnectionLimits connections,
      @Nullable Path collections,
      @Nullable Path backups,
      @Nullable Path accessLog,
      About about) {

    /** Options with the default limits. */
    public Options(String host, int port, Access access) {
      this(
          host,
          port,
          access,
          RequestLimits.DEFAULT,
          ConnectionLimits.DEFAULT,
          null,
          null,
          null,
          About.NOTHING);
    }

    /**
     * Options with the default limits of connections.
     *
     * @param token the token that is required for writes, or null
     * @param tokenForReads whether it is required for reads, too
     * @param loopback whether only this machine can reach the address
     */
    public Options(
        String host,
        int port,
        @Nullable String token,
        boolean tokenForReads,
        boolean loopback,
        RequestLimits limits) {
      this(
          host,
          port,
          new Access(
              token == null ? null : Tokens.of(token),
              tokenForReads,
              loopback ? Access.LOCAL_NAMES : Set.of(),
              !loopback),
          limits,
          ConnectionLimits.DEFAULT,
          null,
          null,
          null,
          About.NOTHING);
    }

    /** These options with other limits of requests. */
    public Options withLimits(RequestLimits others) {
      return new Options(
          host, port, access, others, connections, collections, backups, accessLog, about);
    }

    /** These options with other limits of connections. */
    public Options withConnections(ConnectionLimits others) {
      return new Options(
          host, port, access, limits, others, collections, backups, accessLog, about);
    }

    /** These options with other access rules. */
    public Options withAccess(Access other) {
      return new Options(
          host, port, other, limits, connections, collections, backups, accessLog, about);
    }

    /** These options with a folder of further collections, or null. */
    public Options withCollections(@Nullable Path folder) {
      return new Options(
          host, port, access, limits, connections, folder, backups, accessLog, about);
    }

    /** These options with a folder for backups, or null. */
    public Options withBackups(@Nullable Path folder) {
      return new Options(
          host, port, access, limits, connections, collections, folder, accessLog, about);
    }

    /** These options with an introduction to the default collection. */
    public Options withAbout(About words) {
      return new Options(
          host, port, access, limits, connections, collections, backups, accessLog, words);
    }

    /** These options with a file for the access log, or null. */
    public Options withAccessLog(@Nullable Path file) {
      return new Options(
          host, port, access, limits, connections, collections, backups, file, about);
    }
  }

  private final ServiceMetrics metrics;
  private final CollectionRegistry registry;
  private final ClientWatch clients;
  private final Server server;
  private final ServerConnector connector;
  private volatile boolean stopping;

  /**
   * Starts the server.
   *
   * @param folder the folder of the collection and of its charts
   * @param limits the default limits of further collections
   * @throws InvalidInputException if the port or a further collection cannot be used
   */
  public HttpServer(
      TeachableCollection collection, Path folder, CollectionLimits limits, Options options)
      throws IOException {
    HEADER_LOGGERS.forEach(logger -> logger.setLevel(java.util.logging.Level.SEVERE));
    QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS, 4, 30_000);
    threads.setName("sors-http");
    metrics = new ServiceMetrics(collection);
    HostedCollection first =
        new HostedCollection(
            CollectionRegistry.DEFAULT_NAME,
            collection,
            folder,
            options.limits(),
            options.about(),
            threads);
    metrics.watchStreams(first.streams());
    registry =
        new CollectionRegistry(
            first,
            options.collections(),
            limits,
            (name, opened, itsFolder) ->
                new HostedCollection(
                    name, opened, itsFolder, options.limits(), About.NOTHING, threads),
            metrics);
    long heap = Runtime.getRuntime().maxMemory();
    clients = new ClientWatch(options.connections(), new ByteBudget(heap / ANSWERS_OF_HEAP));
    AccessGate gate = new AccessGate(options.access());
    Router router =
        new Router(
            (exchange, path, scope) -> {
              metrics.matched(exchange.request(), path);
              gate.checkRoute(exchange.request(), scope);
            });
    addRoutes(new Routes(router, registry::get), threads, options);
    server = new Server(threads);
    connector = connector(server, options);
    server.addConnector(connector);
    server.setHandler(inFront(gate, options, router));
    server.setErrorHandler(new ProblemHandler());
    // a second limit, in addition to that of ClientWatch
    server.addBean(new NetworkConnectionLimit(2 * options.connections().connections(), server));
    if (options.accessLog() != null) {
      server.setRequestLog(accessLog(options.accessLog()));
    }
    try {
      registry.open();
      server.start();
    } catch (InvalidInputException e) {
      close();
      throw e;
    } catch (Exception e) {
      close();
      throw new InvalidInputException(
          "cannot listen on " + options.host() + ":" + options.port() + " (" + e.getMessage() + ")",
          Remedy.set("port", "0").when("any free port is fine").or("stop the program that uses it"),
          e);
    }
  }

  private void addRoutes(Routes routes, Executor answerers, Options options) {
    new ItemRoutes(answerers).addTo(routes);
    new SearchRoutes(options.limits(), metrics).addTo(routes);
    new FeedbackRoutes(options.limits(), metrics, answerers).addTo(routes);
    new ModelRoutes().addTo(routes);
    new VersionRoutes(answerers).addTo(routes);
    new BackupRoutes(options.backups(), answerers).addTo(routes);
    new ServiceRoutes(metrics).addTo(routes);
    new CollectionRoutes(registry).addTo(routes);
    StaticPage page = new StaticPage();
    for (String path : page.paths()) {
      routes.getPage(path, exchange -> page.answer(path, exchange));
    }
  }

  /** The handlers that a request passes before its route. */
  private Handler inFront(AccessGate gate, Options options, Router router) {
    BodyBudget budget = new BodyBudget(options.limits().bodiesBytes());
    metrics.watchClients(clients, budget);
    RequestGate first =
        new RequestGate(
            request -> {
              if (stopping) {
                throw new Problem(503, "the service is being stopped");
              }
              gate.check(request);
            });
    ApiVersions versions = new ApiVersions();
    BodyReader bodies = new BodyReader(options.limits().bodyBytes(), budget);
    RequestTimer timer = new RequestTimer(metrics);
    timer.setHandler(clients);
    clients.setHandler(first);
    first.setHandler(versions);
    versions.setHandler(bodies);
    bodies.setHandler(router);
    return timer;
  }

  private ServerConnector connector(Server of, Options options) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(MOST_HEADER_BYTES);
    // ids may contain any text; URLs never name files
    http.setUriCompliance(
        UriCompliance.from(
            EnumSet.of(
                UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
                UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING,
                UriCompliance.Violation.AMBIGUOUS_EMPTY_SEGMENT)));
    ServerConnector made = new ServerConnector(of, 1, 1, new HttpConnectionFactory(http));
    made.setHost(options.host());
    made.setPort(options.port());
    made.setIdleTimeout(IDLE_MILLIS);
    made.addEventListener(clients);
    return made;
  }

  /** One line per request in the combined format, with the name of the token as the user. */
  private static RequestLog accessLog(Path file) {
    RequestLogWriter writer = new RequestLogWriter(file.toString());
    writer.setAppend(true);
    writer.setRetainDays(0);
    return new CustomRequestLog(writer, CustomRequestLog.EXTENDED_NCSA_FORMAT + " %{us}T");
  }

  /** Sends the errors of Jetty itself as problem+json, too. */
  private static final class ProblemHandler extends ErrorHandler {

    @Override
    protected void generateResponse(
        Request request,
        Response response,
        int status,
        String message,
        Throwable cause,
        Callback callback) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.CONTENT_TYPE);
      response.getHeaders().put("X-Content-Type-Options", "nosniff");
      String detail =
          status >= 500 ? "the request could not be answered" : "the request is not valid HTTP";
      response.write(true, ByteBuffer.wrap(Problem.body(status, detail, 0)), callback);
    }

    /** Error pages for all methods, not only for GET. */
    @Override
    public boolean errorPageForMethod(String method) {
      return true;
    }
  }

  /** Completed when this process can no longer change a collection. */
  public CompletableFuture<Error> fatalError() {
    return registry.fatalError();
  }

  /** The port that the service listens on. */
  public int port() {
    return connector.getLocalPort();
  }

  /** Finishes the requests in progress, and stops. */
  @Override
  public void close() throws IOException {
    stopping = true;
    registry.closeStreams();
    long start = System.nanoTime();
    long deadline = start + TimeUnit.MILLISECONDS.toNanos(STOP_MILLIS);
    long lastBytes = start + TimeUnit.MILLISECONDS.toNanos(LAST_BYTES_MILLIS);
    while ((clients.isAnswering() && System.nanoTime() < deadline)
        || (clients.isSending() && System.nanoTime() < lastBytes)) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
    clients.closeAll();
    try {
      server.stop();
    } catch (Exception e) {
      throw new IOException("the web server cannot be stopped", e);
    } finally {
      registry.close();
      metrics.close();
    }
  }
}
