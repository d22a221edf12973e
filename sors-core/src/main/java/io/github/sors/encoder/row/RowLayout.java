package io.github.sors.encoder.row;

/**
 * Where rows of k numbers are stored in a block of {@value #ROWS} rows.
 *
 * <p>A block consists of panels: the first columns of all its rows, then the next columns of all
 * its rows, and so on. With one panel, which is fastest for one thread, a row is in one piece. With
 * as many panels as threads, the threads share the columns and write to separate cache lines.
 *
 * <p>Column j, which is in panel p, of a row is at {@code from(row) + j + shift(p)}.
 *
 * <p>Threads: immutable. Failures: a number of panels that does not divide k throws {@link
 * IllegalArgumentException}; numbers of rows and panels are not checked.
 */
public final class RowLayout {

  /** The number of rows in a block. */
  public static final int ROWS = 64;

  private final int columns;
  private final int panelColumns;

  private RowLayout(int columns, int panels) {
    if (columns % panels != 0) {
      throw new IllegalArgumentException(
          "expected panels of the same size, found " + panels + " for " + columns + " columns");
    }
    this.columns = columns;
    this.panelColumns = columns / panels;
  }

  /** Returns the layout of rows of k columns in one piece. */
  public static RowLayout of(int k) {
    return new RowLayout(k, 1);
  }

  /** Returns the layout of rows of the same length in so many panels. */
  public RowLayout withPanels(int panels) {
    return new RowLayout(columns, panels);
  }

  /** k, the number of columns. */
  public int columns() {
    return columns;
  }

  /** The number of columns in a panel. */
  public int panelColumns() {
    return panelColumns;
  }

  /** The number of panels. */
  public int panels() {
    return columns / panelColumns;
  }

  /** How many numbers a block has. */
  public int blockLength() {
    return ROWS * columns;
  }

  /** How many blocks hold the given number of rows. */
  public static int blocks(int rows) {
    return (int) (((long) rows + ROWS - 1) / ROWS);
  }

  /** Where a row starts in its block. */
  public int from(int row) {
    return (row & (ROWS - 1)) * panelColumns;
  }

  /** What to add to the place of a column in the first panel if it is in another one. */
  public int shift(int panel) {
    return panel * panelColumns * (ROWS - 1);
  }

  /** Copies a row out of its block. */
  public void read(float[] block, int row, float[] into, int at) {
    for (int panel = 0; panel < panels(); panel++) {
      int first = panel * panelColumns;
      System.arraycopy(block, from(row) + first + shift(panel), into, at + first, panelColumns);
    }
  }

  /** Copies a row into its block. */
  public void write(float[] values, int at, float[] block, int row) {
    for (int panel = 0; panel < panels(); panel++) {
      int first = panel * panelColumns;
      System.arraycopy(values, at + first, block, from(row) + first + shift(panel), panelColumns);
    }
  }
}
