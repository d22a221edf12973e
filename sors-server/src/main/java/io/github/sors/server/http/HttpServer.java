package io.github.sors.server.http;

import io.github.sors.InvalidInputException;
import io.github.sors.Remedy;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.TeachableCollection;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
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

/** Serves collections over HTTP. */
public final class HttpServer implements AutoCloseable {

  private static final Logger LOGGER = System.getLogger(HttpServer.class.getPackageName());
  // they log headers that make no sense, in the words of whoever sent them
  private static final List<java.util.logging.Logger> HEADER_LOGGERS =
      List.of(
          java.util.logging.Logger.getLogger("org.eclipse.jetty.util.HostPort"),
          java.util.logging.Logger.getLogger("org.eclipse.jetty.http.HttpParser"));
  private static final int MOST_THREADS = 48;
  private static final int STOP_MILLIS = 5_000;
  // what is being sent when the service stops
  private static final int LAST_BYTES_MILLIS = 300;
  private static final int ANSWERS_OF_HEAP = 16;
  private static final int IDLE_MILLIS = 20_000;
  private static final int MOST_HEADER_BYTES = 16 << 10;

  /**
   * Where the service is and who may use it.
   *
   * @param host the address
   * @param port the port, or 0 for any that is free
   * @param access who may use it
   * @param limits how much a request may ask for
   * @param connections how many clients there may be, and how slow
   * @param collections the folder of further collections, or null where there are none
   * @param backups the folder that backups are made in, or null if none can be made
   * @param accessLog the file that every request is written to, or null
   * @param about what the page says about the default collection
   */
  public record Options(
      String host,
      int port,
      Access access,
      RequestLimits limits,
      ConnectionLimits connections,
      Path collections,
      Path backups,
      Path accessLog,
      About about) {

    /** Options of a service on an address, with the usual limits. */
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
     * Options with the usual limits of connections.
     *
     * @param token what writers have to show, or null
     * @param tokenForReads whether readers have to show it too
     * @param loopback whether only this machine can reach the address
     */
    public Options(
        String host,
        int port,
        String token,
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

    /** These options for other people. */
    public Options withAccess(Access other) {
      return new Options(
          host, port, other, limits, connections, collections, backups, accessLog, about);
    }

    /** These options with a folder of further collections. */
    public Options withCollections(Path folder) {
      return new Options(
          host, port, access, limits, connections, folder, backups, accessLog, about);
    }

    /** These options with a folder that backups are made in. */
    public Options withBackups(Path folder) {
      return new Options(
          host, port, access, limits, connections, collections, folder, accessLog, about);
    }

    /** These options with words for the page about the default collection. */
    public Options withAbout(About words) {
      return new Options(
          host, port, access, limits, connections, collections, backups, accessLog, words);
    }

    /** These options with a file that every request is written to. */
    public Options withAccessLog(Path file) {
      return new Options(
          host, port, access, limits, connections, collections, backups, file, about);
    }
  }

  private final ServiceMetrics metrics;
  private final CollectionShelf shelf;
  private final ClientWatch clients;
  private final Javalin javalin;
  private volatile boolean stopping;

  /**
   * Starts to answer.
   *
   * @param folder where the collection lies and the charts are kept
   * @param limits how large further collections may grow, each
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
            CollectionShelf.DEFAULT_NAME,
            collection,
            folder,
            options.limits(),
            options.about(),
            threads);
    metrics.watchStreams(first.streams());
    shelf =
        new CollectionShelf(
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
    javalin =
        Javalin.create(
            config -> {
              configure(config, threads, options);
              config.jetty.modifyServer(server -> server.setHandler(inFront(gate, options)));
              config.routes.beforeMatched(gate::checkRoute);
              addRoutes(new Routes(config.routes, shelf::get, metrics), threads, options);
              config.routes.exception(Problem.class, (e, context) -> e.answer(context));
              config.routes.exception(
                  HttpResponseException.class, (e, context) -> answerRouting(e, context));
              config.routes.exception(Exception.class, HttpServer::answerUnexpected);
            });
    try {
      shelf.open();
      javalin.start();
    } catch (InvalidInputException e) {
      close();
      throw e;
    } catch (RuntimeException e) {
      close();
      throw new InvalidInputException(
          "cannot listen on " + options.host() + ":" + options.port() + " (" + e.getMessage() + ")",
          Remedy.set("port", "0").when("any port will do").or("stop what uses it"),
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
    new CollectionRoutes(shelf).addTo(routes);
    StaticPage page = new StaticPage();
    for (String path : page.paths()) {
      routes.getPage(path, context -> page.answer(path, context));
    }
  }

  /** What a request passes before it comes to its route. */
  private Handler inFront(AccessGate gate, Options options) {
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
    return timer;
  }

  private void configure(JavalinConfig config, QueuedThreadPool threads, Options options) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.prefer405over404 = true;
    // Javalin would answer in plain text; see Answers
    config.http.asyncTimeout = 0;
    config.jetty.threadPool = threads;
    config.jetty.modifyServer(
        server -> {
          server.setErrorHandler(new ProblemHandler());
          // beyond what closing the expendable ones achieves
          server.addBean(
              new NetworkConnectionLimit(2 * options.connections().connections(), server));
          if (options.accessLog() != null) {
            server.setRequestLog(accessLog(options.accessLog()));
          }
        });
    config.jetty.modifyServletContextHandler(
        handler -> handler.getServletHandler().setDecodeAmbiguousURIs(true));
    config.jetty.addConnector(
        (Server server, HttpConfiguration http) -> {
          http.setSendServerVersion(false);
          http.setRequestHeaderSize(MOST_HEADER_BYTES);
          // ids are any text, and no address reaches a file
          http.setUriCompliance(
              UriCompliance.from(
                  EnumSet.of(
                      UriCompliance.Violation.AMBIGUOUS_PATH_SEPARATOR,
                      UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING,
                      UriCompliance.Violation.AMBIGUOUS_EMPTY_SEGMENT)));
          ServerConnector connector =
              new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
          connector.setHost(options.host());
          connector.setPort(options.port());
          connector.setIdleTimeout(IDLE_MILLIS);
          connector.addEventListener(clients);
          return connector;
        });
  }

