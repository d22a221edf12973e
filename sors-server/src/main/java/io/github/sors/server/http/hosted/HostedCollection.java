package io.github.sors.server.http.hosted;

import io.github.sors.search.StrongestPairs;
import io.github.sors.server.collection.ServedModel;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.live.TeachableCollection;
import io.github.sors.server.http.About;
import io.github.sors.server.http.RequestLimits;
import io.github.sors.server.http.TextFeatures;
import io.github.sors.server.http.exchange.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A collection with its charts, its event streams and its request reader. */
public final class HostedCollection implements AutoCloseable {

  private record RankedPairs(ServedModel of, List<StrongestPairs.Pair> pairs) {}

  private final String name;
  private final About about;
  private final TeachableCollection collection;
  private final RequestReader reader;
  private final LearningCurve curve;
  private final EventStreams streams;
  private volatile @Nullable RankedPairs rankedPairs;

  public HostedCollection(
      String name,
      TeachableCollection collection,
      Path folder,
      RequestLimits limits,
      About about,
      Executor answerers) {
    this.name = name;
    this.about = about;
    this.collection = collection;
    this.reader = new RequestReader(limits, new TextFeatures(collection.settings().analyzer()));
    this.curve = new LearningCurve(collection, folder);
    this.streams = new EventStreams(collection, answerers, limits.streams());
  }

  public String name() {
    return name;
  }

  public About about() {
    return about;
  }

  public TeachableCollection collection() {
    return collection;
  }

  public RequestReader reader() {
    return reader;
  }

  public LearningCurve curve() {
    return curve;
  }

  public EventStreams streams() {
    return streams;
  }

  /** Returns the item with an id; throws a {@link Problem} if there is none. */
  public StoredItem require(String id) {
    StoredItem item = collection.item(id);
    if (item == null) {
      throw new Problem(404, "there is no item '" + id + "'");
    }
    return item;
  }

  /** The strongest learnt pairs of a model, cached per model. */
  public List<StrongestPairs.Pair> strongestPairs(ServedModel model, int most) {
    RankedPairs ranked = rankedPairs;
    if (ranked == null || ranked.of() != model) {
      ranked = new RankedPairs(model, model.strongestPairs(most));
      rankedPairs = ranked;
    }
    return ranked.pairs();
  }

  /** Saves the charts; the collection stays open. */
  @Override
  public void close() throws IOException {
    streams.close();
    curve.close();
  }
}
