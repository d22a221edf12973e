package io.github.sors.matrix;

import static io.github.sors.kernel.ShrinkageKernels.soft;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
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
 *
 * <p>Features are numbered as they turn up, so memory and speed depend on how many there are, not
 * on their indices. The rows of a round are independent of each other and may be shared by threads;
 * their partial scores are summed in the order of the features, so that no bit of the result
 * depends on the number of threads, on the numbering or on the store.
 */
public final class LazyMatrix {

  /** The largest matrix that is kept dense unless told otherwise, a GiB. */
  public static final long DEFAULT_DENSE_LIMIT = 1L << 30;

  private static final double LARGEST_STEP = 1e30;
  // gathered entries are kept between score and step up to this number, else gathered again
  private static final long LARGEST_GATHER = 1 << 22;
  // rounds of fewer entries are not worth sharing
  private static final long SMALLEST_SHARED_ROUND = 4096;
  // how often the written levels are examined, in steps
  private static final int EXAMINE_EVERY = 64;
  // the matrix settles once the thresholds inside the levels outweigh the values by this factor
  private static final double LARGEST_EXCESS = 4;

  private final Shrinkage shrinkage;
  private final boolean shared;
  private final float delta;
  private final HeldTriplet held = new HeldTriplet();

  private FeatureNumbering rowNumbers = new FeatureNumbering();
  private FeatureNumbering columnNumbers = new FeatureNumbering();
  private RowStore store;
  private int rows;
  private int columns;
  private double clock;
  // the level of a diagonal entry that was never touched
  private float untouchedDiagonal;
  // by number of the row
  private float[] diagonal = new float[0];
  private float[] diagonalSquares = new float[0];

  private long denseLimit = Math.min(DEFAULT_DENSE_LIMIT, Runtime.getRuntime().maxMemory() / 3);
  private long steps;
  private long writtenSinceSettled;
  private long storedWhenSettled;

