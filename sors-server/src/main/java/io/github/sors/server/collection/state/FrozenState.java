package io.github.sors.server.collection.state;

import io.github.sors.learn.LearnerState;
import io.github.sors.server.collection.CollectionSettings;
import io.github.sors.server.collection.ModelVersion;
import io.github.sors.server.collection.StoredItem;
import io.github.sors.server.collection.model.FeedbackTrial;
import java.util.List;

/**
 * A snapshot of a collection, which another thread can write to disk while changes continue.
 *
 * @param sequence the number of the last record that it holds
 * @param keys the known keyed requests, the oldest first
 * @param undoable the numbers of the records that can be undone, the latest last
 */
public record FrozenState(
    CollectionSettings settings,
    long sequence,
    List<String> features,
    List<StoredItem> items,
    List<String> taughtItems,
    List<KnownKeys.Done> keys,
    List<Long> undoable,
    List<ModelVersion> versions,
    FeedbackTrial.Saved trial,
    LearnerState learner)
    implements AutoCloseable {

  @Override
  public void close() {
    learner.close();
  }
}
