package io.github.sors.learn.exactness;

import io.github.sors.learn.Checkpoint;
import io.github.sors.learn.OnlineBilinearLearner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes a learner to a checkpoint and reads it again, as if it had been stopped and resumed. */
public final class Rereading {

  private Rereading() {}

  /** The learner that the checkpoint of another holds. */
  public static OnlineBilinearLearner of(OnlineBilinearLearner learner) throws IOException {
    Path file = Files.createTempFile("learner", ".checkpoint");
    try {
      new Checkpoint(learner, Map.of()).write(file);
      return Checkpoint.read(file).bilinearLearner();
    } finally {
      Files.delete(file);
    }
  }
}
