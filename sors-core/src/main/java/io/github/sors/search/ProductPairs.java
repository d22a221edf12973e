package io.github.sors.search;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import java.util.Arrays;
import java.util.List;

/**
 * The pairs of xᵀMy of one query x and many items y.
 *
 * <p>The best n pairs of an item are among the best n of each of its columns, whatever the item:
 * within column j, the pairs xᵢ Mᵢⱼ yⱼ have the order of xᵢ Mᵢⱼ. So the rows of the query are
 * walked once, keeping n entries per column, and each item offers those of its columns. The columns
 * are walked in blocks, so that the memory does not depend on M.
 */
final class ProductPairs {

  // entries kept in a block: half a MiB
  private static final int BLOCK = 1 << 15;

  private final BilinearModel model;
  private final SparseVector query;
  private final List<SparseVector> items;
  // query features that M knows
  private final int rows;
  // entries to keep per column, the strongest first
  private final int kept;
  private final int width;
  private final int[] entries;
  private final double[] sizes;
  // the size that an entry must exceed to be kept in a column
  private final double[] leasts;
  // of all entries of a column: their number, and the sum of xᵢ Mᵢⱼ
  private final int[] counts;
  private final double[] sums;
  // the first entry of each row, and the first feature of each item, that were not walked yet
  private final int[] nextEntries;
  private final int[] nextFeatures;
  private final TopScores[] best;
  private final long[] pairs;
  private final double[] products;

  ProductPairs(BilinearModel model, SparseVector query, List<SparseVector> items, int most) {
    this.model = model;
    this.query = query;
    this.items = items;
    int place = Arrays.binarySearch(query.indexArray(), model.queryDimension());
    rows = place < 0 ? -place - 1 : place;
    kept = Math.min(most, rows);
    width = Math.min(model.itemDimension(), BLOCK / Math.max(1, Math.min(kept, BLOCK)));
    entries = new int[width * kept];
    sizes = new double[width * kept];
    leasts = new double[width];
    counts = new int[width];
    sums = new double[width];
    nextEntries = new int[rows];
    Arrays.setAll(nextEntries, a -> model.rowStart(query.index(a)));
    nextFeatures = new int[items.size()];
    best = new TopScores[items.size()];
    Arrays.setAll(
        best,
        number -> new TopScores((int) Math.min(most, (long) rows * items.get(number).size())));
    pairs = new long[items.size()];
    products = new double[items.size()];
  }

  /**
   * Writes the pairs of each item.
   *
   * @param scales what to multiply the contributions to each item by
   */
  void split(double[] scales, Explainer.Split[] splits) {
    int from = nextColumn();
    while (from < model.itemDimension()) {
      int to = (int) Math.min(model.itemDimension(), (long) from + width);
      walkRows(from, to);
      for (int number = 0; number < splits.length; number++) {
        offer(number, from, to);
      }
      from = nextColumn();
    }
    for (int number = 0; number < splits.length; number++) {
      splits[number] = scales[number] == 0 ? Explainer.Split.NONE : split(number, scales[number]);
    }
  }

  /** The first column that an item has and that was not walked yet. */
  private int nextColumn() {
    int next = Integer.MAX_VALUE;
    for (int number = 0; number < nextFeatures.length; number++) {
      SparseVector item = items.get(number);
      if (nextFeatures[number] < item.size()) {
        next = Math.min(next, item.index(nextFeatures[number]));
      }
    }
    return next;
  }

  private void walkRows(int from, int to) {
    Arrays.fill(counts, 0);
    Arrays.fill(sums, 0);
    Arrays.fill(leasts, kept == 0 ? Double.POSITIVE_INFINITY : -1);
    int[] columns = model.columnArray();
    float[] values = model.valueArray();
    for (int a = 0; a < rows; a++) {
      int end = model.rowEnd(query.index(a));
      int k = nextEntries[a];
      if (k < end && columns[k] < from) {
        int place = Arrays.binarySearch(columns, k, end, from);
        k = place < 0 ? -place - 1 : place;
      }
      double value = query.value(a);
      for (; k < end && columns[k] < to; k++) {
        int slot = columns[k] - from;
        double weighted = value * values[k];
        sums[slot] += weighted;
        double size = Math.abs(weighted);
        if (size > leasts[slot]) {
          keep(slot, k, size);
        }
        counts[slot]++;
      }
      nextEntries[a] = k;
    }
  }

  /** Inserts an entry among the strongest of its column; equal ones stay in the order of rows. */
  private void keep(int slot, int entry, double size) {
    int first = slot * kept;
    int last = first + kept - 1;
    int at = Math.min(first + counts[slot], last);
    while (at > first && sizes[at - 1] < size) {
      sizes[at] = sizes[at - 1];
      entries[at] = entries[at - 1];
      at--;
    }
    sizes[at] = size;
    entries[at] = entry;
    if (counts[slot] >= kept - 1) {
      leasts[slot] = sizes[last];
    }
  }

  /** Offers an item the entries of its columns in a block. */
  private void offer(int number, int from, int to) {
    SparseVector item = items.get(number);
    TopScores strongest = best[number];
    int b = nextFeatures[number];
    for (; b < item.size() && item.index(b) < to; b++) {
      int slot = item.index(b) - from;
      double value = item.value(b);
      pairs[number] += counts[slot];
      products[number] += sums[slot] * value;
      int end = slot * kept + Math.min(kept, counts[slot]);
      for (int k = slot * kept; k < end; k++) {
        if (!strongest.offer(entries[k], sizes[k] * Math.abs(value))) {
          break;
        }
      }
    }
    nextFeatures[number] = b;
  }

  private Explainer.Split split(int number, double scale) {
    SparseVector item = items.get(number);
    Explanation.Pair[] strongest = new Explanation.Pair[best[number].size()];
    for (int rank = strongest.length - 1; rank >= 0; rank--) {
      int k = best[number].worstNumber();
      best[number].removeWorst();
      int row = StrongestPairs.rowOf(model, k);
      int column = model.columnArray()[k];
      float weight = model.valueArray()[k];
      double contribution = scale * query.get(row) * weight * item.get(column);
      strongest[rank] = new Explanation.Pair(row, column, weight, contribution);
    }
    return new Explainer.Split(List.of(strongest), pairs[number], scale * products[number]);
  }
}
