package io.github.sors.learn;

import io.github.sors.LearningProgress;
import io.github.sors.Provenance;
import io.github.sors.io.FileKind;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The first part of the state of every learner.
 *
 * @param algorithm its name
 * @param options its options by name
 * @param progress its progress
 */
record LearnerHeader(String algorithm, Map<String, String> options, LearningProgress progress) {

  /** The provenance of a model made from this state. */
  Provenance provenance() {
    return new Provenance(
        algorithm, options, progress.rounds(), Map.of(), Provenance.softwareVersion());
  }

  /** Writes a checkpoint: this header, followed by the learner's own sections. */
  void writeCheckpoint(Map<String, String> context, SectionWriter.Content state, Path file)
      throws IOException {
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
          state.writeTo(writer);
        });
  }

  static LearningProgress readProgress(SectionReader reader) throws IOException {
    reader.begin("progress");
    LearningProgress progress =
        new LearningProgress(
            reader.readLong(), reader.readLong(), reader.readDouble(), reader.readLong());
    reader.end();
    if (progress.rounds() < 0
        || progress.activeRounds() < 0
        || progress.activeRounds() > progress.rounds()
        || progress.touchedEntries() < 0
        || !(progress.cumulativeLoss() >= 0)) {
      throw new IllegalArgumentException(
          "expected rounds that can have been played, found " + progress);
    }
    return progress;
  }
}
