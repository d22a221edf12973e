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
 * A learner in the middle of its work, with what its owner has to know to go on: a learner read
 * from a checkpoint continues as if it had never stopped, bit for bit.
 *
 * @param learner the learner
 * @param context what belongs to it, such as the hash of the data, the seed and the position in the
 *     stream of triplets
 */
public record Checkpoint(OnlineLearner learner, Map<String, String> context) {

  public Checkpoint {
    context = Collections.unmodifiableMap(new TreeMap<>(context));
  }

  /** Writes it; an older file of that name is replaced only by a whole new one. */
  public void write(Path file) throws IOException {
    try (LearnerState now = learner.freeze()) {
      now.writeCheckpoint(context, file);
    }
  }

  /**
   * The learner, which has to be one of a matrix M.
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
