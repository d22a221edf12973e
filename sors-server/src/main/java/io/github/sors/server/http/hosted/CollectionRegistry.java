package io.github.sors.server.http.hosted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.InvalidInputException;
import io.github.sors.io.AtomicFiles;
import io.github.sors.server.collection.CollectionLimits;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.live.TeachableCollection;
import io.github.sors.server.http.exchange.Json;
import io.github.sors.server.http.exchange.Problem;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The collections of a service: the default one and further ones. Each further one has a folder
 * {@code NAME} and a file {@code NAME.limits.json} next to it.
 */
public final class CollectionRegistry implements AutoCloseable {

  public static final String DEFAULT_NAME = "default";

  private static final Logger LOGGER = System.getLogger(CollectionRegistry.class.getPackageName());
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
  private static final List<String> LIMIT_NAMES =
      List.of("items", "features", "itemBytes", "matrixBytes");
  // the default share of the default collection's memory
  private static final int SHARE = 4;
  private static final String LIMITS = ".limits.json";
  private static final String DELETED = ".deleted";

  /** Wraps a collection for the service. */
  @FunctionalInterface
  public interface Host {
    HostedCollection host(String name, TeachableCollection collection, Path folder);
  }

  private final HostedCollection first;
  private final @Nullable Path root;
  private final CollectionLimits usual;
  private final Host host;
  private final ServiceMetrics metrics;
  private final CompletableFuture<Error> fatalError = new CompletableFuture<>();
  private final Map<String, HostedCollection> further = new ConcurrentSkipListMap<>();

  /**
   * Creates the registry with the default collection.
   *
   * @param root the folder of the further ones, or null if there are none
   * @param usual the default limits of further ones
   */
  public CollectionRegistry(
      HostedCollection first,
      @Nullable Path root,
      CollectionLimits usual,
      Host host,
      ServiceMetrics metrics) {
    this.first = first;
    this.root = root;
    this.usual = usual;
    this.host = host;
    this.metrics = metrics;
    metrics.add(first);
    watch(first);
  }

  private void watch(HostedCollection hosted) {
    var unused = hosted.collection().fatalError().thenAccept(fatalError::complete);
  }

  /** Completed when this process can no longer change a collection. */
  public CompletableFuture<Error> fatalError() {
    return fatalError;
  }

  /** Opens the existing collections. */
  public void open() throws IOException {
    if (root == null) {
      return;
    }
    if (Files.exists(root) && !Files.isDirectory(root)) {
      throw new InvalidInputException(root + " is a file: give a folder for the collections");
    }
    Files.createDirectories(root);
    List<Path> folders;
    try (Stream<Path> all = Files.list(root)) {
      folders = all.filter(Files::isDirectory).sorted().toList();
    }
    for (Path folder : folders) {
      String name = folder.getFileName().toString();
      if (name.endsWith(DELETED)) {
        // left by a service that was stopped during a deletion
        deleteTree(folder);
      } else if (NAME.matcher(name).matches()) {
        add(root, name, CollectionSettings.DEFAULT, limits(root, name));
      } else {
        LOGGER.log(
            Level.WARNING, "ignoring {0}: its name is not a valid name of a collection", folder);
      }
    }
  }

  private HostedCollection add(
      Path folders, String name, CollectionSettings ifNew, CollectionLimits limits)
      throws IOException {
    Path folder = folders.resolve(name);
    TeachableCollection collection = TeachableCollection.open(folder, ifNew, limits);
    HostedCollection hosted = host.host(name, collection, folder);
    further.put(name, hosted);
    metrics.add(hosted);
    watch(hosted);
    return hosted;
  }

  /**
   * The collection with a name; the default one if it is null.
   *
   * @throws Problem 404 if there is none
   */
  public HostedCollection get(@Nullable String name) {
    if (name == null || name.equals(DEFAULT_NAME)) {
      return first;
    }
    HostedCollection found = further.get(name);
    if (found == null) {
      throw new Problem(404, "there is no collection with this name: see /api/collections");
    }
    return found;
  }

