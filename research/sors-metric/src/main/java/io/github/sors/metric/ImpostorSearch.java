package io.github.sors.metric;

import io.github.sors.parallel.Workers;
import java.util.Arrays;

/**
 * Finds the rows of other classes near each row, exactly, but without a search at every step.
 *
 * <p>A search finds for every row i all rows of other classes within a radius r_i that is larger
 * than needed. If the mapped rows have been scaled by c since then, and every y_i has moved by s_i
 * in addition, a row that was outside the radius is still at least c · r_i - s_i - max s away. As
 * long as that is large enough, the rows found before are complete, and no new search is needed.
 *
 * <p>A search costs O(n²d), a check O(nd). The search uses single precision, with the radius
 * increased by the possible error.
 */
final class ImpostorSearch {

  private static final double SPARE = 1.1;
  private static final int ROWS_A_TASK = 32;
  private static final int ROWS_A_TILE = 256;

  private final int[] classEnd;
  private final Workers workers;
  private double[][] reference = new double[0][];
  private double[] radius = new double[0];
  private int[][] found = new int[0][];
  private int searches;

  /**
   * Creates a search.
   *
   * @param classEnd for each row the end of its class; rows of a class are contiguous
   */
  ImpostorSearch(int[] classEnd, Workers workers) {
    this.classEnd = classEnd;
    this.workers = workers;
  }

  /**
   * Returns for every row all rows of other classes whose squared distance is below its reach, and
   * maybe more, ascending.
   *
   * @param mapped the rows, which must not change afterwards
   * @param reach the squared radius of each row
   */
  int[][] near(double[][] mapped, double[] reach) {
    if (searches == 0 || !covers(mapped, reach)) {
      search(mapped, reach);
    }
    return found;
  }

  int searches() {
    return searches;
  }

  private boolean covers(double[][] mapped, double[] reach) {
    double scale = scaleSince(mapped);
    double[] moved = new double[mapped.length];
    double farthest = 0;
    for (int i = 0; i < mapped.length; i++) {
      moved[i] = Math.sqrt(squaredDistance(mapped[i], scale, reference[i]));
      farthest = Math.max(farthest, moved[i]);
    }
    for (int i = 0; i < mapped.length; i++) {
      if (scale * radius[i] - moved[i] - farthest < Math.sqrt(reach[i])) {
        return false;
      }
    }
    return true;
  }

  /** The c ≥ 0 for which c times the reference is closest to the mapped rows. */
  private double scaleSince(double[][] mapped) {
    double products = 0;
    double squares = 0;
    for (int i = 0; i < mapped.length; i++) {
      for (int j = 0; j < mapped[i].length; j++) {
        products += mapped[i][j] * reference[i][j];
        squares += reference[i][j] * reference[i][j];
      }
    }
    return squares == 0 ? 0 : Math.max(0, products / squares);
  }

  private static double squaredDistance(double[] row, double scale, double[] referenceRow) {
    double sum = 0;
    for (int j = 0; j < row.length; j++) {
      double difference = row[j] - scale * referenceRow[j];
      sum += difference * difference;
    }
    return sum;
  }

  private void search(double[][] mapped, double[] reach) {
    searches++;
    reference = mapped;
    radius = Arrays.stream(reach).map(squared -> SPARE * Math.sqrt(squared)).toArray();
    Tiles tiles = new Tiles(mapped);
    double[] squares = new double[mapped.length];
    double[] nothing = new double[mapped.length == 0 ? 0 : mapped[0].length];
    Arrays.setAll(squares, i -> DenseProducts.squaredDistance(mapped[i], nothing));
    int[] blocks = blocks();
    RowList[] ahead = new RowList[mapped.length];
    RowList[] pairsBehind = new RowList[blocks.length - 1];
    workers.forEach(
        pairsBehind.length,
        block -> {
          pairsBehind[block] = new RowList();
          new Block(blocks[block], blocks[block + 1], tiles, squares, ahead, pairsBehind[block])
              .search();
        });
    // results of earlier blocks are merged in their order
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

  /** The starts of blocks of rows, each within one class, and the end of the last one. */
  private int[] blocks() {
    RowList starts = new RowList();
    for (int row = 0; row < classEnd.length; ) {
      starts.add(row);
      row = Math.min(classEnd[row], row + ROWS_A_TASK);
    }
    starts.add(classEnd.length);
    return starts.toArray();
  }

  /** The mapped rows in single precision, also cut into tiles of some rows' columns each. */
  private static final class Tiles {

    private final float[][] rows;
    // by tile, by feature, by row of the tile; the last tile ends with zeros
    private final float[][][] columns;

    Tiles(double[][] mapped) {
      int dimension = mapped[0].length;
      rows = new float[mapped.length][dimension];
      columns = new float[(mapped.length + ROWS_A_TILE - 1) / ROWS_A_TILE][dimension][ROWS_A_TILE];
      for (int i = 0; i < mapped.length; i++) {
        float[][] tile = columns[i / ROWS_A_TILE];
        for (int j = 0; j < dimension; j++) {
          float value = (float) mapped[i][j];
          rows[i][j] = value;
          tile[j][i % ROWS_A_TILE] = value;
        }
      }
    }
  }

  /** Compares some rows of one class with all rows of later classes, in both directions at once. */
  private final class Block {

    private final int from;
    private final int to;
    private final Tiles tiles;
    private final double[] squares;
    private final RowList[] ahead;
    private final RowList pairsBehind;
    // the maximum error of a distance, relative to the lengths of both rows
    private final double error;

    Block(int from, int to, Tiles tiles, double[] squares, RowList[] ahead, RowList pairsBehind) {
      this.from = from;
      this.to = to;
      this.tiles = tiles;
      this.squares = squares;
      this.ahead = ahead;
      this.pairsBehind = pairsBehind;
      // d products and sums, each entry rounded too, twice the inner product
      this.error = 2 * (tiles.rows[from].length + 4) * 0x1p-23;
    }

    void search() {
      for (int i = from; i < to; i++) {
        ahead[i] = new RowList();
      }
      int start = classEnd[from];
      float[] products = new float[ROWS_A_TILE];
      for (int tile = start / ROWS_A_TILE; tile < tiles.columns.length; tile++) {
        for (int i = from; i < to; i++) {
          Arrays.fill(products, 0);
          DenseProducts.addRow(tiles.rows[i], tiles.columns[tile], products);
          collect(i, products, Math.max(start, tile * ROWS_A_TILE), tile * ROWS_A_TILE);
        }
      }
    }

    private void collect(int i, float[] products, int firstRow, int startOfTile) {
      double square = squares[i];
      double within = radius[i] * radius[i];
      double wrong = error * Math.sqrt(square);
      for (int l = firstRow; l < Math.min(squares.length, startOfTile + ROWS_A_TILE); l++) {
        double least =
            square + squares[l] - 2 * products[l - startOfTile] - wrong * Math.sqrt(squares[l]);
        if (least < within) {
          ahead[i].add(l);
        }
        if (least < radius[l] * radius[l]) {
          pairsBehind.add(l);
          pairsBehind.add(i);
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
