package io.github.sors.spark;

import io.github.sors.InvalidInputException;
import io.github.sors.LearningProgress;
import io.github.sors.MatrixRow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.storage.StorageLevel;

/**
 * Where a training keeps what it has reached after some slices, in a folder that all machines see.
 *
 * <p>{@code slice-N/rows} are the rows as Parquet, and {@code slice-N/state}, written last, says
 * how far the training was and with which settings. Without it a folder does not count.
 */
final class TrainingCheckpoint {

  private static final String PREFIX = "slice-";
  private static final StructType STATE =
      new StructType()
          .add("settings", DataTypes.StringType)
          .add("untouchedDiagonal", DataTypes.FloatType)
          .add("rounds", DataTypes.LongType)
          .add("activeRounds", DataTypes.LongType)
          .add("cumulativeLoss", DataTypes.DoubleType)
          .add("touchedEntries", DataTypes.LongType);

  private final SparkSession session;
  private final String folder;
  private final String settings;

  /**
   * A checkpoint in a folder, which need not exist.
   *
   * @param settings of the training; only one with the same goes on from it
   */
  TrainingCheckpoint(SparkSession session, String folder, String settings) {
    this.session = session;
    this.folder = folder;
    this.settings = settings;
  }

  /** A training that has done so many slices. */
  record Reached(int slices, TrainingState state) {}

  /** Writes a state and returns it as read from the files, free of what it was computed from. */
  TrainingState write(int slices, TrainingState state) {
    String target = folder(slices);
    session
        .createDataset(
            state.rows().map(TrainingCheckpoint::toBean).rdd(), Encoders.bean(LearnerRow.class))
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(target + "/rows");
    LearningProgress progress = state.progress();
    Row values =
        RowFactory.create(
            settings,
            state.untouchedDiagonal(),
            progress.rounds(),
            progress.activeRounds(),
            progress.cumulativeLoss(),
            progress.touchedEntries());
    session
        .createDataFrame(java.util.List.of(values), STATE)
        .coalesce(1)
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(target + "/state");
    TrainingState written = read(slices);
    written.rows().count();
    state.rows().unpersist(false);
    return written;
  }

  /**
   * The last state that was written whole.
   *
   * @throws InvalidInputException if it is of another training
   */
  Optional<Reached> latest() {
    int latest = -1;
    try {
      Path path = new Path(folder);
      FileSystem files = path.getFileSystem(session.sparkContext().hadoopConfiguration());
      if (files.exists(path)) {
        for (FileStatus status : files.listStatus(path)) {
          String name = status.getPath().getName();
          if (name.startsWith(PREFIX)
              && files.exists(new Path(status.getPath(), "state/_SUCCESS"))) {
            latest = Math.max(latest, Integer.parseInt(name.substring(PREFIX.length())));
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return latest < 0 ? Optional.empty() : Optional.of(new Reached(latest, read(latest)));
  }

  private String folder(int slices) {
    return folder + "/" + PREFIX + String.format(Locale.ROOT, "%06d", slices);
  }

  private TrainingState read(int slices) {
    String source = folder(slices);
    Row values = session.read().schema(STATE).parquet(source + "/state").head();
    if (!values.getString(0).equals(settings)) {
      throw new InvalidInputException(
          "the checkpoint in "
              + folder
              + " is of another training: it has "
              + values.getString(0)
              + " where this one has "
              + settings
              + "; remove the folder, or take another");
    }
    JavaRDD<MatrixRow> rows =
        session
            .read()
            .schema(Encoders.bean(LearnerRow.class).schema())
            .parquet(source + "/rows")
            .as(Encoders.bean(LearnerRow.class))
            .javaRDD()
            .map(TrainingCheckpoint::fromBean)
            .persist(StorageLevel.MEMORY_AND_DISK_SER());
    return new TrainingState(
        rows,
        values.getFloat(1),
        new LearningProgress(
            values.getLong(2), values.getLong(3), values.getDouble(4), values.getLong(5)));
  }

  private static LearnerRow toBean(MatrixRow row) {
    LearnerRow bean = new LearnerRow();
    bean.setFeature(row.feature());
    bean.setDiagonal(row.diagonal());
    bean.setDiagonalSquare(row.diagonalSquare());
    bean.setColumns(row.columns());
    bean.setValues(row.levels());
    bean.setSquares(row.squares());
    return bean;
  }

  private static MatrixRow fromBean(LearnerRow bean) {
    return new MatrixRow(
        bean.getFeature(),
        bean.getDiagonal(),
        bean.getDiagonalSquare(),
        bean.getColumns(),
        bean.getValues(),
        bean.getSquares());
  }
}
