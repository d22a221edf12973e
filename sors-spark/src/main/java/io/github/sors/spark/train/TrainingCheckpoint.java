package io.github.sors.spark.train;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.sors.InvalidInputException;
import io.github.sors.LearningProgress;
import io.github.sors.io.AtomicFiles;
import io.github.sors.spark.model.SharedFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerApplicationEnd;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * The checkpoints of a training, in a folder that all machines share.
 *
 * <p>Each training has its own folder {@code fit-…} there, named after its data and all of its
 * settings, so that no training continues from another one. In it {@code slice-N/rows} are the rows
 * as Parquet, and {@code slice-N/state.json}, written last and atomically, has the progress.
 * Without it a slice does not count. When the training is done its folder is deleted; the rows of
 * the model move to {@code model-…}, which is deleted when the application ends.
 *
 * @param <S> the state of the training
 */
public final class TrainingCheckpoint<S extends TrainingState> {

  private static final Logger LOGGER = System.getLogger(TrainingCheckpoint.class.getPackageName());
  private static final String PREFIX = "slice-";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final SparkSession session;
  private final TrainingStrategy<S> strategy;
  private final SharedFiles files;
  private final String folder;
  private final String ofTraining;
  private final String settings;

  /**
   * Creates checkpoints in a folder, which need not exist.
   *
   * @param strategy writes and reads the rows of a state
   * @param settings the settings of the training and its data; only a training with the same
   *     settings continues from it
   */
  public TrainingCheckpoint(
      SparkSession session, TrainingStrategy<S> strategy, String folder, String settings) {
    this.session = session;
    this.strategy = strategy;
    this.files = new SharedFiles(session);
    this.folder = folder;
    this.settings = settings;
    UUID name = UUID.nameUUIDFromBytes(settings.getBytes(StandardCharsets.UTF_8));
    this.ofTraining = folder + "/fit-" + name;
  }

  /** The state of a training after some slices. */
  record Reached<S>(int slices, S state) {}

  /** Writes a state and returns it as read from the files, without its lineage. */
  S write(int slices, S state) {
    String target = folder(slices);
    strategy.beans(session, state).write().mode(SaveMode.Overwrite).parquet(target + "/rows");
    LearningProgress progress = state.progress();
    JsonNode values =
        MAPPER
            .createObjectNode()
            .put("settings", settings)
            // as bits, which are exact
            .put("untouchedDiagonalBits", Float.floatToIntBits(state.untouchedDiagonal()))
            .put("rounds", progress.rounds())
            .put("activeRounds", progress.activeRounds())
            .put("cumulativeLoss", progress.cumulativeLoss())
            .put("touchedEntries", progress.touchedEntries());
    try {
      files.write(
          target + "/state.json",
          file ->
              AtomicFiles.replace(
                  file,
                  channel ->
                      Channels.newOutputStream(channel).write(MAPPER.writeValueAsBytes(values))));
      S written = read(slices, target + "/rows");
      state.release();
      for (String name : files.list(ofTraining)) {
        if (number(name) >= 0 && number(name) < slices) {
          files.delete(ofTraining + "/" + name);
        }
      }
      return written;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The last complete state. */
  Optional<Reached<S>> latest() {
    try {
      int latest = -1;
      for (String name : files.list(ofTraining)) {
        if (number(name) > latest && files.exists(ofTraining + "/" + name + "/state.json")) {
          latest = number(name);
        }
      }
      return latest < 0
          ? Optional.empty()
          : Optional.of(new Reached<>(latest, read(latest, folder(latest) + "/rows")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The slice of a folder; -1 if it is not a folder of a slice. */
  private static int number(String name) {
    return name.matches(PREFIX + "\\d{1,9}")
        ? Integer.parseInt(name.substring(PREFIX.length()))
        : -1;
  }

  /**
   * Ends the training and removes its checkpoints.
   *
   * @return its last state, whose rows were moved
   */
  S finish(int slices, S state) {
    try {
      String kept = folder + "/model-" + UUID.randomUUID();
      files.rename(folder(slices) + "/rows", kept + "/rows");
      deleteAtTheEnd(session, kept);
      S moved = read(slices, kept + "/rows");
      state.release();
      files.delete(ofTraining);
      return moved;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes a folder when the application ends. */
  static void deleteAtTheEnd(SparkSession session, String folder) {
    SharedFiles files = new SharedFiles(session);
    session
        .sparkContext()
        .addSparkListener(
            new SparkListener() {
              @Override
              public void onApplicationEnd(SparkListenerApplicationEnd end) {
                try {
                  files.delete(folder);
                } catch (IOException e) {
                  LOGGER.log(
                      Level.WARNING, "{0} could not be deleted: {1}", folder, e.getMessage());
                }
              }
            });
  }

  private String folder(int slices) {
    return ofTraining + "/" + PREFIX + String.format(Locale.ROOT, "%06d", slices);
  }

  private S read(int slices, String rowsFolder) throws IOException {
    JsonNode values =
        files.read(folder(slices) + "/state.json", file -> MAPPER.readTree(file.toFile()));
    if (!values.path("settings").asText().equals(settings)) {
      throw new InvalidInputException(
          ofTraining
              + " belongs to another training, or is damaged: remove it, or use another folder");
    }
    return strategy.restored(
        session,
        rowsFolder,
        Float.intBitsToFloat(values.path("untouchedDiagonalBits").asInt()),
        new LearningProgress(
            values.path("rounds").asLong(),
            values.path("activeRounds").asLong(),
            values.path("cumulativeLoss").asDouble(),
            values.path("touchedEntries").asLong()));
  }
}
