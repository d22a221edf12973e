package io.github.sors.matrix.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both stores hold the same values, whatever is written to them and dropped in between. */
class RowStoresTest {

  private static final int ROWS = 12;

  @Test
  void aMatrixThatNoMemoryHoldsNeedsManyBytes() {
    assertThat(DenseRowStore.bytesNeeded(1000, 500, false)).isEqualTo(1000 * (500 * 4 + 16));
    assertThat(DenseRowStore.bytesNeeded(1_200_000_000, 1_200_000_000, true))
        .as("1.15e19, more than a long holds")
        .isEqualTo(Long.MAX_VALUE);
    assertThat(DenseRowStore.bytesNeeded(1_800_000_000, 1_800_000_000, true))
        .as("2.6e19, more than twice that")
        .isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @CsvSource({
    "false,0,90", "true,0,90", "false,1000000,90", "true,1000000,90",
    "false,0,3000", "true,0,3000", "false,1000000,3000", "true,1000000,3000"
  })
  void holdTheSameEntriesAfterAnyHistory(boolean withSquares, long generousBytes, int columnCount) {
    for (long seed = 1; seed <= 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RowStore dense = new DenseRowStore(withSquares);
      RowStore hashed = new HashRowStore(withSquares, generousBytes);
      GatheredEntries fromDense = new GatheredEntries(withSquares);
      GatheredEntries fromHashed = new GatheredEntries(withSquares);
      fromDense.ensureCapacity(columnCount);
      fromHashed.ensureCapacity(columnCount);
      float threshold = 0;
      for (int round = 0; round < 2000; round++) {
        // both grow in both directions as they go
        int rows = 1 + Math.min(ROWS - 1, round / 20);
        int limit = 1 + (int) Math.min(columnCount - 1, (long) columnCount * round / 1000);
        dense.reserve(rows, limit);
        hashed.reserve(rows, limit);
        int row = random.nextInt(rows);
        ColumnList columns = columns(random, limit);
        hashed.arrange(columns);
        dense.gather(row, columns, fromDense, 0);
        hashed.gather(row, columns, fromHashed, 0);
        for (int k = 0; k < columns.count(); k++) {
          float expected = value(fromDense, k, threshold);
          if (value(fromHashed, k, threshold) != expected) {
            assertThat(value(fromHashed, k, threshold))
                .as("seed %d, round %d", seed, round)
                .isEqualTo(expected);
          }
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
        dense.scatter(row, columns, fromDense, 0, dead);
        hashed.scatter(row, columns, fromHashed, 0, dead);
        threshold += 1e-4f;
        if (random.nextInt(300) == 0) {
          // now and then hardly anything is left, so that full rows become sparse again
          LevelReader reader = reader(random.nextInt(3) == 0 ? 0.97f : threshold);
          RowEntries ofDense = new RowEntries();
          RowEntries ofHashed = new RowEntries();
          for (int each = 0; each < rows; each++) {
            dense.settle(each, reader);
            hashed.settle(each, reader);
            dense.copyRow(each, ofDense);
            hashed.copyRow(each, ofHashed);
            assertThat(ofHashed.count)
                .as("seed %d, round %d", seed, round)
                .isEqualTo(ofDense.count);
            assertSameRow(dense, hashed, each, 0, columnCount);
          }
          threshold = 0;
        }
      }
      assertSameRows(dense, hashed, threshold, columnCount);
      RowStore copy = new HashRowStore(withSquares, generousBytes);
      copy.reserve(ROWS, columnCount);
      RowEntries entries = new RowEntries();
      for (int row = 0; row < ROWS; row++) {
        dense.copyRow(row, entries);
        copy.restoreRow(row, entries);
      }
      assertSameRows(dense, copy, threshold, columnCount);
    }
  }

  /**
   * Columns whose keys belong into the last slot of a table, which makes it overflow at its end.
   */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void holdColumnsThatAllHashToTheEndOfTheTable(boolean withSquares) {
    int columns = 1 << 22;
    int[] last =
        IntStream.range(0, columns)
            .filter(column -> Integer.toUnsignedLong((column + 1) * 0x9E3779B9) < 1 << 18)
            .toArray();
    assertThat(last.length).isGreaterThan(200);
    RowStore store = new HashRowStore(withSquares, 0);
    store.reserve(1, columns);
    GatheredEntries entries = new GatheredEntries(withSquares);
    entries.ensureCapacity(16);
    for (int first = 0; first + 16 <= last.length; first += 16) {
      ColumnList list = new ColumnList();
      list.clear(16);
      for (int k = first; k < first + 16; k++) {
        list.add(last[k]);
      }
      store.arrange(list);
      store.gather(0, list, entries, 0);
      for (int k = 0; k < 16; k++) {
        assertThat(entries.levels[k]).isZero();
        entries.put(k, first + k + 1, withSquares ? 1 : 0);
      }
      store.scatter(0, list, entries, 0, 0);
    }
    assertThat(store.bytes()).as("no table of millions of slots").isLessThan(100_000);
    RowEntries copied = new RowEntries();
    store.copyRow(0, copied);
    assertThat(copied.count).isEqualTo(last.length / 16 * 16);
    for (int k = 0; k < copied.count; k++) {
      assertThat(last[(int) copied.levels[k] - 1]).isEqualTo(copied.columns[k]);
    }
  }

  /** Some columns, the first ones more often, or now and then only those, without a gap. */
  private static ColumnList columns(SplittableRandom random, int limit) {
    boolean leading = random.nextInt(4) == 0;
    int[] numbers =
        leading
            ? IntStream.range(0, random.nextInt(Math.min(limit, 90) + 1)).toArray()
            : random
                .doubles(random.nextInt(30))
                .mapToInt(drawn -> (int) (limit * drawn * drawn))
                .sorted()
                .distinct()
                .toArray();
    ColumnList columns = new ColumnList();
    columns.clear(numbers.length);
    for (int number : numbers) {
      columns.add(number);
    }
    return columns;
  }

  private static LevelReader reader(float threshold) {
    return new LevelReader() {

      @Override
      public float valueOf(float level, float square) {
        return soft(level, threshold);
      }

      @Override
      public void read(GatheredEntries entries, int count) {
        for (int k = 0; k < count; k++) {
          entries.levels[k] = valueOf(entries.levels[k], 0);
        }
      }
    };
  }

  private static float soft(float level, float threshold) {
    return Math.signum(level) * Math.max(Math.abs(level) - threshold, 0);
  }

  private static float value(GatheredEntries entries, int k, float threshold) {
    return soft(entries.levels[k], threshold) + 0f;
  }

  private static void assertSameRows(
      RowStore dense, RowStore hashed, float threshold, int columnCount) {
    for (int row = 0; row < ROWS; row++) {
      assertSameRow(dense, hashed, row, threshold, columnCount);
    }
  }

  private static void assertSameRow(
      RowStore dense, RowStore hashed, int row, float threshold, int columnCount) {
    RowEntries ofDense = new RowEntries();
    RowEntries ofHashed = new RowEntries();
    dense.copyRow(row, ofDense);
    hashed.copyRow(row, ofHashed);
    assertThat(byColumn(ofHashed, threshold, columnCount))
        .isDeepEqualTo(byColumn(ofDense, threshold, columnCount));
    assertThat(read(hashed, row, threshold, columnCount))
        .isEqualTo(read(dense, row, threshold, columnCount));
    int[] columns = Arrays.copyOf(ofHashed.columns, ofHashed.count);
    assertThat(Arrays.stream(columns).distinct().count()).isEqualTo(ofHashed.count);
  }

  /**
   * Each feature of a row and its value after it, in the order in which a model would have them.
   */
  private static float[] read(RowStore store, int row, float threshold, int columnCount) {
    RowImage image = new RowImage(IntStream.range(0, columnCount).toArray());
    float[] entries = new float[2 * columnCount];
    int[] count = {0};
    store.readRow(
        row,
        reader(threshold),
        image,
        (feature, value) -> {
          entries[count[0]++] = feature;
          entries[count[0]++] = value;
        });
    return Arrays.copyOf(entries, count[0]);
  }

  /** The value and the square of every column, zeros where a row has none. */
  private static float[][] byColumn(RowEntries entries, float threshold, int columnCount) {
    float[][] columns = new float[columnCount][2];
    for (int k = 0; k < entries.count; k++) {
      columns[entries.columns[k]][0] = soft(entries.levels[k], threshold) + 0f;
      columns[entries.columns[k]][1] = entries.squares[k];
    }
    return columns;
  }
}
