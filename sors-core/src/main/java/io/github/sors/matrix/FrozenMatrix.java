package io.github.sors.matrix;

import io.github.sors.BilinearModel;
import io.github.sors.feature.FeatureNumbering;
import io.github.sors.io.SectionWriter;
import io.github.sors.matrix.store.LevelReader;
import io.github.sors.matrix.store.RowImage;
import io.github.sors.matrix.store.RowStore;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A snapshot of a matrix, which one other thread may read, once, while rounds continue.
 *
 * <p>Freezing copies no entries. Matrix and snapshot share rows; before a round writes to a row
 * that the reader has not read yet, it copies the row. So a round waits for the reader for at most
 * one row, and a snapshot takes memory only for the rows that were written before they were read.
 */
public final class FrozenMatrix implements AutoCloseable {

  // the states of a row: shared, being read or copied, copied, read
  private static final int SHARED = 0;
  private static final int BUSY = 1;
  private static final int KEPT = 2;
  private static final int READ = 3;

  private final Shrinkage shrinkage;
  private final EntryArithmetic arithmetic;
  private final MatrixSections.Counts counts;
  private final int[] rowFeatures;
  private final int[] columnFeatures;
  private final int[] occurredColumns;
  private final Diagonal diagonal;
  private final RowClocks clocks;
  private final RowStore store;
  private final Runnable betweenRows;
  private final AtomicIntegerArray states;
  private final AtomicBoolean read = new AtomicBoolean();
  private volatile boolean closed;

  /**
   * Freezes.
   *
   * @param columnFeatures the feature of each column
   * @param occurredColumns the columns that have occurred
   * @param diagonal a copy
   * @param clocks a copy
   * @param store shares its rows with the matrix
   */
  FrozenMatrix(
      Shrinkage shrinkage,
      MatrixSections.Counts counts,
      int[] rowFeatures,
      int[] columnFeatures,
      int[] occurredColumns,
      Diagonal diagonal,
      RowClocks clocks,
      RowStore store,
      Runnable betweenRows) {
    this.shrinkage = shrinkage;
    this.arithmetic = new EntryArithmetic(shrinkage);
    this.counts = counts;
    this.rowFeatures = rowFeatures;
    this.columnFeatures = columnFeatures;
    this.occurredColumns = occurredColumns;
    this.diagonal = diagonal;
    this.clocks = clocks;
    this.store = store;
    this.betweenRows = betweenRows;
    states = new AtomicIntegerArray(rowFeatures.length);
  }

  boolean isClosed() {
    return closed;
  }

  /** Copies a row that is about to be written, unless it has been read or copied already. */
  void keep(int row) {
    if (row >= states.length() || closed || states.get(row) >= KEPT) {
      return;
    }
    if (states.compareAndSet(row, SHARED, BUSY)) {
      int after = SHARED;
      try {
        store.detach(row);
        after = KEPT;
      } finally {
        // if the copy runs out of memory, the row is not written either, and no thread waits for it
        states.set(row, after);
      }
    } else {
      await(row);
    }
  }

  /** Copies all remaining rows. */
  void keepAll() {
    for (int row = 0; row < states.length() && !closed; row++) {
      keep(row);
    }
  }

  private void await(int row) {
    while (states.get(row) == BUSY) {
      Thread.onSpinWait();
    }
  }

  private void beginToRead() {
    if (!read.compareAndSet(false, true) || closed) {
      throw new IllegalStateException("a frozen matrix is read once, before it is closed");
    }
  }

  /** Reads a row while no round writes to it. */
  private void read(int row, Runnable reading) {
    if (states.compareAndSet(row, SHARED, BUSY)) {
      try {
        reading.run();
      } finally {
        states.set(row, READ);
      }
    } else {
      await(row);
      reading.run();
      store.forget(row);
    }
    betweenRows.run();
  }

  private LevelReader reader(double age) {
    return arithmetic.reader((float) (shrinkage.lambda() * Math.max(0, age)));
  }

  /** The matrix in compressed sparse rows. */
  public BilinearModel toModel() {
    beginToRead();
    ModelRows target = new ModelRows(counts.rows());
    RowImage image = new RowImage(columnFeatures);
    long[] order = FeatureNumbering.byFeature(rowFeatures);
    LevelReader untouched = reader(counts.clock());
    int next = 0;
    for (int feature = 0; feature < counts.rows(); feature++) {
      boolean met = next < order.length && (int) (order[next] >>> 32) == feature;
      int row = met ? (int) order[next++] : -1;
      LevelReader reader = met ? reader(counts.clock() - clocks.origin(row)) : untouched;
      target.begin(feature, feature < counts.columns() ? diagonal.value(row, reader) : 0);
      if (met) {
        read(row, () -> store.readRow(row, reader, image, target));
      }
      target.end();
    }
    return target.model(counts.columns());
  }

  /** Writes everything that {@link LazyMatrix#read} needs to continue with identical bits. */
  public void write(SectionWriter writer) throws IOException {
    beginToRead();
    // columns that were only expected are left out, and the others numbered without gaps
    int[] writtenFeatures = new int[occurredColumns.length];
    int[] writtenNumbers = new int[columnFeatures.length];
    for (int k = 0; k < occurredColumns.length; k++) {
      writtenFeatures[k] = columnFeatures[occurredColumns[k]];
      writtenNumbers[occurredColumns[k]] = k;
    }
    MatrixSections.write(
        writer,
        counts,
        rowFeatures,
        writtenFeatures,
        diagonal,
        clocks,
        shrinkage.adaptive(),
        (row, entries) -> {
          read(row, () -> store.copyRow(row, entries));
          entries.renumber(writtenNumbers);
        });
  }

  /** Closes the snapshot, so that rounds copy no more rows for it. */
  @Override
  public void close() {
    closed = true;
  }
}
