package io.github.sors.server.http.hosted;

import io.github.sors.server.collection.live.TeachableCollection;
import io.github.sors.server.http.guard.BodyBudget;
import io.github.sors.server.http.guard.ClientWatch;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.eclipse.jetty.server.Request;

/** Metrics in the format of Prometheus. */
public final class ServiceMetrics implements AutoCloseable {

  public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private static final String ROUTE = ServiceMetrics.class.getName();
  private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "DELETE");
  private static final Duration[] BUCKETS =
      IntStream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
          .mapToObj(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Timer searches = timer("sors.search", "Searches, from the request to the answer");
  private final Timer feedback = timer("sors.feedback", "Feedback, until it is on the disk");

  public ServiceMetrics(TeachableCollection collection) {
    gauge("sors.rounds", collection, c -> c.learnt().progress().rounds());
    gauge("sors.active.rounds", collection, c -> c.learnt().progress().activeRounds());
    gauge("sors.cumulative.loss", collection, c -> c.learnt().progress().cumulativeLoss());
    gauge("sors.recent.loss", collection, c -> c.learnt().recentLoss());
    gauge("sors.nonzeros", collection, c -> c.learnt().served().nonZeros());
    gauge("sors.sparsity", collection, c -> c.learnt().served().sparsity());
    gauge("sors.model.bytes", collection, TeachableCollection::modelBytes);
    gauge("sors.items", collection, c -> c.index().size());
    gauge("sors.features", collection, TeachableCollection::featureCount);
    gauge("sors.queue", collection, TeachableCollection::waitingChanges);
    gauge("sors.writable", collection, c -> c.storageProblem() == null ? 1 : 0);
    collections.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
  }

  private Timer timer(String name, String description) {
    return Timer.builder(name)
        .description(description)
        .publishPercentiles(0.5, 0.99)
        .register(registry);
  }

  private void gauge(
      String name, TeachableCollection of, ToDoubleFunction<TeachableCollection> value) {
    Gauge.builder(name, of, value).register(registry);
  }

  public void watchStreams(EventStreams streams) {
    Gauge.builder("sors.streams", streams, EventStreams::open).register(registry);
  }

  public void watchClients(ClientWatch clients, BodyBudget bodies) {
    Gauge.builder("sors.connections", clients, ClientWatch::connections).register(registry);
    Gauge.builder("sors.bodies.bytes", bodies, BodyBudget::taken).register(registry);
  }

  public Timer searches() {
    return searches;
  }

  public Timer feedback() {
    return feedback;
  }

  /** Records the route of a request. */
  public void matched(Request request, String route) {
    request.setAttribute(ROUTE, route);
  }

  /** Counts and times an answer. */
  void answered(Request request, int status, long nanos) {
    registry.counter("sors.answers", "status", Integer.toString(status)).increment();
    Object route = request.getAttribute(ROUTE);
    Timer.builder("sors.requests")
        .description("Requests, until the last byte of the answer is sent")
        .tag("method", METHODS.contains(request.getMethod()) ? request.getMethod() : "other")
        .tag("route", route == null ? "none" : (String) route)
        .tag("status", Integer.toString(status))
        .serviceLevelObjectives(BUCKETS)
        .register(registry)
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  /** Adds the metrics of a collection. */
  void add(HostedCollection hosted) {
    TeachableCollection of = hosted.collection();
    named(hosted, "sors.collection.rounds", of, c -> c.learnt().progress().rounds());
    named(hosted, "sors.collection.items", of, c -> c.index().size());
    named(hosted, "sors.collection.model.bytes", of, TeachableCollection::modelBytes);
    named(hosted, "sors.collection.quality.start", of, c -> c.quality().startRight());
    named(hosted, "sors.collection.quality.learnt", of, c -> c.quality().learntRight());
    named(hosted, "sors.collection.serves.start", of, c -> c.quality().worse() ? 1 : 0);
    named(hosted, "sors.collection.queue", of, TeachableCollection::waitingChanges);
    named(hosted, "sors.collection.writable", of, c -> c.storageProblem() == null ? 1 : 0);
  }

  private void named(
      HostedCollection hosted,
      String name,
      TeachableCollection of,
      ToDoubleFunction<TeachableCollection> value) {
    Gauge.builder(name, of, value).tag("collection", hosted.name()).register(registry);
  }

  /** Removes the metrics of a collection. */
  void remove(HostedCollection hosted) {
    for (Meter meter : registry.getMeters()) {
      if (hosted.name().equals(meter.getId().getTag("collection"))) {
        registry.remove(meter);
      }
    }
  }

  public byte[] scrape() {
    return registry.scrape(CONTENT_TYPE).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
