package io.github.sors.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both stores hold the same values, whatever is written to them and dropped in between. */
class RowStoresTest {

  private static final int ROWS = 12;
  private static final int COLUMNS = 90;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void holdTheSameEntriesAfterAnyHistory(boolean withSquares) {
    for (long seed = 1; seed <= 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      // the dense one starts too small in both directions, the hashed one with no row at all
      RowStore dense = new DenseRowStore(3, 10, withSquares);
      RowStore hashed = new HashRowStore(0, withSquares);
      GatheredEntries fromDense = new GatheredEntries(withSquares);
      GatheredEntries fromHashed = new GatheredEntries(withSquares);
      fromDense.ensureCapacity(COLUMNS);
      fromHashed.ensureCapacity(COLUMNS);
      float threshold = 0;
      for (int round = 0; round < 2000; round++) {
        String where = "seed " + seed + ", round " + round;
        int row = random.nextInt(ROWS);
        int[] columns = random.ints(random.nextInt(30), 0, COLUMNS).sorted().distinct().toArray();
        dense.gather(row, columns, columns.length, fromDense, 0);
        hashed.gather(row, columns, columns.length, fromHashed, 0);
        for (int k = 0; k < columns.length; k++) {
          assertThat(value(fromHashed, k, threshold))
              .as(where)
              .isEqualTo(value(fromDense, k, threshold));
          float level = random.nextInt(3) == 0 ? 0 : random.nextFloat() * 2 - 1;
          float square = random.nextInt(4) == 0 ? 0 : random.nextFloat();
          fromDense.levels[k] = level;
          fromHashed.levels[k] = level;
          if (withSquares) {
            fromDense.squares[k] = Math.max(square, fromDense.squares[k]);
            fromHashed.squares[k] = Math.max(square, fromHashed.squares[k]);
          }
        }
        float dead = withSquares ? 0 : threshold;
        dense.scatter(row, columns, columns.length, fromDense, 0, dead);
        hashed.scatter(row, columns, columns.length, fromHashed, 0, dead);
        threshold += 1e-4f;
        if (random.nextInt(300) == 0) {
          LevelReader reader = reader(threshold);
          dense.settle(reader);
          hashed.settle(reader);
          threshold = 0;
          assertThat(hashed.storedEntries()).as(where).isEqualTo(dense.storedEntries());
        }
      }
      assertSameRows(dense, hashed, threshold);
      RowStore copy = new HashRowStore(2, withSquares);
      RowEntries entries = new RowEntries();
      for (int row = 0; row < dense.rowLimit(); row++) {
        dense.copyRow(row, entries);
        copy.restoreRow(row, entries);
      }
      assertSameRows(dense, copy, threshold);
    }
  }

  private static LevelReader reader(float threshold) {
    return (level, square) -> Math.signum(level) * Math.max(Math.abs(level) - threshold, 0);
  }

  private static float value(GatheredEntries entries, int k, float threshold) {
    return reader(threshold).valueOf(entries.levels[k], 0) + 0f;
  }

  private static void assertSameRows(RowStore dense, RowStore hashed, float threshold) {
    RowEntries ofDense = new RowEntries();
    RowEntries ofHashed = new RowEntries();
    for (int row = 0; row < ROWS; row++) {
      dense.copyRow(row, ofDense);
      hashed.copyRow(row, ofHashed);
      assertThat(valuesByColumn(ofHashed, threshold)).isEqualTo(valuesByColumn(ofDense, threshold));
      assertThat(hashed.countNonZeros(row, reader(threshold)))
          .isEqualTo(dense.countNonZeros(row, reader(threshold)));
      int[] columns = Arrays.copyOf(ofHashed.columns, ofHashed.count);
      assertThat(columns).isSorted().doesNotHaveDuplicates();
    }
  }

  private static float[] valuesByColumn(RowEntries entries, float threshold) {
    float[] values = new float[2 * COLUMNS];
    for (int k = 0; k < entries.count; k++) {
      values[2 * entries.columns[k]] = reader(threshold).valueOf(entries.levels[k], 0) + 0f;
      values[2 * entries.columns[k] + 1] = entries.squares[k];
    }
    return values;
  }
}
