package io.github.sors.matrix;

import io.github.sors.feature.FeatureNumbering;
import java.util.Arrays;

/**
 * Drops the smallest off-diagonal entries of a matrix while it learns; {@link EntryLimit} does so
 * for a model.
 */
final class LiveEntryLimit {

  private final LazyMatrix matrix;
  private final FeatureNumbering rowNumbers;
  private final RowStore store;

  LiveEntryLimit(LazyMatrix matrix) {
    this.matrix = matrix;
    this.rowNumbers = matrix.rowNumbers();
    this.store = matrix.store();
  }

  /** See {@link LazyMatrix#limitEntries}. */
  void apply(long most) {
    MagnitudeCut search = new MagnitudeCut(most);
    RowEntries entries = new RowEntries();
    long zeros = 0;
    for (int row = 0; row < rowNumbers.size(); row++) {
      LevelReader reader = matrix.reader(row);
      store.copyRow(row, entries);
      for (int k = 0; k < entries.count; k++) {
        float value = reader.valueOf(entries.levels[k], entries.squares[k]);
        search.count(value);
        zeros += value == 0 && entries.squares[k] != 0 ? 1 : 0;
      }
    }
    if (search.count() + zeros <= most) {
      return;
    }
    MagnitudeCut.Cut cut = MagnitudeCut.Cut.NOTHING;
    if (search.isNeeded()) {
      for (int row = 0; row < rowNumbers.size(); row++) {
        LevelReader reader = matrix.reader(row);
        store.copyRow(row, entries);
        for (int k = 0; k < entries.count; k++) {
          search.refine(reader.valueOf(entries.levels[k], entries.squares[k]));
        }
      }
      cut = search.cut();
    }
    long equal = cut.equal();
    for (long key : FeatureNumbering.byFeature(rowNumbers.features())) {
      equal -= keepLargest((int) key, cut, equal);
    }
  }

  /**
   * Drops the entries of a row below a cut; returns how many entries exactly at the cut it kept.
   */
  private int keepLargest(int row, MagnitudeCut.Cut cut, long mostEqual) {
    LevelReader reader = matrix.reader(row);
    RowEntries entries = new RowEntries();
    store.copyRow(row, entries);
    // the places of the entries exactly at the cut, in the order of their features
    long[] atCut = new long[entries.count];
    int equal = 0;
    RowEntries kept = new RowEntries();
    for (int k = 0; k < entries.count; k++) {
      float value = reader.valueOf(entries.levels[k], entries.squares[k]);
      if (cut.isAbove(value)) {
        kept.add(entries.columns[k], entries.levels[k], entries.squares[k]);
      } else if (cut.isEqual(value)) {
        atCut[equal++] = ((long) matrix.columnNumbers().feature(entries.columns[k]) << 32) | k;
      }
    }
    Arrays.sort(atCut, 0, equal);
    int stay = (int) Math.min(equal, mostEqual);
    for (int place = 0; place < stay; place++) {
      int k = (int) atCut[place];
      kept.add(entries.columns[k], entries.levels[k], entries.squares[k]);
    }
    if (kept.count < entries.count) {
      matrix.keepFrozen(row);
      store.replaceRow(row, kept);
    }
    return stay;
  }
}
