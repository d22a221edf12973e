package io.github.sors.matrix;

import io.github.sors.BilinearModel;
import java.util.Arrays;

/**
 * Keeps the largest off-diagonal entries of a model and drops the others. Of entries of equal
 * magnitude, it keeps the first, by row and then by column.
 */
public final class EntryLimit {

  private EntryLimit() {}

  /**
   * Returns the model with at most {@code most} off-diagonal entries; the same object if it has no
   * more.
   */
  public static BilinearModel apply(BilinearModel model, long most) {
    MagnitudeCut search = new MagnitudeCut(most);
    forEachOffDiagonal(model, search::count);
    if (!search.isNeeded()) {
      return model;
    }
    forEachOffDiagonal(model, search::refine);
    return kept(model, search.cut());
  }

  private interface ValueConsumer {
    void accept(float value);
  }

  private static void forEachOffDiagonal(BilinearModel model, ValueConsumer consumer) {
    for (int row = 0; row < model.queryDimension(); row++) {
      for (int k = model.rowStart(row); k < model.rowEnd(row); k++) {
        if (model.columnArray()[k] != row) {
          consumer.accept(model.valueArray()[k]);
        }
      }
    }
  }

  private static BilinearModel kept(BilinearModel model, MagnitudeCut.Cut cut) {
    long[] starts = new long[model.queryDimension() + 1];
    int[] columns = new int[model.nonZeros()];
    float[] values = new float[columns.length];
    int count = 0;
    long equal = cut.equal();
    for (int row = 0; row < model.queryDimension(); row++) {
      for (int k = model.rowStart(row); k < model.rowEnd(row); k++) {
        float value = model.valueArray()[k];
        int column = model.columnArray()[k];
        if (column == row || cut.isAbove(value) || (cut.isEqual(value) && equal-- > 0)) {
          columns[count] = column;
          values[count++] = value;
        }
      }
      starts[row + 1] = count;
    }
    return BilinearModel.ofTrustedRows(
            model.queryDimension(),
            model.itemDimension(),
            starts,
            Arrays.copyOf(columns, count),
            Arrays.copyOf(values, count))
        .withDescription(model.description());
  }
}
