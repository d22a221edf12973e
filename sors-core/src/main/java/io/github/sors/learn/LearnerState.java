package io.github.sors.learn;

import io.github.sors.LearningProgress;
import io.github.sors.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A snapshot of a learner, which one other thread may read, once, as a model or as a checkpoint,
 * while the learner continues. Closing it releases the snapshot.
 *
 * <p>Threads: belongs to one thread, which need not be that of the learner. Failures: a checkpoint
 * that cannot be written throws {@link IOException} and leaves the old file as it was; close the
 * state in any case.
 */
public interface LearnerState extends AutoCloseable {

  /** The progress of the learner. */
  LearningProgress progress();

  /** The model. */
  Model model();

  /**
   * Writes a checkpoint; replaces an existing file atomically.
   *
   * @param context further values to store, see {@link Checkpoint}
   */
  void writeCheckpoint(Map<String, String> context, Path file) throws IOException;

  @Override
  void close();
}
