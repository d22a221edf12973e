package io.github.sors.learn;

import io.github.sors.BilinearModel;
import io.github.sors.LearningProgress;
import io.github.sors.Provenance;
import io.github.sors.io.FileKind;
import io.github.sors.io.SectionWriter;
import io.github.sors.matrix.FrozenMatrix;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * A learner as it stood at some moment, which one other thread may read, once, while the learner
 * goes on: as a model or as a checkpoint.
 *
 * <p>What it takes to keep the past is copied row by row, as late as possible, see {@link
 * FrozenMatrix}; closing ends that.
 */
public final class FrozenLearner implements AutoCloseable {

  private final String algorithm;
  private final Map<String, String> options;
  private final LearningProgress progress;
  private final FrozenMatrix matrix;

  FrozenLearner(
      String algorithm,
      Map<String, String> options,
      LearningProgress progress,
      FrozenMatrix matrix) {
    this.algorithm = algorithm;
    this.options = options;
    this.progress = progress;
    this.matrix = matrix;
  }

  /** How far the learner had come. */
  public LearningProgress progress() {
    return progress;
  }

  /** What had been learnt. */
  public BilinearModel model() {
    return matrix
        .toModel()
        .withProvenance(
            new Provenance(
                algorithm, options, progress.rounds(), Map.of(), Provenance.softwareVersion()));
  }

  /**
   * Writes a checkpoint; an older file of that name is replaced only by a whole new one.
   *
   * @param context what belongs to it, see {@link Checkpoint}
   */
  public void writeCheckpoint(Map<String, String> context, Path file) throws IOException {
    SectionWriter.write(
        file,
        FileKind.CHECKPOINT,
        writer -> {
          writer.begin("learner");
          writer.writeString(algorithm);
          writer.writeMap(options);
          writer.writeMap(new TreeMap<>(context));
          writer.end();
          writer.begin("progress");
          writer.writeLong(progress.rounds());
          writer.writeLong(progress.activeRounds());
          writer.writeDouble(progress.cumulativeLoss());
          writer.writeLong(progress.touchedEntries());
          writer.end();
          matrix.write(writer);
        });
  }

  @Override
  public void close() {
    matrix.close();
  }
}
