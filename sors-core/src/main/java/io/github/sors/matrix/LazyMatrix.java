package io.github.sors.matrix;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.MatrixRow;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.feature.FeatureNumbering;
import io.github.sors.io.SectionReader;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

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
 * Before that can matter a row <i>settles</i>: its levels lose what has added up, and from then on
 * its shrinkage counts from a later time, see {@link RowClock}.
 *
 * <p>Features are numbered as they turn up, so memory and speed depend on how many there are, not
 * on their indices. The rows of a {@link Round} are independent of each other and may be shared by
 * threads; their partial scores are summed in the order of the features, so that no bit of the
 * result depends on the number of threads, on the numbering or on the store. Rounds over dense
 * vectors may be played many at once, see {@link SpeculativeBlock}, which changes no bit either.
 */
public final class LazyMatrix {

  /** The largest matrix that is kept dense unless told otherwise, a GiB. */
  public static final long DEFAULT_DENSE_LIMIT = 1L << 30;

  /** The most rounds that are played at once. */
  public static final int MOST_ROUNDS_AT_ONCE = SpeculativeBlock.MOST_ROUNDS;

  private static final Logger LOGGER = System.getLogger(LazyMatrix.class.getPackageName());

  // columns are numbered in the order of the features if the first item has at least one in so many
  private static final int ORDERED_SHARE = 4;

  private final Shrinkage shrinkage;
  private final boolean shared;
  private final EntryArithmetic arithmetic;
  private final Diagonal diagonal;
  private final RowClocks clocks;
  private final SpeculativeBlock block;

  private FeatureNumbering rowNumbers = new FeatureNumbering();
  private FeatureNumbering columnNumbers = new FeatureNumbering();
  private RowStore store;
  private int rows;
  private int columns;
  private double clock;
  private double largestAddend;

  private long denseLimit = Math.min(DEFAULT_DENSE_LIMIT, Runtime.getRuntime().maxMemory() / 3);
  private boolean settlesByItself;
  // what others still read of this matrix
  private final List<FrozenMatrix> frozen = new ArrayList<>();

  private RowWorkers workers = new RowWorkers(1);
  private Round.Workspace workspace;

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
    this.arithmetic = new EntryArithmetic(shrinkage);
    this.diagonal = new Diagonal(identity, shrinkage);
    this.clocks = new RowClocks();
    this.block = new SpeculativeBlock(shrinkage, arithmetic, diagonal, clocks);
    this.largestAddend = identity ? 1 : 0;
    this.clock = shrinkage.firstClock();
    this.settlesByItself = !shrinkage.isAnchored();
    // refuses a dimension that does not fit before any memory is taken for it
    reserve(rows, columns);
    this.workspace = new Round.Workspace(1, shrinkage.adaptive());
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

  /** Shares the rows of large rounds between threads; no bit of the result changes. */
  public void setThreads(int threads) {
    workers = new RowWorkers(threads);
    workspace = new Round.Workspace(threads, shrinkage.adaptive());
  }

  /** What keeps the entries, in a few words. */
  public String storage() {
    return store.description();
  }

  /** The bytes that the entries take, and what is kept to work on them. */
  public long bytes() {
    return store.bytes() + diagonal.bytes() + clocks.bytes() + block.bytes();
  }

  /** The time that has passed since {@link #settle} was called last. */
  public double clock() {
    return clock;
  }

  /** The level of a diagonal entry whose row no round has met. */
  public float untouchedDiagonal() {
    return diagonal.untouched();
  }

  /** The value of a diagonal entry whose row no round has met. */
  public float untouchedDiagonalValue() {
    return diagonal.value(-1, reader(-1));
  }

  /**
   * Settles no row by itself from now on: for a matrix that has only some of the rows, which leave
   * it as levels that others read by the same clock.
   */
  public void keepClock() {
    settlesByItself = false;
  }

  Shrinkage shrinkage() {
    return shrinkage;
  }

  EntryArithmetic arithmetic() {
    return arithmetic;
  }

  Diagonal diagonal() {
    return diagonal;
  }

  RowClocks rowClocks() {
    return clocks;
  }

  RowStore store() {
    return store;
  }

  RowWorkers workers() {
    return workers;
  }

  boolean settlesByItself() {
    return settlesByItself;
  }

  FeatureNumbering rowNumbers() {
    return rowNumbers;
  }

  FeatureNumbering columnNumbers() {
    return columnNumbers;
  }

  /** The most that any step has added to an entry. */
  double largestAddend() {
    return largestAddend;
  }

  /** The number of columns that have a number. */
  int columnCount() {
    return columnNumbers.size();
  }

  /**
   * Begins a round: scores a triplet. Changes no value of the matrix.
   *
   * @throws IllegalArgumentException if the triplet holds a value that is not finite, or so large
   *     that the matrix would not stay finite
   */
  public Round begin(Triplet triplet) {
    forgetClosed();
    PreparedTriplet prepared = workspace.triplet();
    prepared.take(triplet);
    growTo(triplet);
    prepared.number(rowNumbers, columnNumbers);
    reserveEntries();
    return new Round(this, workspace);
  }

