package io.github.sors.server.http.route;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.InvalidInputException;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.http.Scope;
import io.github.sors.server.http.exchange.Exchange;
import io.github.sors.server.http.exchange.Json;
import io.github.sors.server.http.exchange.Problem;
import io.github.sors.server.http.hosted.CollectionRegistry;
import io.github.sors.server.http.hosted.HostedCollection;
import io.github.sors.server.http.hosted.RequestReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Routes that list, create and delete collections. */
public final class CollectionRoutes {

  private static final int MOST_VALUES = 200;

  private final CollectionRegistry registry;

  public CollectionRoutes(CollectionRegistry registry) {
    this.registry = registry;
  }

  public void addTo(Routes routes) {
    routes.get("/api/collections", Scope.READ, this::list);
    routes.put("/api/collections/{name}", Scope.ADMIN, this::create);
    routes.delete("/api/collections/{name}", Scope.ADMIN, this::delete);
  }

  private void list(Exchange exchange) {
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("collections");
    registry.all().forEach(hosted -> describe(hosted, list.addObject()));
    Answers.answer(exchange, body);
  }

  private static void describe(HostedCollection hosted, ObjectNode node) {
    node.put("name", hosted.name());
    node.put("items", hosted.collection().index().size());
    node.put("rounds", hosted.collection().learnt().progress().rounds());
    node.put("writable", hosted.collection().storageProblem() == null);
  }

  private void create(Exchange exchange) throws IOException {
    byte[] bytes = RequestReader.jsonBody(exchange);
    ObjectNode body =
        bytes.length == 0 ? Json.object() : Json.parse(bytes, 0, bytes.length, MOST_VALUES);
    CollectionSettings usual = CollectionSettings.DEFAULT;
    String algorithm = usual.algorithm();
    String analyzer = usual.analyzer();
    Map<String, String> options = new HashMap<>();
    ObjectNode limits = Json.object();
    for (Map.Entry<String, JsonNode> property : body.properties()) {
      JsonNode value = property.getValue();
      switch (property.getKey()) {
        case "algorithm" -> algorithm = text(value, "algorithm");
        case "analyzer" -> analyzer = text(value, "analyzer");
        case "options" ->
            object(value, "options")
                .properties()
                .forEach(option -> options.put(option.getKey(), option.getValue().asText()));
        case "limits" -> limits = object(value, "limits");
        default ->
            throw Problem.badRequest(
                "expected only the properties algorithm, analyzer, limits and options");
      }
    }
    CollectionSettings settings;
    try {
      settings = new CollectionSettings(algorithm, options, analyzer);
    } catch (InvalidInputException e) {
      throw Problem.badRequest(e.getMessage());
    }
    HostedCollection created = registry.create(exchange.pathParam("name"), settings, limits);
    ObjectNode answer = Json.object();
    describe(created, answer);
    exchange.status(201);
    Answers.answer(exchange, answer);
  }

  private static String text(JsonNode value, String name) {
    if (!value.isTextual()) {
      throw Problem.badRequest("expected a string in '" + name + "', found " + Json.kind(value));
    }
    return value.textValue();
  }

  private static ObjectNode object(JsonNode value, String name) {
    if (!(value instanceof ObjectNode object)) {
      throw Problem.badRequest("expected an object in '" + name + "', found " + Json.kind(value));
    }
    return object;
  }

  private void delete(Exchange exchange) throws IOException {
    String name = exchange.pathParam("name");
    registry.delete(name);
    ObjectNode answer = Json.object();
    answer.put("deleted", name);
    Answers.answer(exchange, answer);
  }
}
