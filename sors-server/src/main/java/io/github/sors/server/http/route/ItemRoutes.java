package io.github.sors.server.http.route;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.http.Scope;
import io.github.sors.server.http.exchange.Exchange;
import io.github.sors.server.http.exchange.Json;
import io.github.sors.server.http.hosted.HostedCollection;
import io.github.sors.server.http.hosted.RequestReader;
import java.util.List;
import java.util.concurrent.Executor;

/** Routes that add, list, show and remove items. */
public final class ItemRoutes {

  private static final int DEFAULT_PAGE = 100;
  private static final int LONGEST_PAGE = 1000;

  private final Executor answerers;

  public ItemRoutes(Executor answerers) {
    this.answerers = answerers;
  }

  public void addTo(Routes routes) {
    routes.post("/items", Scope.ITEMS, this::put);
    routes.get("/items", this::list);
    routes.get("/items/<id>", this::get);
    routes.delete("/items/<id>", Scope.ITEMS, this::remove);
  }

  private void put(Exchange exchange, HostedCollection hosted) {
    var items = hosted.reader().items(RequestReader.jsonBody(exchange));
    Answers.answerLater(
        exchange,
        answerers,
        () -> hosted.collection().put(items),
        outcome -> {
          ObjectNode body = Json.object();
          body.put("stored", outcome.count());
          body.put("items", hosted.collection().index().size());
          return body;
        });
  }

  private void list(Exchange exchange, HostedCollection hosted) {
    String after = exchange.queryParam("after");
    int limit = Answers.number(exchange, "limit", DEFAULT_PAGE, LONGEST_PAGE);
    // one more shows whether there is another page
    List<StoredItem> items = hosted.collection().items(after == null ? "" : after, limit + 1);
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("items");
    for (StoredItem item : items.subList(0, Math.min(limit, items.size()))) {
      ObjectNode node = list.addObject();
      node.put("id", item.id());
      node.put("title", item.title());
      node.put("label", item.label());
    }
    if (items.size() > limit) {
      body.put("next", items.get(limit - 1).id());
    }
    Answers.answer(exchange, body);
  }

  private static String idIn(Exchange exchange, HostedCollection hosted) {
    String id = exchange.pathParam("id");
    hosted.reader().requireId(id, "id");
    return id;
  }

  private void get(Exchange exchange, HostedCollection hosted) {
    StoredItem item = hosted.require(idIn(exchange, hosted));
    ObjectNode body = Json.object();
    body.put("id", item.id());
    body.put("title", item.title());
    body.put("label", item.label());
    ObjectNode features = body.putObject("features");
    for (int k = 0; k < item.vector().size(); k++) {
      features.put(hosted.collection().featureName(item.vector().index(k)), item.vector().value(k));
    }
    Answers.answer(exchange, body);
  }

  private void remove(Exchange exchange, HostedCollection hosted) {
    String id = idIn(exchange, hosted);
    Answers.answerLater(
        exchange,
        answerers,
        () -> hosted.collection().remove(id),
        outcome -> {
          ObjectNode body = Json.object();
          body.put("removed", id);
          body.put("items", hosted.collection().index().size());
          return body;
        });
  }
}
