package io.github.sors.server.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.sse.SseHandler;

/** Routes for health, readiness, metrics and events. */
final class ServiceRoutes {

  private static final String EVENT_STREAM = "text/event-stream";

  private final ServiceMetrics metrics;

  ServiceRoutes(ServiceMetrics metrics) {
    this.metrics = metrics;
  }

  void addTo(Routes routes) {
    routes.get("/events", this::events);
    routes.getOpen("/health", this::health);
    routes.getOpen("/ready", this::ready);
    routes.get(
        "/metrics",
        Scope.READ,
        context -> context.contentType(ServiceMetrics.CONTENT_TYPE).result(metrics.scrape()));
  }

  private void events(Context context, HostedCollection hosted) {
    if (!EVENT_STREAM.equals(context.header("Accept"))) {
      throw new Problem(406, "expected the header 'Accept: " + EVENT_STREAM + "'");
    }
    if (context.method().equals(HandlerType.HEAD)) {
      context.contentType(EVENT_STREAM);
      return;
    }
    hosted.streams().requireRoom();
    new SseHandler(hosted.streams()::add).handle(context);
  }

  private void health(Context context, HostedCollection hosted) {
    ObjectNode body = Json.object();
    body.put("status", "up");
    body.put("rounds", hosted.collection().learnt().progress().rounds());
    body.put("items", hosted.collection().index().size());
    body.put("waiting", hosted.collection().waitingChanges());
    body.put("writable", hosted.collection().storageProblem() == null);
    Answers.answer(context, body);
  }

  private void ready(Context context, HostedCollection hosted) {
    String problem = hosted.collection().storageProblem();
    if (problem != null) {
      throw new Problem(503, problem);
    }
    ObjectNode body = Json.object();
    body.put("status", "ready");
    Answers.answer(context, body);
  }
}
