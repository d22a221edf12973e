package io.github.sors.server.collection;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The model of a collection before it has learnt anything: the model that it starts from, the
 * identity or zero, or an encoder with random rows.
 */
final class CollectionStart {

  private final CollectionSettings settings;
  private final Path folder;
  private @Nullable ServedModel model;

  CollectionStart(CollectionSettings settings, Path folder) {
    this.settings = settings;
    this.folder = folder;
  }

  /** The model for at least this many features. */
  synchronized ServedModel of(int features) throws IOException {
    ServedModel known = model;
    if (known == null || known.model().queryDimension() < features) {
      CollectionState state = CollectionState.unsearchable(settings, settings.newLearner(), 1);
      if (settings.start() != null) {
        settings.start().putInto(state, folder);
      }
      state.growLearnerTo(features);
      known = ServedModel.of(state.learner().snapshot(), known);
      model = known;
    }
    return known;
  }
}
