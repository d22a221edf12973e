package io.github.sors.server.collection.state;

import io.github.sors.server.collection.Outcome;
import io.github.sors.server.collection.RequestKey;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The outcomes of the latest keyed requests; the oldest are dropped. */
public final class KnownKeys {

  static final int MOST = 20_000;

  /** A finished request and its outcome. */
  public record Done(RequestKey key, Outcome outcome) {}

  private final LinkedHashMap<String, Done> done = new LinkedHashMap<>();

  /** The request with a key; null if there was none, or it is too old. */
  public @Nullable Done find(String key) {
    return done.get(key);
  }

  void add(RequestKey key, Outcome outcome) {
    if (key.isNone()) {
      return;
    }
    done.put(key.key(), new Done(key, outcome));
    if (done.size() > MOST) {
      done.remove(done.keySet().iterator().next());
    }
  }

  void addAll(KnownKeys other) {
    done.putAll(other.done);
  }

  Map<String, Done> all() {
    return done;
  }
}
