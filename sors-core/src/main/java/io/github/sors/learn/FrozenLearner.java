package io.github.sors.learn;

import io.github.sors.BilinearModel;
import io.github.sors.LearningProgress;
import io.github.sors.matrix.FrozenMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A snapshot of a learner of a matrix.
 *
 * <p>Rows are copied one by one, as late as possible, see {@link FrozenMatrix}; closing the
 * snapshot ends that.
 *
 * <p>Threads: belongs to one thread, which need not be that of the learner. Failures: a second
 * reading, or one after {@link #close}, throws {@link IllegalStateException}; a disk throws {@link
 * IOException} and leaves the old file as it was.
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
