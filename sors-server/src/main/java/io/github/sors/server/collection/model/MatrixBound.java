package io.github.sors.server.collection.model;

import io.github.sors.SparseVector;
import java.util.BitSet;

/**
 * An upper bound of the cost of comparisons that are not learnt yet: the entries that their rounds
 * may touch, nnz(x) · nnz(x⁺ - x⁻) each, and the growth of the matrix.
 *
 * <p>A hashed entry takes up to two slots, and a third more if its row becomes dense. A row with
 * entries in a third of its columns becomes dense, so no row takes more than a dense one, which may
 * have a quarter more columns than there are features. Comparisons that share features share rows
 * and columns, so the bound counts the union of each.
 */
final class MatrixBound implements LearningBound {

  private final boolean adaptive;
  private final int features;
  private final BitSet rows = new BitSet();
  private final BitSet columns = new BitSet();
  private long work;

  /**
   * Creates a bound for no comparisons.
   *
   * @param adaptive whether the learner keeps a sum of squares per entry
   * @param features the number of features afterwards
   */
  MatrixBound(boolean adaptive, int features) {
    this.adaptive = adaptive;
    this.features = features;
  }

  @Override
  public void add(SparseVector query, SparseVector better, SparseVector worse) {
    work += (long) query.size() * distinctFeatures(better, worse);
    set(query, rows);
    set(better, columns);
    set(worse, columns);
  }

  /** The number of features in the union of two vectors, an upper bound of nnz(x⁺ - x⁻). */
  static int distinctFeatures(SparseVector first, SparseVector second) {
    int shared = 0;
    int k = 0;
    for (int i = 0; i < first.size(); i++) {
      while (k < second.size() && second.index(k) < first.index(i)) {
        k++;
      }
      shared += k < second.size() && second.index(k) == first.index(i) ? 1 : 0;
    }
    return first.size() + second.size() - shared;
  }

  private static void set(SparseVector vector, BitSet into) {
    for (int k = 0; k < vector.size(); k++) {
      into.set(vector.index(k));
    }
  }

  /** The total number of entries that may be touched. */
  long work() {
    return work;
  }

  @Override
  public long bytesAfter(long now) {
    long hashedEntry = adaptive ? 32 : 22;
    long denseRow = (adaptive ? 10L : 5L) * features + 64;
    long touchedRows = rows.cardinality();
    long grownRows = touchedRows * Math.min(hashedEntry * columns.cardinality() + 128, denseRow);
    long growth = Math.min(hashedEntry * work + 128 * touchedRows, grownRows);
    // a dense matrix is an upper bound, unless the matrix is larger already
    return Math.max(now, Math.min(now + growth, features * denseRow));
  }
}