  private RowTeam team = new RowTeam(1);
  // for each thread, all of a round in the first if it is kept
  private GatheredEntries[] gathered;
  private float[] rowScores = new float[0];

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
    this.untouchedDiagonal = identity ? 1 : 0;
    // refuses a dimension that does not fit before any memory is taken for it
    growTo(rows, columns);
    this.gathered = new GatheredEntries[] {new GatheredEntries(shrinkage.adaptive())};
    this.store = new DenseRowStore(shrinkage.adaptive());
    if (fitsDense(rows, columns)) {
      store.reserve(rows, columns);
    }
  }

  private boolean fitsDense(int rowCount, int columnCount) {
    return DenseRowStore.bytesNeeded(rowCount, columnCount, shrinkage.adaptive()) <= denseLimit;
  }

  /** Keeps rows dense only as long as the whole matrix would fit into so many bytes. */
  public void setDenseLimit(long bytes) {
    denseLimit = bytes;
  }

  /** Has the rows of large rounds shared by so many threads; no bit of the result changes. */
  public void setThreads(int threads) {
    team = new RowTeam(threads);
    gathered = new GatheredEntries[threads];
    Arrays.setAll(gathered, thread -> new GatheredEntries(shrinkage.adaptive()));
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
    return held.touchedEntries();
  }

  /** ‖x (x⁺ - x⁻)ᵀ‖², the squared Frobenius norm of the gradient of the triplet in hand. */
  public double squaredGradientNorm() {
    return held.squaredGradientNorm();
  }

  /**
   * Takes a triplet in hand and scores it: xᵀM(x⁺ - x⁻). Changes no value of the matrix.
   *
   * @throws IllegalArgumentException if the triplet holds a value that is not finite, or so large
   *     that the matrix would not stay finite
   */
  public double score(Triplet triplet) {
    held.take(triplet);
    growTo(
        triplet.query().dimension(),
        Math.max(triplet.positive().dimension(), triplet.negative().dimension()));
    held.number(rowNumbers, columnNumbers);
    reserve();
    int count = held.queryCount();
    forEachRow((a, thread) -> rowScores[a] = scoreRow(a, thread));
    double sum = 0;
    for (int a = 0; a < count; a++) {
      sum += (double) held.queryValue(a) * rowScores[a];
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
    if (!(Math.abs(step) * held.largestProduct() <= LARGEST_STEP)) {
      throw new IllegalArgumentException(
          "a step of "
              + step
              + " on products of up to "
              + held.largestProduct()
              + " leaves the range of floats: normalise the vectors or take a smaller step");
    }
    forEachRow((a, thread) -> stepRow(a, thread, step));
    steps++;
    writtenSinceSettled += touchedEntries();
    if (steps % EXAMINE_EVERY == 0 && shouldSettle()) {
      settle();
    }
  }

  /** Advances the clock: every entry shrinks by its rate times {@code eta}. */
  public void tick(double eta) {
    clock += eta;
  }

  private void forEachRow(RowTeam.RowTask task) {
    if (team.threads() > 1 && touchedEntries() >= SMALLEST_SHARED_ROUND) {
      team.forEachRow(held.queryCount(), task);
    } else {
      for (int a = 0; a < held.queryCount(); a++) {
        task.run(a, 0);
      }
    }
  }

  private boolean keepsGathered() {
    return touchedEntries() <= LARGEST_GATHER;
  }

  /** What all entries, but for exempt ones, have lost since the clock started, times their σ. */
  private float shrunk() {
    return (float) (shrinkage.lambda() * clock);
  }

  private void reserve() {
    int rowCount = rowNumbers.size();
    if (diagonal.length < rowCount) {
      int old = diagonal.length;
      diagonal = Arrays.copyOf(diagonal, Math.max(rowCount, old + (old >> 1)));
      Arrays.fill(diagonal, old, diagonal.length, untouchedDiagonal);
      if (shrinkage.adaptive()) {
        diagonalSquares = Arrays.copyOf(diagonalSquares, diagonal.length);
      }
    }
    if (store instanceof DenseRowStore && !fitsDense(rowCount, columnNumbers.size())) {
      moveTo(new HashRowStore(shrinkage.adaptive(), denseLimit));
    }
    store.reserve(rowCount, columnNumbers.size());
    if (keepsGathered()) {
      gathered[0].ensureCapacity((int) touchedEntries());
    } else {
      for (GatheredEntries ofThread : gathered) {
        ofThread.ensureCapacity(held.count());
      }
    }
    if (rowScores.length < held.queryCount()) {
      rowScores = new float[held.queryCount() * 3 / 2];
    }
  }

  private void moveTo(RowStore other) {
    store.reserve(rowNumbers.size(), columnNumbers.size());
    other.reserve(rowNumbers.size(), columnNumbers.size());
    RowEntries entries = new RowEntries();
    for (int row = 0; row < rowNumbers.size(); row++) {
      store.copyRow(row, entries);
      other.restoreRow(row, entries);
    }
    store = other;
  }

  /** The dimensions grow with every feature that is seen, up to what a model can hold. */
  private void growTo(int neededRows, int neededColumns) {
    int newRows = Math.max(rows, shared ? Math.max(neededRows, neededColumns) : neededRows);
    int newColumns = Math.max(columns, shared ? newRows : neededColumns);
    if (newRows > rows) {
      // a row start each, and where M starts as the identity an entry each
      long bytes = (untouchedDiagonal == 0 ? 8L : 16L) * newRows;
      if (bytes > Runtime.getRuntime().maxMemory() / 2) {
        throw new InvalidInputException(
            "a feature numbered "
                + (newRows - 1)
                + " makes a model whose diagonal alone takes "
                + (bytes >> 20)
                + " MiB: number the features without large gaps, or hash them to fewer");
      }
    }
    rows = newRows;
    columns = newColumns;
  }

  private float scoreRow(int a, int thread) {
    boolean keep = keepsGathered();
    GatheredEntries entries = gathered[keep ? 0 : thread];
    int offset = keep ? a * held.count() : 0;
    float exempt = gatherRow(a, entries, offset);
    return ShrinkageKernels.dot(entries.levels, offset, held.values(), held.count()) + exempt;
  }

  /**
   * Gathers the values of a row at the columns of the difference.
   *
   * @return what an exempt diagonal entry adds to the row's score, as it is not among the gathered
   */
  private float gatherRow(int a, GatheredEntries entries, int offset) {
    int row = held.row(a);
    int place = held.diagonalPlace(a);
    store.gather(row, held.columns(), held.count(), entries, offset);
    float exempt = 0;
    if (place >= 0) {
      if (shrinkage.diagonalExempt()) {
        exempt = diagonal[row] * held.values()[place];
      } else {
        entries.levels[offset + place] = diagonal[row];
        if (shrinkage.adaptive()) {
          entries.squares[offset + place] = diagonalSquares[row];
        }
      }
    }
    float shrunk = shrunk();
    if (shrunk > 0) {
      if (shrinkage.adaptive()) {
        ShrinkageKernels.readAdaptive(
            entries.levels, entries.squares, offset, held.count(), shrunk, delta);
      } else {
        ShrinkageKernels.read(entries.levels, offset, held.count(), shrunk);
      }
    }
    return exempt;
  }

  private void stepRow(int a, int thread, double step) {
    boolean keep = keepsGathered();
    GatheredEntries entries = gathered[keep ? 0 : thread];
    int offset = keep ? a * held.count() : 0;
    if (!keep) {
      gatherRow(a, entries, offset);
    }
    float x = held.queryValue(a);
    float shrunk = shrunk();
    if (shrinkage.adaptive()) {
      ShrinkageKernels.stepAdaptive(
          entries.levels,
          entries.squares,
          offset,
          held.values(),
          held.count(),
          x,
          (float) step,
          shrunk,
          delta);
    } else {
      ShrinkageKernels.step(
          entries.levels, offset, held.values(), held.count(), (float) (step * x), shrunk);
    }
    if (held.diagonalPlace(a) >= 0) {
      scatterDiagonal(a, entries, offset + held.diagonalPlace(a), (float) step);
    }
    float deadLevel = shrinkage.adaptive() ? 0 : shrunk;
    store.scatter(held.row(a), held.columns(), held.count(), entries, offset, deadLevel);
  }

  /** Puts the diagonal entry of a row back where it belongs and clears its place in the row. */
  private void scatterDiagonal(int a, GatheredEntries entries, int at, float step) {
    int row = held.row(a);
    if (shrinkage.diagonalExempt()) {
      float gradient = held.queryValue(a) * held.values()[held.diagonalPlace(a)];
      float scale = step;
      if (shrinkage.adaptive()) {
        diagonalSquares[row] += gradient * gradient;
        scale = step / (delta + (float) Math.sqrt(diagonalSquares[row]));
      }
      diagonal[row] += scale * gradient;
    } else {
      diagonal[row] = entries.levels[at];
      if (shrinkage.adaptive()) {
        diagonalSquares[row] = entries.squares[at];
      }
    }
    entries.levels[at] = 0;
    if (shrinkage.adaptive()) {
      entries.squares[at] = 0;
    }
  }

  private LevelReader reader() {
    float shrunk = shrunk();
    if (shrinkage.adaptive()) {
      float smoothing = delta;
      return (level, square) -> soft(level, shrunk / (smoothing + (float) Math.sqrt(square)));
    }
    return (level, square) -> soft(level, shrunk);
  }

  private float diagonalValue(int row, LevelReader reader) {
    float level = row < 0 ? untouchedDiagonal : diagonal[row];
    float square = row < 0 || !shrinkage.adaptive() ? 0 : diagonalSquares[row];
    return shrinkage.diagonalExempt() ? level : reader.valueOf(level, square);
  }

  /**
   * Whether the levels just written hold more threshold than value, so that their rounding begins
   * to tell. Depends on the learnt entries alone, never on the store, and keeps the cost of
   * settling below that of the steps in between.
   */
  private boolean shouldSettle() {
    float shrunk = shrunk();
    long cells = Math.min((long) rowNumbers.size() * columnNumbers.size(), 1L << 27);
    if (shrunk == 0 || writtenSinceSettled < Math.max(storedWhenSettled / 2, cells / 16)) {
      return false;
    }
    int last = held.queryCount() - 1;
    boolean keep = keepsGathered();
    if (!keep) {
      gathered[0].ensureCapacity(held.count());
      store.gather(held.row(last), held.columns(), held.count(), gathered[0], 0);
    }
    int count = keep ? (int) touchedEntries() : held.count();
    double thresholds = 0;
    double levels = 0;
    for (int k = 0; k < count; k++) {
      levels += Math.abs(gathered[0].levels[k]);
      thresholds +=
          shrinkage.adaptive() ? shrunk / (delta + Math.sqrt(gathered[0].squares[k])) : shrunk;
    }
    return thresholds > LARGEST_EXCESS * Math.max(0, levels - thresholds);
  }

  /** Replaces every level by its value and starts the clock again; no value changes by that. */
  public void settle() {
    LevelReader reader = reader();
    store.settle(reader);
    if (!shrinkage.diagonalExempt()) {
      for (int row = 0; row < diagonal.length; row++) {
        diagonal[row] = diagonalValue(row, reader);
      }
      untouchedDiagonal = diagonalValue(-1, reader);
    }
    clock = 0;
    writtenSinceSettled = 0;
    storedWhenSettled = store.storedEntries();
  }

  /** The matrix as it stands, in compressed sparse rows; changes nothing. */
  public BilinearModel toModel() {
    LevelReader reader = reader();
    long[] starts = new long[rows + 1];
    for (int feature = 0; feature < rows; feature++) {
      int row = rowNumbers.find(feature);
      int count = row < 0 ? 0 : store.countNonZeros(row, reader);
      count += feature < columns && diagonalValue(row, reader) != 0 ? 1 : 0;
      starts[feature + 1] = starts[feature] + count;
    }
    if (starts[rows] > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException(
          "the matrix has "
              + starts[rows]
              + " non-zero entries, more than one model can hold: take a larger lambda");
    }
    ModelRows target = new ModelRows((int) starts[rows]);
    RowEntries entries = new RowEntries();
    RowImage image = new RowImage(columnNumbers);
    for (int feature = 0; feature < rows; feature++) {
      int row = rowNumbers.find(feature);
      target.begin(feature, feature < columns ? diagonalValue(row, reader) : 0);
      if (row >= 0) {
        store.copyRow(row, entries);
        for (int k = 0; k < entries.count; k++) {
          float value = reader.valueOf(entries.levels[k], entries.squares[k]);
          if (value != 0) {
            image.put(entries.columns[k], value);
          }
        }
        image.drain(target);
      }
      target.end();
    }
    return BilinearModel.ofRows(rows, columns, starts, target.columns, target.values);
  }

  /** The entries of a model, to which a row's diagonal entry is added where it belongs. */
  private static final class ModelRows implements RowImage.EntryConsumer {

    final int[] columns;
    final float[] values;
    private int count;
    private int row;
    private float onDiagonal;

    ModelRows(int size) {
      columns = new int[size];
      values = new float[size];
    }

    void begin(int newRow, float diagonalValue) {
      row = newRow;
      onDiagonal = diagonalValue;
    }

    @Override
    public void accept(int feature, float value) {
      if (feature > row) {
        end();
      }
      columns[count] = feature;
      values[count++] = value;
    }

    /** Adds the diagonal entry if it is still to come. */
    void end() {
      if (onDiagonal != 0) {
        columns[count] = row;
        values[count++] = onDiagonal;
        onDiagonal = 0;
      }
    }
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
    int rowCount = rowNumbers.size();
    writer.writeInts("rowFeatures", rowNumbers.features());
    writer.writeInts("columnFeatures", columnNumbers.features());
    writer.writeFloats("diagonal", Arrays.copyOf(diagonal, rowCount));
    if (shrinkage.adaptive()) {
      writer.writeFloats("diagonalSquares", Arrays.copyOf(diagonalSquares, rowCount));
    }
    writer.begin("rows");
    RowEntries entries = new RowEntries();
    for (int row = 0; row < rowCount; row++) {
      store.copyRow(row, entries);
      writer.writeInt(entries.count);
      writer.writeInts(entries.columns, entries.count);
      writer.writeFloats(entries.levels, entries.count);
      if (shrinkage.adaptive()) {
        writer.writeFloats(entries.squares, entries.count);
      }
    }
    writer.end();
  }

  /** Takes over what {@link #write} wrote of a matrix that was made with the same arguments. */
  public void read(SectionReader reader) throws IOException {
    reader.begin("matrix");
    rows = reader.readInt();
    columns = reader.readInt();
    clock = reader.readDouble();
    untouchedDiagonal = reader.readFloat();
    steps = reader.readLong();
    writtenSinceSettled = reader.readLong();
    storedWhenSettled = reader.readLong();
    reader.end();
    rowNumbers = numbering(reader.readInts("rowFeatures"));
    columnNumbers = numbering(reader.readInts("columnFeatures"));
    diagonal = reader.readFloats("diagonal");
    if (shrinkage.adaptive()) {
      diagonalSquares = reader.readFloats("diagonalSquares");
    }
    int rowCount = rowNumbers.size();
    store =
        fitsDense(rowCount, columnNumbers.size())
            ? new DenseRowStore(shrinkage.adaptive())
            : new HashRowStore(shrinkage.adaptive(), denseLimit);
    store.reserve(rowCount, columnNumbers.size());
    reader.begin("rows");
    RowEntries entries = new RowEntries();
    for (int row = 0; row < rowCount; row++) {
      entries.resize(reader.readCount(8));
      reader.readInts(entries.columns, entries.count);
      reader.readFloats(entries.levels, entries.count);
      if (shrinkage.adaptive()) {
        reader.readFloats(entries.squares, entries.count);
      } else {
        Arrays.fill(entries.squares, 0, entries.count, 0);
      }
      store.restoreRow(row, entries);
    }
    reader.end();
  }

  private static FeatureNumbering numbering(int[] features) {
    FeatureNumbering numbering = new FeatureNumbering();
    for (int feature : features) {
      numbering.number(feature);
    }
    return numbering;
  }
}
