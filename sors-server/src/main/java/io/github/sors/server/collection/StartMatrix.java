package io.github.sors.server.collection;

import io.github.sors.BilinearModel;
import java.io.IOException;
import java.nio.file.Path;

/** What a collection had before it learnt anything: the identity, zero, or a model. */
final class StartMatrix {

  private final CollectionSettings settings;
  private final Path folder;
  private BilinearModel matrix;

  StartMatrix(CollectionSettings settings, Path folder) {
    this.settings = settings;
    this.folder = folder;
  }

  /** The matrix for at least this many features. */
  synchronized BilinearModel of(int features) throws IOException {
    if (matrix == null || matrix.queryDimension() < features) {
      CollectionState state = CollectionState.unsearchable(settings, settings.newLearner(), 1);
      if (settings.start() != null) {
        settings.start().putInto(state, folder);
      }
      state.growLearnerTo(features);
      matrix = state.learner().snapshot();
    }
    return matrix;
  }
}
