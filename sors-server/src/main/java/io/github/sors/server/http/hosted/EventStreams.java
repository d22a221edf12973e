package io.github.sors.server.http.hosted;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.sors.Model;
import io.github.sors.server.collection.LearntModel;
import io.github.sors.server.collection.live.TeachableCollection;
import io.github.sors.server.http.exchange.EventStream;
import io.github.sors.server.http.exchange.Json;
import io.github.sors.server.http.exchange.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Streams the progress of learning to clients: the newest model, a few times per second.
 *
 * <p>A slow client delays only itself, and the number of clients is limited.
 */
public final class EventStreams implements AutoCloseable {

  private static final long PERIOD_MILLIS = 150;
  private static final long SILENCE_MILLIS = 5_000;

  private final TeachableCollection collection;
  private final Executor senders;
  private final int most;
  private final AtomicInteger open = new AtomicInteger();
  private final Map<EventStream, Listener> listeners = new ConcurrentHashMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "sors-events");
            thread.setDaemon(true);
            return thread;
          });

  private final ScheduledFuture<?> ticks;

  private static final class Listener {
    final AtomicBoolean busy = new AtomicBoolean();
    @Nullable Model sent;
    long sentAt;
  }

  EventStreams(TeachableCollection collection, Executor senders, int most) {
    this.collection = collection;
    this.senders = senders;
    this.most = most;
    ticks = clock.scheduleWithFixedDelay(this::tell, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  int open() {
    return open.get();
  }

  /** Throws if there are too many streams already. */
  public void requireRoom() {
    if (open.incrementAndGet() > most) {
      open.decrementAndGet();
      throw new Problem(
          503, "expected at most " + most + " event streams at once: try again later");
    }
  }

  /** Adds a stream, after {@link #requireRoom}. */
  public void add(EventStream client) {
    client.onClose(
        () -> {
          listeners.remove(client);
          open.decrementAndGet();
        });
    listeners.put(client, new Listener());
    client.open();
  }

  private void tell() {
    LearntModel learnt = collection.learnt();
    long now = System.nanoTime();
    listeners.forEach(
        (client, listener) -> {
          boolean silent = now - listener.sentAt > TimeUnit.MILLISECONDS.toNanos(SILENCE_MILLIS);
          if ((listener.sent != learnt.model() || silent)
              && listener.busy.compareAndSet(false, true)) {
            senders.execute(() -> send(client, listener, learnt));
          }
        });
  }

  private static void send(EventStream client, Listener listener, LearntModel learnt) {
    boolean still = listener.sent == learnt.model();
    listener.sent = learnt.model();
    listener.sentAt = System.nanoTime();
    Runnable sent = () -> listener.busy.set(false);
    if (still) {
      client.sendComment("still here", sent);
    } else {
      client.sendEvent(
          "round", new String(Json.bytes(event(learnt)), StandardCharsets.UTF_8), sent);
    }
  }

  private static ObjectNode event(LearntModel learnt) {
    ObjectNode event = Json.object();
    event.put("round", learnt.progress().rounds());
    event.put("loss", learnt.recentLoss());
    event.put("sparsity", learnt.served().sparsity());
    event.put("nonZeros", learnt.served().nonZeros());
    return event;
  }

  @Override
  public void close() {
    ticks.cancel(false);
    clock.shutdownNow();
    listeners.keySet().forEach(EventStream::close);
  }
}
