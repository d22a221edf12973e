package io.github.sors.server.http;

import io.github.sors.server.collection.TeachableCollection;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.ToDoubleFunction;

/** What can be watched, as Prometheus reads it. */
final class ServiceMetrics implements AutoCloseable {

  static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Timer searches = timer("sors.search", "Searches, from the request to the answer");
  private final Timer feedback = timer("sors.feedback", "Feedback, until it is on the disk");

  ServiceMetrics(TeachableCollection collection) {
    gauge("sors.rounds", collection, c -> c.learnt().progress().rounds());
    gauge("sors.active.rounds", collection, c -> c.learnt().progress().activeRounds());
    gauge("sors.cumulative.loss", collection, c -> c.learnt().progress().cumulativeLoss());
    gauge("sors.recent.loss", collection, c -> c.learnt().recentLoss());
    gauge("sors.nonzeros", collection, c -> c.learnt().matrix().nonZeros());
    gauge("sors.sparsity", collection, c -> c.learnt().matrix().sparsity());
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

  void watchStreams(EventStreams streams) {
    Gauge.builder("sors.streams", streams, EventStreams::open).register(registry);
  }

  void watchClients(ClientWatch clients, BodyBudget bodies) {
    Gauge.builder("sors.connections", clients, ClientWatch::connections).register(registry);
    Gauge.builder("sors.bodies.bytes", bodies, BodyBudget::taken).register(registry);
  }

  Timer searches() {
    return searches;
  }

  Timer feedback() {
    return feedback;
  }

  /** Counts an answer. */
  void answered(int status) {
    registry.counter("sors.answers", "status", Integer.toString(status)).increment();
  }

  String scrape() {
    return registry.scrape(CONTENT_TYPE);
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
