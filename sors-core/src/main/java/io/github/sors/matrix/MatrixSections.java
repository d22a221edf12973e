package io.github.sors.matrix;

import io.github.sors.feature.FeatureNumbering;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import io.github.sors.matrix.store.RowEntries;
import io.github.sors.matrix.store.RowStore;
import java.io.IOException;
import java.util.Arrays;

/**
 * The sections of a checkpoint that hold a matrix.
 *
 * <p>Old checkpoints, from before each row had its own clock, begin with a section {@code matrix}
 * and have no {@code rowClocks}. All their levels count from the same time, so they are read with
 * row clocks that start at zero.
 *
 * @param counts the dimensions and counters of the matrix
 * @param rowNumbers the features of the rows
 * @param columnNumbers the features of the columns
 */
record MatrixSections(Counts counts, FeatureNumbering rowNumbers, FeatureNumbering columnNumbers) {

  private static final String COUNTS = "matrixCounts";

  /**
   * The dimensions and counters of a matrix.
   *
   * @param clock the time since the whole matrix was settled
   * @param largestAddend the largest amount that a step may have added to an entry
   */
  record Counts(int rows, int columns, double clock, double largestAddend) {}

  /** Where the entries of a row come from. */
  interface RowSource {
    void copyRow(int row, RowEntries into);
  }

  static void write(
      SectionWriter writer,
      Counts counts,
      int[] rowFeatures,
      int[] columnFeatures,
      Diagonal diagonal,
      RowClocks clocks,
      boolean withSquares,
      RowSource rows)
      throws IOException {
    writer.begin(COUNTS);
    writer.writeInt(counts.rows());
    writer.writeInt(counts.columns());
    writer.writeDouble(counts.clock());
    writer.writeDouble(counts.largestAddend());
    writer.end();
    writer.writeInts("rowFeatures", rowFeatures);
    writer.writeInts("columnFeatures", columnFeatures);
    diagonal.write(writer, rowFeatures.length);
    clocks.write(writer, rowFeatures.length);
    writer.begin("rows");
    RowEntries entries = new RowEntries();
    for (int row = 0; row < rowFeatures.length; row++) {
      rows.copyRow(row, entries);
      writer.writeInt(entries.count);
      writer.writeInts(entries.columns, entries.count);
      writer.writeFloats(entries.levels, entries.count);
      if (withSquares) {
        writer.writeFloats(entries.squares, entries.count);
      }
    }
    writer.end();
  }

  /** Reads the sections before the diagonal; the diagonal, the clocks and the rows follow. */
  static MatrixSections read(SectionReader reader) throws IOException {
    reader.begin(COUNTS);
    int rows = reader.readInt();
    int columns = reader.readInt();
    double clock = reader.readDouble();
    double largestAddend = reader.readDouble();
    reader.end();
    requireMagnitude(clock);
    requireMagnitude(largestAddend);
    return new MatrixSections(
        new Counts(rows, columns, clock, largestAddend),
        FeatureNumbering.of(reader.readInts("rowFeatures"), rows),
        FeatureNumbering.of(reader.readInts("columnFeatures"), columns));
  }

  /**
   * Checks that a number is not negative.
   *
   * @throws IllegalArgumentException if it is; the reader reports it as an invalid checkpoint
   */
  static void requireMagnitude(double number) {
    if (!(number >= 0) || Double.isInfinite(number)) {
      throw new IllegalArgumentException("expected a number of at least 0, found " + number);
    }
  }

  /** Checks that the level of an entry is finite, in the same way. */
  static void requireFinite(float level) {
    if (!Float.isFinite(level)) {
      throw new IllegalArgumentException("expected a finite entry, found " + level);
    }
  }

  void readRows(SectionReader reader, boolean withSquares, RowStore store) throws IOException {
    reader.begin("rows");
    RowEntries entries = new RowEntries();
    for (int row = 0; row < rowNumbers.size(); row++) {
      entries.resize(reader.readCount(withSquares ? 12 : 8));
      reader.readInts(entries.columns, entries.count);
      reader.readFloats(entries.levels, entries.count);
      if (withSquares) {
        reader.readFloats(entries.squares, entries.count);
      } else {
        Arrays.fill(entries.squares, 0, entries.count, 0);
      }
      requireEntries(entries);
      store.restoreRow(row, entries);
    }
    reader.end();
  }

  private void requireEntries(RowEntries entries) {
    int[] sorted = Arrays.copyOf(entries.columns, entries.count);
    Arrays.sort(sorted);
    for (int k = 0; k < sorted.length; k++) {
      if (sorted[k] < 0
          || sorted[k] >= columnNumbers.size()
          || (k > 0 && sorted[k] == sorted[k - 1])) {
        throw new IllegalArgumentException(
            "expected different columns below " + columnNumbers.size() + ", found " + sorted[k]);
      }
      requireFinite(entries.levels[k]);
      requireMagnitude(entries.squares[k]);
    }
  }
}