  /** Notes how much a step may add to an entry, and returns the most that any step has. */
  double noteAddend(double step, PreparedTriplet triplet) {
    largestAddend = Math.max(largestAddend, Math.abs(step) * triplet.largestProduct());
    return largestAddend;
  }

  /** Advances the clock: every entry shrinks by its rate times {@code eta}. */
  public void advance(double eta) {
    clock += eta;
  }

  /**
   * Plays the first rounds all at once, if that promises to be faster: scores each triplet, steps
   * by its η where the score is below the margin, and advances the clock by η. No bit differs from
   * doing so one by one.
   *
   * @param etas the η of each triplet
   */
  public PlayedRounds play(List<Triplet> triplets, double[] etas, double margin) {
    if (!(store instanceof DenseRowStore dense)
        || !new BlockFilling(this, block).fill(triplets, etas)) {
      return PlayedRounds.NONE;
    }
    dense.reserve(rowNumbers.size(), columnNumbers.size());
    diagonal.reserve(rowNumbers.size());
    clocks.reserve(rowNumbers.size());
    keepAllFrozen();
    PlayedRounds played =
        block.play(margin, settlesByItself, dense, rowNumbers, columnNumbers, workers);
    for (int b = 0; b < played.count(); b++) {
      noteAddend(etas[b], block.triplet(b));
      advance(etas[b]);
    }
    return played;
  }

  /** Whether the matrix has room for the features of a triplet without growing. */
  boolean isWithin(Triplet triplet) {
    return triplet.query().dimension() <= rows
        && triplet.positive().dimension() <= columns
        && triplet.negative().dimension() <= columns;
  }

  /** Whether the dense limit leaves room for a second copy of the matrix and for a block. */
  boolean hasRoomForBlock() {
    long bytes =
        DenseRowStore.bytesNeeded(rowNumbers.size(), columnNumbers.size(), shrinkage.adaptive());
    return SpeculativeBlock.bytesNeeded(rowNumbers.size()) <= denseLimit - 2 * bytes
        && SpeculativeBlock.isPossible(rowNumbers.size());
  }

  void reserveEntries() {
    int rowCount = rowNumbers.size();
    diagonal.reserve(rowCount);
    clocks.reserve(rowCount);
    if (store instanceof DenseRowStore && !fitsDense(rowCount, columnNumbers.size())) {
      moveTo(new HashRowStore(shrinkage.adaptive(), denseLimit));
    }
    store.reserve(rowCount, columnNumbers.size());
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
    block.free();
    LOGGER.log(
        Level.DEBUG,
        "from now on the matrix is kept in {0}: {1} x {2} features would not fit into {3} bytes",
        other.description(),
        rowNumbers.size(),
        columnNumbers.size(),
        denseLimit);
  }

  /** The dimensions grow with every feature that is seen, up to what a model can hold. */
  private void growTo(Triplet triplet) {
    int items = Math.max(triplet.positive().dimension(), triplet.negative().dimension());
    reserve(triplet.query().dimension(), items);
    if (columnNumbers.size() == 0 && (long) triplet.positive().size() * ORDERED_SHARE >= columns) {
      // dense input: all columns in their order, so that rows can be worked on as they lie
      for (int feature = 0; feature < columns; feature++) {
        columnNumbers.number(feature);
      }
    }
  }

