package io.github.sors.server.http.route;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.server.collection.ModelVersion;
import io.github.sors.server.collection.RequestKey;
import io.github.sors.server.http.Scope;
import io.github.sors.server.http.exchange.Exchange;
import io.github.sors.server.http.exchange.Json;
import io.github.sors.server.http.exchange.Problem;
import io.github.sors.server.http.hosted.HostedCollection;
import io.github.sors.server.http.hosted.RequestReader;
import java.time.Instant;
import java.util.concurrent.Executor;

/** Routes that mark versions, roll back to them, and compact the log. */
public final class VersionRoutes {

  private final Executor answerers;

  public VersionRoutes(Executor answerers) {
    this.answerers = answerers;
  }

  public void addTo(Routes routes) {
    routes.get("/versions", this::list);
    routes.post("/versions", Scope.ADMIN, this::mark);
    routes.post("/versions/{number}/rollback", Scope.ADMIN, this::rollback);
    routes.post("/compact", Scope.ADMIN, this::compact);
  }

  private void list(Exchange exchange, HostedCollection hosted) {
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("versions");
    for (ModelVersion version : hosted.collection().versions()) {
      ObjectNode node = list.addObject();
      node.put("number", version.number());
      node.put("name", version.name());
      node.put("time", Instant.ofEpochMilli(version.time()).toString());
      node.put("rounds", version.rounds());
    }
    Answers.answer(exchange, body);
  }

  private void mark(Exchange exchange, HostedCollection hosted) {
    String name = hosted.reader().versionName(RequestReader.jsonBody(exchange));
    Answers.answerLater(
        exchange,
        answerers,
        () -> hosted.collection().markVersion(name),
        outcome -> {
          ObjectNode body = Json.object();
          body.put("number", outcome.sequence());
          body.put("rounds", outcome.round());
          return body;
        });
  }

  private void rollback(Exchange exchange, HostedCollection hosted) {
    long number;
    try {
      number = Long.parseLong(exchange.pathParam("number"));
    } catch (NumberFormatException e) {
      throw Problem.badRequest("expected the number of a version: see /api/versions");
    }
    RequestKey key =
        RequestReader.key(exchange, "rollback " + number, RequestReader.jsonBody(exchange));
    Answers.answerLater(
        exchange,
        answerers,
        () -> hosted.collection().rollback(number, key),
        outcome -> {
          ObjectNode body = Json.object();
          body.put("round", outcome.round());
          body.put("repeated", outcome.repeated());
          return body;
        });
  }

  private void compact(Exchange exchange, HostedCollection hosted) {
    RequestReader.jsonBody(exchange);
    Answers.answerLater(
        exchange,
        answerers,
        hosted.collection()::compact,
        outcome -> {
          ObjectNode body = Json.object();
          body.put("deletedFiles", outcome.count());
          return body;
        });
  }
}
