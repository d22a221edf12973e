package io.github.sors.bench;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * A plain loop over the entries of M that rounds touch, in the same order. It measures the cost of
 * memory access, a lower limit for any learner with one float per entry.
 *
 * <p>It reads the entries of every round and adds to them if the round had a loss; the rows and
 * columns of features are known in advance. If a float for every row and column fits into a GiB,
 * rows are dense; beyond that, (row, column) is hashed into one array of a GiB, where different
 * entries may share a place. One thread.
 */
final class TouchLoop {

  private static final long DENSE_LIMIT = 1L << 30;
  private static final int HASH_BITS = 28;
  // the number of rounds whose places are computed at a time, which is not timed
  private static final int BATCH = 256;
  private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

  private final TripletStream triplets;
  private final BitSet lossy;
  private final int rounds;
  private final Map<Integer, Integer> rowNumbers = new HashMap<>();
  private final Map<Integer, Integer> columnNumbers = new HashMap<>();
  // keeps the compiler from removing the reads
  private float checksum;

  /**
   * Creates a loop.
   *
   * @param triplets the triplets that were learnt
   * @param lossy the rounds that had a loss
   * @param rounds how many rounds there were
   */
  TouchLoop(TripletStream triplets, BitSet lossy, int rounds) {
    this.triplets = triplets;
    this.lossy = lossy;
    this.rounds = rounds;
  }

  /** The entries of a round: all pairs of a row and a column. */
  private static final class Touches {
    final int[] rows;
    final int[] columns;

    Touches(int[] rows, int[] columns) {
      this.rows = rows;
      this.columns = columns;
    }
  }

  /** The storage of the entries. */
  private interface Image {
    float read(Touches touches);

    void write(Touches touches, float added);
  }

  /** Whether there is enough memory for the loop, up to a GiB. */
  static boolean fitsIntoMemory() {
    return Runtime.getRuntime().maxMemory() >= 3 * DENSE_LIMIT / 2;
  }

  /** Runs the loop and returns the time of all rounds in nanoseconds. */
  long nanoseconds(Clock clock) {
    for (int round = 0; round < rounds; round++) {
      touches(round);
    }
    long rows = rowNumbers.size();
    long columns = columnNumbers.size();
    Image image =
        4 * rows * columns <= DENSE_LIMIT
            ? new DenseImage((int) rows, (int) columns)
            : new HashedImage();
    long nanoseconds = 0;
    Touches[] batch = new Touches[BATCH];
    for (int from = 0; from < rounds; from += BATCH) {
      int count = Math.min(BATCH, rounds - from);
      for (int k = 0; k < count; k++) {
        batch[k] = touches(from + k);
      }
      long start = clock.nanoseconds();
      for (int k = 0; k < count; k++) {
        checksum += image.read(batch[k]);
        if (lossy.get(from + k)) {
          image.write(batch[k], 1);
        }
      }
      nanoseconds += clock.nanoseconds() - start;
    }
    if (checksum < 0) {
      throw new IllegalStateException("a sum of positive numbers is " + checksum);
    }
    return nanoseconds;
  }

  private Touches touches(int round) {
    Triplet triplet = triplets.triplet(round);
    return new Touches(
        numbers(triplet.query().indexArray(), rowNumbers),
        numbers(differing(triplet.positive(), triplet.negative()), columnNumbers));
  }

  /** Numbers features in the order in which they appear. */
  private static int[] numbers(int[] features, Map<Integer, Integer> known) {
    int[] numbers = new int[features.length];
    for (int k = 0; k < features.length; k++) {
      Integer number = known.putIfAbsent(features[k], known.size());
      numbers[k] = number == null ? known.size() - 1 : number;
    }
    return numbers;
  }

  /** The features in which two vectors differ. */
  private static int[] differing(SparseVector positive, SparseVector negative) {
    int[] features = new int[positive.size() + negative.size()];
    int count = 0;
    int i = 0;
    int j = 0;
    while (i < positive.size() || j < negative.size()) {
      int left = i < positive.size() ? positive.index(i) : Integer.MAX_VALUE;
      int right = j < negative.size() ? negative.index(j) : Integer.MAX_VALUE;
      boolean equal = left == right && positive.value(i) == negative.value(j);
      if (!equal) {
        features[count++] = Math.min(left, right);
      }
      i += left <= right ? 1 : 0;
      j += right <= left ? 1 : 0;
    }
    return Arrays.copyOf(features, count);
  }

  /** Dense storage, with a place for every row and column. */
  private static final class DenseImage implements Image {

    private final float[][] entries;

    DenseImage(int rows, int columns) {
      entries = new float[rows][columns];
    }

    @Override
    public float read(Touches touches) {
      float sum = 0;
      for (int row : touches.rows) {
        sum += read(entries[row], touches.columns);
      }
      return sum;
    }

    /** Sums in four lanes, so that memory is the limit and not the additions. */
    private static float read(float[] row, int[] columns) {
      float a = 0;
      float b = 0;
      float c = 0;
      float d = 0;
      int k = 0;
      for (; k <= columns.length - 4; k += 4) {
        a += row[columns[k]];
        b += row[columns[k + 1]];
        c += row[columns[k + 2]];
        d += row[columns[k + 3]];
      }
      for (; k < columns.length; k++) {
        a += row[columns[k]];
      }
      return a + b + c + d;
    }

    @Override
    public void write(Touches touches, float added) {
      for (int row : touches.rows) {
        write(entries[row], touches.columns, added);
      }
    }

    private static void write(float[] row, int[] columns, float added) {
      for (int column : columns) {
        row[column] += added;
      }
    }
  }

  /** Hashed storage: one large array for all entries. */
  private static final class HashedImage implements Image {

    private final float[] entries = new float[1 << HASH_BITS];

    private static int place(int row, int column) {
      return (int) ((((long) row << 32 | column) * GOLDEN_RATIO) >>> (Long.SIZE - HASH_BITS));
    }

    @Override
    public float read(Touches touches) {
      float sum = 0;
      for (int row : touches.rows) {
        for (int column : touches.columns) {
          sum += entries[place(row, column)];
        }
      }
      return sum;
    }

    @Override
    public void write(Touches touches, float added) {
      for (int row : touches.rows) {
        for (int column : touches.columns) {
          entries[place(row, column)] += added;
        }
      }
    }
  }
}