  /**
   * Makes the matrix at least this large; where it started as the identity, so do the new features.
   *
   * @throws InvalidInputException if a model of that size would not fit into memory
   */
  public void reserve(int neededRows, int neededColumns) {
    int newRows = Math.max(rows, shared ? Math.max(neededRows, neededColumns) : neededRows);
    int newColumns = Math.max(columns, shared ? newRows : neededColumns);
    if (newRows > rows) {
      // a row start each, and where M starts as the identity an entry each
      long bytes = (diagonal.startsEmpty() ? 8L : 16L) * newRows;
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

  /** The score of an item for a query, xᵀMy; changes nothing, not even the dimensions. */
  public double score(SparseVector query, SparseVector item) {
    return new MatrixReading(this).score(query, item);
  }

  /**
   * The weights in Mᵀx of some features of the items, in double precision; changes nothing.
   *
   * <p>Costs O(nnz(x)) times their number, so it pays where several items are scored for one query.
   *
   * @param features ascending
   */
  public double[] expand(SparseVector query, int[] features) {
    return new MatrixReading(this).expand(query, features);
  }

  /** Whether a feature has an entry on the diagonal. */
  boolean hasDiagonal(int feature) {
    return feature < Math.min(rows, columns);
  }

  /** Reads the levels of a row as they stand; those of rows that no round has met if negative. */
  LevelReader reader(int row) {
    return arithmetic.reader((float) (shrinkage.lambda() * age(row)));
  }

  private double age(int row) {
    return row < 0 ? clock : Math.max(0, clock - clocks.origin(row));
  }

  /** Settles a row whose clock was loaded; what was gathered of it has to be gathered again. */
  void settle(int row, RowClock rowClock) {
    keepFrozen(row);
    double taken = rowClock.settle(shrinkage.lambda(), clock);
    LevelReader settler = arithmetic.settler(taken, rowClock);
    store.settle(row, settler);
    diagonal.settle(row, settler);
  }

  /**
   * Replaces every level by its value and starts the clock again; no value changes by that. Entries
   * that are worked out from all their gradients stay as they are: nothing of them is outstanding.
   */
  public void settle() {
    if (shrinkage.isAnchored()) {
      return;
    }
    keepAllFrozen();
    for (int row = 0; row < rowNumbers.size(); row++) {
      LevelReader reader = reader(row);
      store.settle(row, reader);
      diagonal.settle(row, reader);
    }
    diagonal.settleUntouched(rowNumbers.size(), reader(-1));
    clocks.restart();
    clock = 0;
  }

  /**
   * Forgets the smallest entries off the diagonal, with their squares, if more than {@code most}
   * are kept; of equal magnitudes those stay that come first, by row and then by column. Entries
   * that are zero and kept for their squares alone count, too, and all of them go first.
   *
   * <p>Costs as much as there are entries.
   */
  public void limitEntries(long most) {
    new LiveEntryLimit(this).apply(most);
  }

  /** The matrix as it stands, in compressed sparse rows; changes nothing. */
  public BilinearModel toModel() {
    try (FrozenMatrix now = freeze(() -> {})) {
      return now.toModel();
    }
  }

  /**
   * The matrix as it stands, to be read by another thread while rounds go on.
   *
   * @param betweenRows what that thread is to do after each row, such as resting
   */
  public FrozenMatrix freeze(Runnable betweenRows) {
    forgetClosed();
    FrozenMatrix now =
        new FrozenMatrix(
            shrinkage,
            new MatrixSections.Counts(rows, columns, clock, largestAddend),
            rowNumbers.features(),
            columnNumbers.features(),
            diagonal.copy(),
            clocks.copy(),
            store.sharing(),
            betweenRows);
    frozen.add(now);
    return now;
  }

  private void forgetClosed() {
    if (!frozen.isEmpty()) {
      frozen.removeIf(FrozenMatrix::isClosed);
    }
  }

  /** Has those who read the matrix as it was keep a row that is about to change. */
  void keepFrozen(int row) {
    for (int k = 0; k < frozen.size(); k++) {
      frozen.get(k).keep(row);
    }
  }

  private void keepAllFrozen() {
    frozen.forEach(FrozenMatrix::keepAll);
    frozen.clear();
  }

  /**
   * Hands over every row that a round has met, in no particular order; changes nothing.
   *
   * @throws IllegalStateException if rows have settled at times of their own: {@link #settle} all
   *     of them first
   */
  public void forEachRow(Consumer<MatrixRow> consumer) {
    new RowExchange(this).forEachRow(consumer);
  }

  /**
   * Takes over rows that {@link #forEachRow} of another matrix of this kind has handed out, with
   * its clock and its untouched diagonal; only before the first round.
   */
  public void restoreRows(double newClock, float untouchedDiagonal, Iterator<MatrixRow> source) {
    new RowExchange(this).restoreRows(newClock, untouchedDiagonal, source);
  }

  /**
   * Takes over rows of values instead of levels; only before the first round.
   *
   * @param untouchedDiagonal the value of the diagonal entries of all other rows
   */
  public void restoreValues(float untouchedDiagonal, Iterator<MatrixRow> source) {
    new RowExchange(this).restoreValues(untouchedDiagonal, source);
  }

  /** Sets the clock and the diagonal of rows that no round has met, before the first round. */
  void restart(double newClock, float untouchedDiagonal) {
    clock = newClock;
    diagonal.restart(untouchedDiagonal);
  }

  /**
   * Takes over what {@link FrozenMatrix#write} wrote of a matrix that was made with the same
   * arguments.
   */
  public void read(SectionReader reader) throws IOException {
    MatrixSections sections = MatrixSections.read(reader);
    reserve(sections.counts().rows(), sections.counts().columns());
    clock = sections.counts().clock();
    largestAddend = Math.max(largestAddend, sections.counts().largestAddend());
    rowNumbers = sections.rowNumbers();
    columnNumbers = sections.columnNumbers();
    diagonal.read(reader, rowNumbers.size());
    sections.readClocks(reader, clocks);
    int rowCount = rowNumbers.size();
    store =
        fitsDense(rowCount, columnNumbers.size())
            ? new DenseRowStore(shrinkage.adaptive())
            : new HashRowStore(shrinkage.adaptive(), denseLimit);
    store.reserve(rowCount, columnNumbers.size());
    sections.readRows(reader, shrinkage.adaptive(), store);
  }
}
