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
public record Checkpoint(OnlineBilinearLearner learner, Map<String, String> context) {

  public Checkpoint {
    context = Collections.unmodifiableMap(new TreeMap<>(context));
  }

  /** Writes it; an older file of that name is replaced only by a whole new one. */
  public void write(Path file) throws IOException {
    try (FrozenLearner now = learner.freeze()) {
      now.writeCheckpoint(context, file);
    }
  }

  /**
   * Reads a checkpoint.
   *
   * @throws InvalidInputException if the file is truncated, altered or not a checkpoint
   */
  public static Checkpoint read(Path file) throws IOException {
    try (SectionReader reader = SectionReader.open(file, FileKind.CHECKPOINT)) {
      reader.begin("learner");
      Algorithm algorithm = Algorithm.parse(reader.readString());
      OnlineBilinearLearner learner = algorithm.create(reader.readMap());
      Map<String, String> context = reader.readMap();
      reader.end();
      learner.read(reader);
      return new Checkpoint(learner, context);
    } catch (IllegalArgumentException e) {
      throw new InvalidInputException(
          file + " is not a checkpoint that sors wrote: " + e.getMessage(), e);
    }
  }
}
