package io.github.sors.server.collection.model;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.LearningProgress;
import io.github.sors.MatrixRow;
import io.github.sors.Model;
import io.github.sors.SparseVector;
import io.github.sors.learn.AdaSorsI;
import io.github.sors.learn.AdaSorsII;
import io.github.sors.learn.OnlineBilinearLearner;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A collection's learner of a matrix M. */
record MatrixLearning(OnlineBilinearLearner learner) implements CollectionLearner {

  @Override
  public long work(int queryFeatures, SparseVector better, SparseVector worse) {
    return (long) queryFeatures * MatrixBound.distinctFeatures(better, worse);
  }

  @Override
  public long mostBytes() {
    return learner.matrixBytes();
  }

  @Override
  public LearningBound bound(int features) {
    return new MatrixBound(isAdaptive(), features);
  }

  /** Whether the learner keeps a sum of squares per entry. */
  private boolean isAdaptive() {
    return learner instanceof AdaSorsI || learner instanceof AdaSorsII;
  }

  /** Dense rows get only a part of the memory, so that M fits when it changes to hashed rows. */
  @Override
  public void limitMemory(long bytes) {
    learner.setPlentifulMemory(bytes / 4);
  }

  @Override
  public void requireStart(Model model, Path file) {
    if (!(model instanceof BilinearModel matrix)) {
      throw new InvalidInputException(
          file
              + " is an encoder, but "
              + learner.algorithm()
              + " learns a matrix: use the algorithm encoder, or start from another model");
    }
    if (matrix.form() != BilinearModel.Form.SIMILARITY) {
      throw new InvalidInputException(
          file
              + " is a "
              + matrix.form().label()
              + ", but a collection learns a similarity: start from a model of adasors-2 or of"
              + " another learner of similarities");
    }
  }

  @Override
  public void startFrom(Model model) {
    float diagonal = learner.untouchedDiagonal();
    learner.restore(rows((BilinearModel) model, diagonal), diagonal, LearningProgress.NONE);
  }

  /** The rows in which a model differs from a diagonal matrix with the given value. */
  private static Iterator<MatrixRow> rows(BilinearModel model, float diagonal) {
    return IntStream.range(0, model.queryDimension())
        .mapToObj(feature -> row(model, feature))
        .filter(row -> row.size() > 0 || row.diagonal() != diagonal)
        .iterator();
  }

  private static MatrixRow row(BilinearModel model, int feature) {
    float diagonal = model.get(feature, feature);
    int start = model.rowStart(feature);
    int end = model.rowEnd(feature);
    int[] columns = new int[end - start - (diagonal == 0 ? 0 : 1)];
    float[] levels = new float[columns.length];
    int count = 0;
    for (int k = start; k < end; k++) {
      if (model.columnArray()[k] != feature) {
        columns[count] = model.columnArray()[k];
        levels[count++] = model.valueArray()[k];
      }
    }
    // a model does not contain squared gradients: their sums start at 0
    return new MatrixRow(feature, diagonal, 0, columns, levels, new float[columns.length]);
  }

  @Override
  public CollectionStart.Scorer startScorer(@Nullable Model given) {
    return new MatrixStart((BilinearModel) given, learner.untouchedDiagonal());
  }

  @Override
  public long bytesPerItem() {
    return 0;
  }
}
