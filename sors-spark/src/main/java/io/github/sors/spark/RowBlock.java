package io.github.sors.spark;

import io.github.sors.MatrixRow;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/**
 * Some rows of a model, by ascending feature. Immutable: a changed block shares the unchanged rows
 * with the previous version.
 */
final class RowBlock implements Serializable {

  private static final long serialVersionUID = 1;

  private final MatrixRow[] rows;

  private RowBlock(MatrixRow[] rows) {
    this.rows = rows;
  }

  static RowBlock of(Iterator<MatrixRow> rows) {
    List<MatrixRow> list = new ArrayList<>();
    rows.forEachRemaining(list::add);
    MatrixRow[] sorted = list.toArray(MatrixRow[]::new);
    Arrays.sort(sorted, Comparator.comparingInt(MatrixRow::feature));
    return new RowBlock(sorted);
  }

  Iterator<MatrixRow> iterator() {
    return Arrays.asList(rows).iterator();
  }

  /** The given features that have a row; the features must ascend. */
  List<MatrixRow> select(int[] features) {
    List<MatrixRow> selected = new ArrayList<>();
    int low = 0;
    for (int feature : features) {
      low = lowerBound(feature, low);
      if (low < rows.length && rows[low].feature() == feature) {
        selected.add(rows[low]);
      }
    }
    return selected;
  }

  /** The first place from {@code low} on whose feature is not below the given one. */
  private int lowerBound(int feature, int low) {
    int start = low;
    int end = rows.length;
    while (start < end) {
      int middle = (start + end) >>> 1;
      if (rows[middle].feature() < feature) {
        start = middle + 1;
      } else {
        end = middle;
      }
    }
    return start;
  }

  /** Returns this block with rows added or replaced. */
  RowBlock with(List<MatrixRow> changed) {
    if (changed.isEmpty()) {
      return this;
    }
    MatrixRow[] newer = changed.toArray(MatrixRow[]::new);
    Arrays.sort(newer, Comparator.comparingInt(MatrixRow::feature));
    MatrixRow[] merged = new MatrixRow[rows.length + newer.length];
    int count = 0;
    int i = 0;
    for (MatrixRow row : newer) {
      while (i < rows.length && rows[i].feature() < row.feature()) {
        merged[count++] = rows[i++];
      }
      if (i < rows.length && rows[i].feature() == row.feature()) {
        i++;
      }
      merged[count++] = row;
    }
    while (i < rows.length) {
      merged[count++] = rows[i++];
    }
    return new RowBlock(Arrays.copyOf(merged, count));
  }
}