  /** One line per request in the combined format, with the name of the token as the user. */
  private static RequestLog accessLog(Path file) {
    RequestLogWriter writer = new RequestLogWriter(file.toString());
    writer.setAppend(true);
    writer.setRetainDays(0);
    return new CustomRequestLog(writer, CustomRequestLog.EXTENDED_NCSA_FORMAT + " %{us}T");
  }

  private static void answerRouting(HttpResponseException e, Context context) {
    String methods = e.getDetails().get("availableMethods");
    if (methods != null) {
      context.header("Allow", methods);
    }
    new Problem(e.getStatus(), describe(e)).answer(context);
  }

  private static String describe(HttpResponseException e) {
    return switch (e.getStatus()) {
      case 404 -> "there is nothing at this address: /api/openapi.json describes what there is";
      case 405 -> "this address does not take this method: see /api/openapi.json";
      default -> e.getMessage() == null ? "the request failed" : e.getMessage();
    };
  }

  private static void answerUnexpected(Exception e, Context context) {
    LOGGER.log(Level.ERROR, "a request failed unexpectedly: " + context.path(), e);
    new Problem(500, "this should not have happened, see the log of the service").answer(context);
  }

  /** Answers what Jetty itself refuses as problem+json, too. */
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
          status >= 500
              ? "the request could not be answered"
              : "the request is not HTTP as it should be";
      response.write(true, ByteBuffer.wrap(Problem.body(status, detail, 0)), callback);
    }

    /** The others say why as well. */
    @Override
    public boolean errorPageForMethod(String method) {
      return true;
    }
  }

  /** Completed when changes of a collection can no longer be made in this process. */
  public CompletableFuture<Error> fatalError() {
    return shelf.fatalError();
  }

  /** The port that the service listens on. */
  public int port() {
    return javalin.port();
  }

  /** Lets requests that are being answered finish, and stops. */
  @Override
  public void close() throws IOException {
    stopping = true;
    shelf.closeStreams();
    long start = System.nanoTime();
    long deadline = start + TimeUnit.MILLISECONDS.toNanos(STOP_MILLIS);
    long lastBytes = start + TimeUnit.MILLISECONDS.toNanos(LAST_BYTES_MILLIS);
    while ((clients.isAnswering() && System.nanoTime() < deadline)
        || (clients.isSending() && System.nanoTime() < lastBytes)) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
    }
    clients.closeAll();
    javalin.stop();
    shelf.close();
    metrics.close();
  }
}
