package io.github.sors.matrix;

import static io.github.sors.kernel.ShrinkageKernels.soft;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import io.github.sors.kernel.ShrinkageKernels;
import java.io.IOException;
import java.util.Arrays;

/**
 * A matrix all of whose entries shrink towards zero in every round, while a round touches only the
 * entries in supp(x) × supp(x⁺ - x⁻).
 *
 * <p>The paper's update soft-thresholds all d² entries in every round. Since soft(soft(v, a), b) =
 * soft(v, a + b), the shrinkage of an entry that is not touched adds up, and one clock for all of
 * them suffices: A_t = Σ η_s. An entry is stored as the level sign(m) · (|m| + rate · A at its last
 * touch), and its value at any time is soft(level, rate · A). This is exact, not an approximation:
 * in exact arithmetic every loss and every entry equals those of the O(d²) algorithm.
 *
 * <p>The float of a level has to hold rate · A beside |m|, so its rounding grows with the clock.
 * Before that can matter the matrix <i>settles</i>: every level is replaced by its value and the
 * clock starts again at zero.
 *
 * <p>The diagonal is kept apart in a plain array, because M₁ = I is implicit (a feature that
 * appears late finds the 1 that it would have had from the start, shrunk by what has passed since),
 * and because it may be exempt from shrinking.
 */
public final class LazyMatrix {

  // a product of larger magnitude is refused: squared and summed up it would leave a float's range
  private static final double LARGEST_PRODUCT = 1e15;
  private static final double LARGEST_STEP = 1e30;
  // gathered entries are kept between score and step up to this number, else gathered again
  private static final long LARGEST_GATHER = 1 << 22;
  // how often the written levels are examined, in steps
  private static final int EXAMINE_EVERY = 64;
  // the matrix settles once the thresholds inside the levels outweigh the values by this factor
  private static final double LARGEST_EXCESS = 4;
  private static final long DENSE_BYTES = 1L << 30;

  private final Shrinkage shrinkage;
  private final boolean shared;
  private final float delta;
  private final GatheredEntries gathered;

  private RowStore store;
  private int rows;
  private int columns;
  private double clock;
  // the level of a diagonal entry that was never touched
  private float untouchedDiagonal;
  private float[] diagonal;
  private float[] diagonalSquares;

  private long steps;
  private long writtenSinceSettled;
  private long storedWhenSettled;

  // the round in hand
  private SparseVector query = SparseVector.EMPTY;
  private int[] differenceColumns = new int[0];
  private float[] differenceValues = new float[0];
  private int differenceCount;
  private double largestProduct;

  /**
   * Creates the matrix M₁.
   *
   * @param rows the number of features of the query side as far as known; it may grow
   * @param columns the same for the item side
   * @param shared whether both sides have the same features, so that the matrix stays square
   * @param identity whether M₁ = I instead of 0; only for shared features
   */
  public LazyMatrix(int rows, int columns, boolean shared, boolean identity, Shrinkage shrinkage) {
    if (identity && !shared) {
      throw new IllegalArgumentException(
          "M starts as the identity only where queries and items share their features");
    }
    this.shrinkage = shrinkage;
    this.shared = shared;
    this.delta = (float) shrinkage.delta();
    this.gathered = new GatheredEntries(shrinkage.adaptive());
    this.untouchedDiagonal = identity ? 1 : 0;
    this.diagonal = new float[0];
    this.diagonalSquares = new float[0];
    // refuses a dimension that does not fit before the store takes memory for it
    grow(rows, columns);
    this.store = newStore(rows, columns);
  }

  private RowStore newStore(int expectedRows, int expectedColumns) {
    return fitsDense(expectedRows, expectedColumns) && expectedColumns > 0
        ? new DenseRowStore(expectedRows, expectedColumns, shrinkage.adaptive())
        : new HashRowStore(expectedRows, shrinkage.adaptive());
  }

