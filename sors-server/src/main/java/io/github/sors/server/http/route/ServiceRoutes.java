package io.github.sors.server.http.route;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.server.http.Scope;
import io.github.sors.server.http.exchange.EventStream;
import io.github.sors.server.http.exchange.Exchange;
import io.github.sors.server.http.exchange.Json;
import io.github.sors.server.http.exchange.Problem;
import io.github.sors.server.http.hosted.HostedCollection;
import io.github.sors.server.http.hosted.ServiceMetrics;

/** Routes for health, readiness, metrics and events. */
public final class ServiceRoutes {

  private final ServiceMetrics metrics;

  public ServiceRoutes(ServiceMetrics metrics) {
    this.metrics = metrics;
  }

  public void addTo(Routes routes) {
    routes.get("/events", this::events);
    routes.getOpen("/health", this::health);
    routes.getOpen("/ready", this::ready);
    routes.get(
        "/metrics",
        Scope.READ,
        exchange -> exchange.contentType(ServiceMetrics.CONTENT_TYPE).answer(metrics.scrape()));
  }

  private void events(Exchange exchange, HostedCollection hosted) {
    if (!EventStream.CONTENT_TYPE.equals(exchange.header("Accept"))) {
      throw new Problem(406, "expected the header 'Accept: " + EventStream.CONTENT_TYPE + "'");
    }
    if (exchange.method().equals("HEAD")) {
      exchange.contentType(EventStream.CONTENT_TYPE).answer(new byte[0]);
      return;
    }
    hosted.streams().requireRoom();
    hosted.streams().add(exchange.answerEvents());
  }

  private void health(Exchange exchange, HostedCollection hosted) {
    ObjectNode body = Json.object();
    body.put("status", "up");
    body.put("rounds", hosted.collection().learnt().progress().rounds());
    body.put("items", hosted.collection().index().size());
    body.put("waiting", hosted.collection().waitingChanges());
    body.put("writable", hosted.collection().storageProblem() == null);
    Answers.answer(exchange, body);
  }

  private void ready(Exchange exchange, HostedCollection hosted) {
    String problem = hosted.collection().storageProblem();
    if (problem != null) {
      throw new Problem(503, problem);
    }
    ObjectNode body = Json.object();
    body.put("status", "ready");
    Answers.answer(exchange, body);
  }
}
