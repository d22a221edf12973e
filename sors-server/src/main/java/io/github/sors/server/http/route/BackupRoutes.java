package io.github.sors.server.http.route;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.server.http.Scope;
import io.github.sors.server.http.exchange.Exchange;
import io.github.sors.server.http.exchange.Json;
import io.github.sors.server.http.exchange.Problem;
import io.github.sors.server.http.hosted.HostedCollection;
import io.github.sors.server.http.hosted.RequestReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Backups of collections, each in a folder {@code COLLECTION/NAME} of the folder of backups.
 * Clients give the name of a backup, never a path.
 */
public final class BackupRoutes {

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  private final @Nullable Path root;
  private final Executor answerers;

  /**
   * Creates the routes.
   *
   * @param root the folder of backups, or null if there is none
   */
  public BackupRoutes(@Nullable Path root, Executor answerers) {
    this.root = root;
    this.answerers = answerers;
  }

  public void addTo(Routes routes) {
    routes.get("/backups", this::list);
    routes.post("/backups", Scope.ADMIN, this::backup);
  }

  private Path folderOf(HostedCollection hosted) {
    if (root == null) {
      throw new Problem(409, "this service has no folder for backups: start it with one");
    }
    return root.resolve(hosted.name());
  }

  private void list(Exchange exchange, HostedCollection hosted) throws IOException {
    Path folder = folderOf(hosted);
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("backups");
    if (Files.isDirectory(folder)) {
      for (Path backup : backups(folder)) {
        ObjectNode node = list.addObject();
        node.put("name", backup.getFileName().toString());
        node.put("time", Files.getLastModifiedTime(backup).toInstant().toString());
      }
    }
    Answers.answer(exchange, body);
  }

  private static List<Path> backups(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> NAME.matcher(file.getFileName().toString()).matches())
          .sorted()
          .toList();
    }
  }

  private void backup(Exchange exchange, HostedCollection hosted) {
    Path folder = folderOf(hosted);
    String asked = hosted.reader().versionName(RequestReader.jsonBody(exchange));
    String name = asked.isEmpty() ? LocalDateTime.now(Clock.systemUTC()).format(TIME) : asked;
    if (!NAME.matcher(name).matches()) {
      throw Problem.badRequest(
          "expected a name of 1 to 64 lower-case letters, digits, '-' and '_'");
    }
    if (Files.exists(folder.resolve(name))) {
      throw new Problem(409, "a backup with this name exists already: use another name");
    }
    Answers.answerLater(
        exchange,
        answerers,
        () -> hosted.collection().backup(folder.resolve(name)),
        outcome -> {
          ObjectNode body = Json.object();
          body.put("name", name);
          body.put("sequence", outcome.sequence());
          body.put("files", outcome.count());
          return body;
        });
  }
}
