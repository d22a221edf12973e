package io.github.sors.learn;

import io.github.sors.InvalidInputException;
import io.github.sors.io.FileKind;
import io.github.sors.io.SectionReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A learner that was interrupted, with the context that its owner needs to continue. A learner read
 * from a checkpoint continues bit-identically, as if it had never stopped.
 *
 * <p>Threads: belongs to the thread of its learner. Failures: a bad file throws {@link
 * InvalidInputException} before any of it is used, a disk {@link IOException}; a write that fails
 * leaves the old file as it was.
 *
 * @param learner the learner
 * @param context further values to store, such as the hash of the data, the seed and the position
 *     in the stream of triplets
 */
public record Checkpoint(OnlineLearner learner, Map<String, String> context) {

  public Checkpoint {
    context = Collections.unmodifiableMap(new TreeMap<>(context));
  }

  /** Writes the checkpoint; replaces an existing file atomically. */
  public void write(Path file) throws IOException {
    try (LearnerState now = learner.freeze()) {
      now.writeCheckpoint(context, file);
    }
  }

  /**
   * Returns the learner as a learner of a matrix M.
   *
   * @throws InvalidInputException if it is not
   */
  public OnlineBilinearLearner bilinearLearner() {
    if (learner instanceof OnlineBilinearLearner bilinear) {
      return bilinear;
    }
    throw new InvalidInputException(
        "the checkpoint is of algorithm " + learner.algorithm() + ", which learns no matrix M");
  }

  /**
   * Reads a checkpoint.
   *
   * @throws InvalidInputException if the file is truncated, altered or not a checkpoint
   */
  public static Checkpoint read(Path file) throws IOException {
    try (SectionReader reader = SectionReader.open(file, FileKind.CHECKPOINT)) {
      reader.begin("learner");
      OnlineLearner learner = Learners.create(reader.readString(), reader.readMap());
      Map<String, String> context = reader.readMap();
      reader.end();
      if (learner instanceof OnlineBilinearLearner bilinear) {
        bilinear.read(reader);
      } else if (learner instanceof EncoderLearner encoder) {
        encoder.read(reader);
      }
      reader.finish();
      return new Checkpoint(learner, context);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          file + " is not a checkpoint that sors wrote: " + e.getMessage(), e);
    }
  }
}
