package io.github.sors.learn;

import io.github.sors.BilinearModel;
import io.github.sors.LearningProgress;
import io.github.sors.matrix.FrozenMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A learner of a matrix as it stood at some moment.
 *
 * <p>What it takes to keep the past is copied row by row, as late as possible, see {@link
 * FrozenMatrix}; closing ends that.
 */
public final class FrozenLearner implements LearnerState {

  private final LearnerHeader header;
  private final FrozenMatrix matrix;

  FrozenLearner(LearnerHeader header, FrozenMatrix matrix) {
    this.header = header;
    this.matrix = matrix;
  }

  @Override
  public LearningProgress progress() {
    return header.progress();
  }

  @Override
  public BilinearModel model() {
    return matrix.toModel().withProvenance(header.provenance());
  }

  @Override
  public void writeCheckpoint(Map<String, String> context, Path file) throws IOException {
    header.writeCheckpoint(context, matrix::write, file);
  }

  @Override
  public void close() {
    matrix.close();
  }
}
