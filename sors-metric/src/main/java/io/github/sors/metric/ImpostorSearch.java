package io.github.sors.metric;

import java.util.Arrays;

/**
 * Which rows of other classes come near a row, known exactly though looked for rarely.
 *
 * <p>A search finds for every row i all rows of other classes within a radius r_i that is larger
 * than asked for. Later, when every mapped row y_i has moved by some s_i since, a row that was
 * outside is still no nearer than r_i - s_i - max s. As long as that is enough, the rows that were
 * found are all that matter, and no new search is needed.
 *
 * <p>A search costs O(n²d), a check O(nd).
 */
final class ImpostorSearch {

  private static final double SPARE = 1.1;
  private static final int ROWS_A_TASK = 32;
  private static final int COLUMNS_A_TILE = 256;

  private final int[] classEnd;
  private final WorkTeam team;
  private double[][] reference;
  private double[] radius;
  private int[][] found;
  private int searches;

  /**
   * Creates a search.
   *
   * @param classEnd for each row where its class ends; rows of a class lie side by side
   */
  ImpostorSearch(int[] classEnd, WorkTeam team) {
    this.classEnd = classEnd;
    this.team = team;
  }

  /**
   * Returns for every row at least all rows of other classes whose squared distance is below its
   * reach, ascending.
   *
   * @param mapped the rows, not to be changed afterwards
   * @param reach squared
   */
  int[][] near(double[][] mapped, double[] reach) {
    if (reference == null || !covers(mapped, reach)) {
      search(mapped, reach);
    }
    return found;
  }

  int searches() {
    return searches;
  }

  private boolean covers(double[][] mapped, double[] reach) {
    double[] moved = new double[mapped.length];
    double farthest = 0;
    for (int i = 0; i < mapped.length; i++) {
      moved[i] = Math.sqrt(DenseProducts.squaredDistance(mapped[i], reference[i]));
      farthest = Math.max(farthest, moved[i]);
    }
    for (int i = 0; i < mapped.length; i++) {
      if (radius[i] - moved[i] - farthest < Math.sqrt(reach[i])) {
        return false;
      }
    }
    return true;
  }

  private void search(double[][] mapped, double[] reach) {
    searches++;
    reference = mapped;
    radius = Arrays.stream(reach).map(squared -> SPARE * Math.sqrt(squared)).toArray();
    double[][] transposed = DenseProducts.transposed(mapped);
    double[] squares = new double[mapped.length];
    double[] nothing = new double[mapped.length == 0 ? 0 : mapped[0].length];
    Arrays.setAll(squares, i -> DenseProducts.squaredDistance(mapped[i], nothing));
    int[] blocks = blocks();
    RowList[] ahead = new RowList[mapped.length];
    RowList[] pairsBehind = new RowList[blocks.length - 1];
    team.forEach(
        pairsBehind.length,
        block -> {
          pairsBehind[block] = new RowList();
          searchBlock(
              blocks[block],
              blocks[block + 1],
              mapped,
              transposed,
              squares,
              ahead,
              pairsBehind[block]);
        });
    // rows behind a row come from earlier blocks, and these are merged in their order
    RowList[] all = new RowList[mapped.length];
    Arrays.setAll(all, i -> new RowList());
    for (RowList pairs : pairsBehind) {
      for (int k = 0; k < pairs.size; k += 2) {
        all[pairs.rows[k]].add(pairs.rows[k + 1]);
      }
    }
    found = new int[mapped.length][];
    for (int i = 0; i < mapped.length; i++) {
      int[] behind = all[i].toArray();
      Arrays.sort(behind);
      found[i] = Arrays.copyOf(behind, behind.length + ahead[i].size);
      System.arraycopy(ahead[i].rows, 0, found[i], behind.length, ahead[i].size);
    }
  }

  /** Where blocks of rows start, each within one class; the last number is where all end. */
  private int[] blocks() {
    RowList starts = new RowList();
    for (int row = 0; row < classEnd.length; ) {
      starts.add(row);
      row = Math.min(classEnd[row], row + ROWS_A_TASK);
    }
    starts.add(classEnd.length);
    return starts.toArray();
  }

  /** Looks at all rows of later classes, for both sides at once. */
  private void searchBlock(
      int from,
      int to,
      double[][] mapped,
      double[][] transposed,
      double[] squares,
      RowList[] ahead,
      RowList pairsBehind) {
    double[][] tile = new double[to - from][COLUMNS_A_TILE];
    for (int i = from; i < to; i++) {
      ahead[i] = new RowList();
    }
    for (int first = classEnd[from]; first < mapped.length; first += COLUMNS_A_TILE) {
      int columns = Math.min(COLUMNS_A_TILE, mapped.length - first);
      for (int i = from; i < to; i++) {
        double[] products = tile[i - from];
        Arrays.fill(products, 0);
        DenseProducts.addRow(mapped[i], 0, transposed.length, transposed, first, columns, products);
        double reachOfRow = radius[i] * radius[i];
        for (int c = 0; c < columns; c++) {
          int l = first + c;
          double distance = squares[i] + squares[l] - 2 * products[c];
          if (distance < reachOfRow) {
            ahead[i].add(l);
          }
          if (distance < radius[l] * radius[l]) {
            pairsBehind.add(l);
            pairsBehind.add(i);
          }
        }
      }
    }
  }

  /** A growing list of row numbers. */
  private static final class RowList {

    private int[] rows = new int[16];
    private int size;

    void add(int row) {
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, Math.multiplyExact(2, size));
      }
      rows[size++] = row;
    }

    int[] toArray() {
      return Arrays.copyOf(rows, size);
    }
  }
}
