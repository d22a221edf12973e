package io.github.sors.server;

import io.github.sors.InvalidInputException;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.live.TeachableCollection;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A running service: a collection and its HTTP server.
 *
 * <p>Threads: any thread may use it; one closes it. Failures: a folder or a port that cannot be
 * used throws {@link io.github.sors.InvalidInputException} and leaves nothing open; an error that
 * stops the service later completes {@link #fatalError}.
 */
public final class SorsService implements AutoCloseable {

  private final TeachableCollection collection;
  private final HttpServer server;

  private SorsService(TeachableCollection collection, HttpServer server) {
    this.collection = collection;
    this.server = server;
  }

  /**
   * Opens or creates a collection, and starts the server.
   *
   * @param model the model file that a new collection starts from, or null
   * @param load items to add before the first request is answered, or null
   * @throws InvalidInputException if the collection or the port cannot be used
   */
  public static SorsService start(
      Path folder,
      CollectionSettings ifNew,
      @Nullable Path model,
      CollectionLimits limits,
      @Nullable StartItems load,
      HttpServer.Options options)
      throws IOException {
    warnOfThisJava();
    TeachableCollection collection = TeachableCollection.open(folder, ifNew, model, limits);
    try {
      if (load != null) {
        load.putInto(collection);
      }
      return new SorsService(collection, new HttpServer(collection, folder, limits, options));
    } catch (IOException | RuntimeException e) {
      collection.close();
      throw e;
    }
  }

  private static void warnOfThisJava() {
    List<String> collectors =
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .map(GarbageCollectorMXBean::getName)
            .toList();
    String warning = JavaAdvice.warning(Runtime.version(), collectors);
    if (!warning.isEmpty()) {
      System.getLogger(SorsService.class.getPackageName()).log(Level.WARNING, warning);
    }
  }

  public TeachableCollection collection() {
    return collection;
  }

  /**
   * Completed when this process can no longer change a collection: end the process and start it
   * again.
   */
  public CompletableFuture<Error> fatalError() {
    return server.fatalError();
  }

  /** The port that the service listens on. */
  public int port() {
    return server.port();
  }

  /** Answers pending requests, finishes pending writes, and stops. */
  @Override
  public void close() throws IOException {
    try {
      server.close();
    } finally {
      collection.close();
    }
  }
}
