package io.github.sors.learn;

import io.github.sors.LearningProgress;
import io.github.sors.Model;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A learner as it stood at some moment, which one other thread may read, once, while the learner
 * goes on: as a model or as a checkpoint. Closing it ends what it takes to keep the past.
 */
public interface LearnerState extends AutoCloseable {

  /** How far the learner had come. */
  LearningProgress progress();

  /** What had been learnt. */
  Model model();

  /**
   * Writes a checkpoint; an older file of that name is replaced only by a whole new one.
   *
   * @param context what belongs to it, see {@link Checkpoint}
   */
  void writeCheckpoint(Map<String, String> context, Path file) throws IOException;

  @Override
  void close();
}