  /** All of them, the default one first. */
  public List<HostedCollection> all() {
    List<HostedCollection> all = new ArrayList<>();
    all.add(first);
    all.addAll(further.values());
    return all;
  }

  /**
   * Creates a collection.
   *
   * @param limits its limits: items, features, itemBytes and matrixBytes, all optional
   */
  public synchronized HostedCollection create(
      String name, CollectionSettings settings, ObjectNode limits) throws IOException {
    Path folders = requireFolder();
    if (!NAME.matcher(name).matches() || name.equals(DEFAULT_NAME)) {
      throw Problem.badRequest(
          "expected a name of 1 to 64 lower-case letters, digits, '-' and '_', other than default");
    }
    if (further.containsKey(name)) {
      throw new Problem(409, "a collection with this name exists already: use another name");
    }
    CollectionLimits chosen = chosen(limits);
    byte[] bytes = Json.bytes(limits);
    AtomicFiles.replace(
        folders.resolve(name + LIMITS),
        channel -> {
          ByteBuffer buffer = ByteBuffer.wrap(bytes);
          while (buffer.hasRemaining()) {
            channel.write(buffer);
          }
        });
    return add(folders, name, settings, chosen);
  }

  /** Deletes a collection with all its data. */
  public synchronized void delete(String name) throws IOException {
    if (name.equals(DEFAULT_NAME)) {
      throw new Problem(409, "the default collection cannot be deleted");
    }
    HostedCollection hosted = get(name);
    Path folders = requireFolder();
    further.remove(name);
    metrics.remove(hosted);
    hosted.close();
    hosted.collection().close();
    Path gone = folders.resolve(name + DELETED);
    Files.move(folders.resolve(name), gone);
    Files.deleteIfExists(folders.resolve(name + LIMITS));
    deleteTree(gone);
  }

  private Path requireFolder() {
    if (root == null) {
      throw new Problem(
          409,
          "this service has only one collection: start it with a folder for further collections");
    }
    return root;
  }

  private CollectionLimits limits(Path folders, String name) throws IOException {
    Path file = folders.resolve(name + LIMITS);
    if (!Files.isRegularFile(file)) {
      return chosen(Json.object());
    }
    try {
      byte[] bytes = Files.readAllBytes(file);
      return chosen(Json.parse(bytes, 0, bytes.length, 100));
    } catch (Problem e) {
      throw new InvalidInputException(file + ": " + e.getMessage(), e);
    }
  }

  private CollectionLimits chosen(ObjectNode limits) {
    limits
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!LIMIT_NAMES.contains(name)) {
                throw Problem.badRequest(
                    "expected only " + String.join(", ", LIMIT_NAMES) + " in 'limits'");
              }
            });
    return usual
        .withSize(
            (int) limit(limits, "items", usual.items(), usual.items()),
            (int) limit(limits, "features", usual.features(), usual.features()))
        .withMemory(
            limit(limits, "itemBytes", usual.itemBytes() / SHARE, usual.itemBytes()),
            limit(limits, "matrixBytes", usual.matrixBytes() / SHARE, usual.matrixBytes()));
  }

  private static long limit(ObjectNode limits, String name, long otherwise, long most) {
    JsonNode value = limits.get(name);
    if (value == null) {
      return otherwise;
    }
    if (!value.canConvertToLong()
        || !value.isIntegralNumber()
        || value.longValue() < 1
        || value.longValue() > most) {
      throw Problem.badRequest("expected a number from 1 to " + most + " in '" + name + "'");
    }
    return value.longValue();
  }

  private static void deleteTree(Path folder) throws IOException {
    Collection<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.deleteIfExists(file);
    }
  }

  /** Ends all event streams. */
  public void closeStreams() {
    all().forEach(hosted -> hosted.streams().close());
  }

  /** Closes all collections except the default one, of which only the charts are saved. */
  @Override
  public void close() throws IOException {
    first.close();
    for (HostedCollection hosted : further.values()) {
      hosted.close();
      hosted.collection().close();
    }
  }
}
