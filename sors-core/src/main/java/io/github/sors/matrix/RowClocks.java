package io.github.sors.matrix;

import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;
import java.util.Arrays;

/**
 * The {@link RowClock} of every row, 24 contiguous bytes per row. Different threads may load and
 * store different rows at the same time.
 */
final class RowClocks {

  // per row: the origin, the entries written, and the steps and the work packed into one number
  private static final int LONGS = 3;
  private static final int WORK_BITS = 26;
  private static final long MOST_WORK = (1L << WORK_BITS) - 1;

  private long[] clocks = new long[0];

  /** Returns an independent copy. */
  RowClocks copy() {
    RowClocks copy = new RowClocks();
    copy.clocks = clocks.clone();
    return copy;
  }

  /** Makes room for as many rows as given; new ones count from the clock's start. */
  void reserve(int rows) {
    int reserved = clocks.length / LONGS;
    if (reserved < rows) {
      int size = Math.max(rows, reserved + (reserved >> 1));
      clocks = Arrays.copyOf(clocks, Math.multiplyExact(LONGS, size));
    }
  }

  long bytes() {
    return 8L * clocks.length;
  }

  double origin(int row) {
    return Double.longBitsToDouble(clocks[LONGS * row]);
  }

  void load(int row, RowClock into) {
    int at = LONGS * row;
    into.origin = Double.longBitsToDouble(clocks[at]);
    into.written = clocks[at + 1];
    into.steps = clocks[at + 2] >>> WORK_BITS;
    into.work = clocks[at + 2] & MOST_WORK;
  }

  void store(int row, RowClock from) {
    int at = LONGS * row;
    clocks[at] = Double.doubleToRawLongBits(from.origin);
    clocks[at + 1] = from.written;
    // enough to pay for settling half a billion columns
    clocks[at + 2] = from.steps << WORK_BITS | Math.min(MOST_WORK, from.work);
  }

  /** Copies the clock of one row from other clocks. */
  void copyFrom(RowClocks others, int row) {
    System.arraycopy(others.clocks, LONGS * row, clocks, LONGS * row, LONGS);
  }

  /** Resets the origin of every row to the start of the clock. */
  void restart() {
    for (int at = 0; at < clocks.length; at += LONGS) {
      clocks[at] = 0;
      clocks[at + 2] &= ~MOST_WORK;
    }
  }

  void write(SectionWriter writer, int rows) throws IOException {
    writer.begin("rowClocks");
    for (int k = 0; k < LONGS * rows; k++) {
      writer.writeLong(clocks[k]);
    }
    writer.end();
  }

  void read(SectionReader reader, int rows) throws IOException {
    reserve(rows);
    reader.begin("rowClocks");
    for (int k = 0; k < LONGS * rows; k++) {
      clocks[k] = reader.readLong();
    }
    for (int row = 0; row < rows; row++) {
      MatrixSections.requireMagnitude(origin(row));
    }
    reader.end();
  }
}