  private boolean fitsDense(int expectedRows, int expectedColumns) {
    long budget = Math.min(DENSE_BYTES, Runtime.getRuntime().maxMemory() / 3);
    return DenseRowStore.bytesNeeded(expectedRows, expectedColumns, shrinkage.adaptive()) <= budget;
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  /** What keeps the entries, in a few words. */
  public String storage() {
    return store.description();
  }

  /** The bytes that the entries take. */
  public long bytes() {
    return store.bytes() + 4L * diagonal.length + 4L * diagonalSquares.length;
  }

  /** The time that has passed since the matrix last settled. */
  double clock() {
    return clock;
  }

  /** The number of entries that a round over the triplet in hand looks at. */
  public long touchedEntries() {
    return (long) query.size() * differenceCount;
  }

  /** ‖x (x⁺ - x⁻)ᵀ‖², the squared Frobenius norm of the gradient of the triplet in hand. */
  public double squaredGradientNorm() {
    double sum = 0;
    for (int k = 0; k < differenceCount; k++) {
      sum += (double) differenceValues[k] * differenceValues[k];
    }
    return sum * query.squaredNorm();
  }

  /**
   * Takes a triplet in hand and scores it: xᵀM(x⁺ - x⁻). Changes no value of the matrix.
   *
   * @throws IllegalArgumentException if the triplet holds a value that is not finite, or so large
   *     that the matrix would not stay finite
   */
  public double score(Triplet triplet) {
    takeInHand(triplet);
    boolean keep = keepsGathered();
    gathered.ensureCapacity(keep ? (int) touchedEntries() : differenceCount);
    double sum = 0;
    int onDiagonal = 0;
    for (int a = 0; a < query.size(); a++) {
      int row = query.index(a);
      int offset = keep ? a * differenceCount : 0;
      onDiagonal = firstColumnFrom(row, onDiagonal);
      float exempt = gatherRow(row, offset, onDiagonal);
      float dot =
          ShrinkageKernels.dot(gathered.levels, offset, differenceValues, differenceCount) + exempt;
      sum += (double) query.value(a) * dot;
    }
    if (!Double.isFinite(sum)) {
      throw new IllegalArgumentException("the score of the triplet is not finite: " + sum);
    }
    return sum;
  }

  /**
   * Adds step · x (x⁺ - x⁻)ᵀ of the triplet that was scored last, each entry divided by its own σ
   * in an adaptive matrix, before {@link #tick} takes the round's shrinkage off.
   *
   * @throws IllegalArgumentException if the step is too large to keep the matrix finite
   */
  public void step(double step) {
    if (!(Math.abs(step) * largestProduct <= LARGEST_STEP)) {
      throw new IllegalArgumentException(
          "a step of "
              + step
              + " on products of up to "
              + largestProduct
              + " leaves the range of floats: normalise the vectors or take a smaller step");
    }
    boolean keep = keepsGathered();
    float shrunk = (float) (shrinkage.lambda() * clock);
    float deadLevel = shrinkage.adaptive() ? 0 : shrunk;
    int onDiagonal = 0;
    for (int a = 0; a < query.size(); a++) {
      int row = query.index(a);
      float x = query.value(a);
      int offset = keep ? a * differenceCount : 0;
      onDiagonal = firstColumnFrom(row, onDiagonal);
      boolean crossesDiagonal = crosses(row, onDiagonal);
      if (!keep) {
        gatherRow(row, offset, onDiagonal);
      }
      if (shrinkage.adaptive()) {
        ShrinkageKernels.stepAdaptive(
            gathered.levels,
            gathered.squares,
            offset,
            differenceValues,
            differenceCount,
            x,
            (float) step,
            shrunk,
            delta);
      } else {
        ShrinkageKernels.step(
            gathered.levels, offset, differenceValues, differenceCount, (float) (step * x), shrunk);
      }
      if (crossesDiagonal) {
        scatterDiagonal(row, offset + onDiagonal, x, differenceValues[onDiagonal], (float) step);
      }
      store.scatter(row, differenceColumns, differenceCount, gathered, offset, deadLevel);
    }
    steps++;
    writtenSinceSettled += touchedEntries();
    if (steps % EXAMINE_EVERY == 0 && shouldSettle(shrunk)) {
      settle();
    }
  }

  /** Advances the clock: every entry shrinks by its rate times {@code eta}. */
  public void tick(double eta) {
    clock += eta;
  }

  private boolean keepsGathered() {
    return touchedEntries() <= LARGEST_GATHER;
  }

  private boolean crosses(int row, int position) {
    return position < differenceCount && differenceColumns[position] == row;
  }

  private int firstColumnFrom(int row, int start) {
    int k = start;
    while (k < differenceCount && differenceColumns[k] < row) {
      k++;
    }
    return k;
  }

  /**
   * Gathers the values of a row at the columns of the difference.
   *
   * @return what an exempt diagonal entry adds to the row's score, as it is not among the gathered
   */
  private float gatherRow(int row, int offset, int onDiagonal) {
    store.gather(row, differenceColumns, differenceCount, gathered, offset);
    boolean crossesDiagonal = crosses(row, onDiagonal);
    float exempt = 0;
    if (crossesDiagonal) {
      if (shrinkage.diagonalExempt()) {
        exempt = diagonal[row] * differenceValues[onDiagonal];
      } else {
        gathered.levels[offset + onDiagonal] = diagonal[row];
        if (shrinkage.adaptive()) {
          gathered.squares[offset + onDiagonal] = diagonalSquares[row];
        }
      }
    }
    float shrunk = (float) (shrinkage.lambda() * clock);
    if (shrinkage.adaptive()) {
      ShrinkageKernels.readAdaptive(
          gathered.levels, gathered.squares, offset, differenceCount, shrunk, delta);
    } else if (shrunk > 0) {
      ShrinkageKernels.read(gathered.levels, offset, differenceCount, shrunk);
    }
    return exempt;
  }

  /** Puts the diagonal entry of a row back where it belongs and clears its place in the row. */
  private void scatterDiagonal(int row, int at, float x, float p, float step) {
    if (shrinkage.diagonalExempt()) {
      float scale = step;
      if (shrinkage.adaptive()) {
        diagonalSquares[row] += x * p * (x * p);
        scale = step / (delta + (float) Math.sqrt(diagonalSquares[row]));
      }
      diagonal[row] += scale * x * p;
    } else {
      diagonal[row] = gathered.levels[at];
      if (shrinkage.adaptive()) {
        diagonalSquares[row] = gathered.squares[at];
      }
    }
    gathered.levels[at] = 0;
    if (shrinkage.adaptive()) {
      gathered.squares[at] = 0;
    }
  }

  private void takeInHand(Triplet triplet) {
    SparseVector positive = triplet.positive();
    SparseVector negative = triplet.negative();
    subtract(positive, negative);
    double largestQuery = largestMagnitude(triplet.query().valueArray(), triplet.query().size());
    double largestDifference = largestMagnitude(differenceValues, differenceCount);
    double product = largestQuery * largestDifference;
    if (!(product <= LARGEST_PRODUCT)) {
      differenceCount = 0;
      query = SparseVector.EMPTY;
      throw new IllegalArgumentException(
          "a triplet with values up to "
              + largestQuery
              + " in the query and differences up to "
              + largestDifference
              + " between the items can't be learnt: finite values whose products stay below "
              + LARGEST_PRODUCT
              + " expected");
    }
    query = triplet.query();
    largestProduct = product;
    grow(query.dimension(), Math.max(positive.dimension(), negative.dimension()));
  }

  private void subtract(SparseVector positive, SparseVector negative) {
    int capacity = positive.size() + negative.size();
    if (differenceColumns.length < capacity) {
      differenceColumns = new int[capacity + capacity / 2];
      differenceValues = new float[capacity + capacity / 2];
    }
    int[] left = positive.indexArray();
    int[] right = negative.indexArray();
    float[] leftValues = positive.valueArray();
    float[] rightValues = negative.valueArray();
    int i = 0;
    int j = 0;
    int count = 0;
    while (i < left.length || j < right.length) {
      int column;
      float value;
      if (j == right.length || (i < left.length && left[i] < right[j])) {
        column = left[i];
        value = leftValues[i++];
      } else if (i == left.length || right[j] < left[i]) {
        column = right[j];
        value = -rightValues[j++];
      } else {
        column = left[i];
        value = leftValues[i++] - rightValues[j++];
      }
      if (value != 0) {
        differenceColumns[count] = column;
        differenceValues[count++] = value;
      }
    }
    differenceCount = count;
  }

  /** The largest magnitude, or NaN if one of the values is not a number. */
  private static double largestMagnitude(float[] values, int count) {
    float largest = 0;
    for (int k = 0; k < count; k++) {
      largest = Math.max(largest, Math.abs(values[k]));
    }
    return largest;
  }

  private void grow(int neededRows, int neededColumns) {
    int newRows = Math.max(rows, shared ? Math.max(neededRows, neededColumns) : neededRows);
    int newColumns = Math.max(columns, shared ? newRows : neededColumns);
    if (newRows == rows && newColumns == columns) {
      return;
    }
    growDiagonal(Math.min(newRows, newColumns));
    rows = newRows;
    columns = newColumns;
    if (store instanceof DenseRowStore && !fitsDense(rows, columns)) {
      RowStore larger = new HashRowStore(rows, shrinkage.adaptive());
      copyRows(store, larger);
      store = larger;
    }
  }

  private static void copyRows(RowStore from, RowStore to) {
    RowEntries entries = new RowEntries();
    for (int row = 0; row < from.rowLimit(); row++) {
      from.copyRow(row, entries);
      to.restoreRow(row, entries);
    }
  }

  private void growDiagonal(int needed) {
    if (needed <= diagonal.length) {
      return;
    }
    long bytes = 8L * needed;
    if (bytes > Runtime.getRuntime().maxMemory() / 2) {
      throw new InvalidInputException(
          "a feature numbered "
              + (needed - 1)
              + " needs a matrix whose diagonal alone takes "
              + (bytes >> 20)
              + " MiB: number the features without large gaps, or hash them to fewer");
    }
    // the first time to the point, later with room, as a stream may bring new features for long
    int size =
        diagonal.length == 0
            ? needed
            : (int) Math.min(Math.max(needed, diagonal.length * 3L / 2), Integer.MAX_VALUE - 8);
    int old = diagonal.length;
    diagonal = Arrays.copyOf(diagonal, size);
    Arrays.fill(diagonal, old, size, untouchedDiagonal);
    if (shrinkage.adaptive()) {
      diagonalSquares = Arrays.copyOf(diagonalSquares, size);
    }
  }

  private LevelReader reader() {
    float shrunk = (float) (shrinkage.lambda() * clock);
    if (shrinkage.adaptive()) {
      float smoothing = delta;
      return (level, square) -> soft(level, shrunk / (smoothing + (float) Math.sqrt(square)));
    }
    return (level, square) -> soft(level, shrunk);
  }

  private float diagonalValue(int index, LevelReader reader) {
    return shrinkage.diagonalExempt()
        ? diagonal[index]
        : reader.valueOf(diagonal[index], shrinkage.adaptive() ? diagonalSquares[index] : 0);
  }

  /**
   * Whether the levels just written hold more threshold than value, so that their rounding begins
   * to tell. Depends on the learnt entries alone, never on the store, and keeps the cost of
   * settling below that of the steps in between.
   */
  private boolean shouldSettle(float shrunk) {
    long cells = Math.min((long) rows * columns, 1L << 27);
    if (shrunk == 0 || writtenSinceSettled < Math.max(storedWhenSettled / 2, cells / 16)) {
      return false;
    }
    int count = keepsGathered() ? (int) touchedEntries() : differenceCount;
    double thresholds = 0;
    double levels = 0;
    for (int k = 0; k < count; k++) {
      levels += Math.abs(gathered.levels[k]);
      thresholds +=
          shrinkage.adaptive() ? shrunk / (delta + Math.sqrt(gathered.squares[k])) : shrunk;
    }
    return thresholds > LARGEST_EXCESS * Math.max(0, levels - thresholds);
  }

  /** Replaces every level by its value and starts the clock again; no value changes by that. */
  public void settle() {
    LevelReader reader = reader();
    store.settle(reader);
    if (!shrinkage.diagonalExempt()) {
      for (int i = 0; i < diagonal.length; i++) {
        diagonal[i] = diagonalValue(i, reader);
      }
      untouchedDiagonal = reader.valueOf(untouchedDiagonal, 0);
    }
    clock = 0;
    writtenSinceSettled = 0;
    storedWhenSettled = store.storedEntries();
  }

  /** The matrix as it stands, in compressed sparse rows; changes nothing. */
  public BilinearModel toModel() {
    LevelReader reader = reader();
    long[] starts = new long[rows + 1];
    for (int row = 0; row < rows; row++) {
      int count = row < store.rowLimit() ? store.countNonZeros(row, reader) : 0;
      count += row < columns && diagonalValue(row, reader) != 0 ? 1 : 0;
      starts[row + 1] = starts[row] + count;
    }
    if (starts[rows] > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException(
          "the matrix has "
              + starts[rows]
              + " non-zero entries, more than one model can hold: take a larger lambda");
    }
    int[] modelColumns = new int[(int) starts[rows]];
    float[] modelValues = new float[(int) starts[rows]];
    RowEntries entries = new RowEntries();
    int at = 0;
    for (int row = 0; row < rows; row++) {
      entries.clear(0);
      if (row < store.rowLimit()) {
        store.copyRow(row, entries);
      }
      float onDiagonal = row < columns ? diagonalValue(row, reader) : 0;
      for (int k = 0; k < entries.count; k++) {
        if (onDiagonal != 0 && entries.columns[k] > row) {
          modelColumns[at] = row;
          modelValues[at++] = onDiagonal;
          onDiagonal = 0;
        }
        float value = reader.valueOf(entries.levels[k], entries.squares[k]);
        if (value != 0) {
          modelColumns[at] = entries.columns[k];
          modelValues[at++] = value;
        }
      }
      if (onDiagonal != 0) {
        modelColumns[at] = row;
        modelValues[at++] = onDiagonal;
      }
    }
    return BilinearModel.ofRows(rows, columns, starts, modelColumns, modelValues);
  }

  /** Writes everything that {@link #read} needs to go on bit for bit. */
  public void write(SectionWriter writer) throws IOException {
    writer.begin("matrix");
    writer.writeInt(rows);
    writer.writeInt(columns);
    writer.writeDouble(clock);
    writer.writeFloat(untouchedDiagonal);
    writer.writeLong(steps);
    writer.writeLong(writtenSinceSettled);
    writer.writeLong(storedWhenSettled);
    writer.end();
    int diagonalSize = Math.min(rows, columns);
    writer.writeFloats("diagonal", Arrays.copyOf(diagonal, diagonalSize));
    if (shrinkage.adaptive()) {
      writer.writeFloats("diagonalSquares", Arrays.copyOf(diagonalSquares, diagonalSize));
    }
    writer.begin("rows");
    RowEntries entries = new RowEntries();
    for (int row = 0; row < store.rowLimit(); row++) {
      store.copyRow(row, entries);
      if (entries.count > 0) {
        writer.writeInt(row);
        writer.writeInt(entries.count);
        writer.writeInts(entries.columns, entries.count);
        writer.writeFloats(entries.levels, entries.count);
        if (shrinkage.adaptive()) {
          writer.writeFloats(entries.squares, entries.count);
        }
      }
    }
    writer.writeInt(-1);
    writer.end();
  }

  /** Takes over what {@link #write} wrote of a matrix that was made with the same arguments. */
  public void read(SectionReader reader) throws IOException {
    reader.begin("matrix");
    int readRows = reader.readInt();
    int readColumns = reader.readInt();
    clock = reader.readDouble();
    untouchedDiagonal = reader.readFloat();
    steps = reader.readLong();
    writtenSinceSettled = reader.readLong();
    storedWhenSettled = reader.readLong();
    reader.end();
    diagonal = new float[0];
    diagonalSquares = new float[0];
    rows = 0;
    columns = 0;
    grow(readRows, readColumns);
    store = newStore(readRows, readColumns);
    diagonal = reader.readFloats("diagonal");
    if (shrinkage.adaptive()) {
      diagonalSquares = reader.readFloats("diagonalSquares");
    }
    reader.begin("rows");
    RowEntries entries = new RowEntries();
    for (int row = reader.readInt(); row >= 0; row = reader.readInt()) {
      int count = reader.readInt();
      entries.clear(count);
      entries.count = count;
      reader.readInts(entries.columns, count);
      reader.readFloats(entries.levels, count);
      if (shrinkage.adaptive()) {
        reader.readFloats(entries.squares, count);
      } else {
        Arrays.fill(entries.squares, 0, count, 0);
      }
      store.restoreRow(row, entries);
    }
    reader.end();
  }
}
