package io.github.sors.matrix;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.MatrixRow;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.feature.FeatureFrequencies;
import io.github.sors.feature.FeatureNumbering;
import io.github.sors.io.SectionReader;
import io.github.sors.matrix.store.DenseRowStore;
import io.github.sors.matrix.store.HashRowStore;
import io.github.sors.matrix.store.LevelReader;
import io.github.sors.matrix.store.RowEntries;
import io.github.sors.matrix.store.RowStore;
import io.github.sors.matrix.store.StoreChoice;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * A matrix whose entries all shrink towards zero in every round, or towards those of the identity,
 * although a round touches only the entries in supp(x) × supp(x⁺ - x⁻).
 *
 * <p>The paper's update soft-thresholds all d² entries in every round. Since soft(soft(v, a), b) =
 * soft(v, a + b), the shrinkage of untouched entries accumulates, and one clock A_t = Σ η_s serves
 * all of them. An entry is stored as the level sign(m) · (|m| + rate · A at its last touch), and
 * its value at any time is soft(level, rate · A). This is exact, not an approximation: in exact
 * arithmetic every loss and every entry equals those of the O(d²) algorithm.
 *
 * <p>A level is a float that holds |m| + rate · A, so its rounding error grows with the clock.
 * Before the error can matter, a row <i>settles</i>: the accumulated shrinkage is subtracted from
 * its levels, and its shrinkage counts from then on, see {@link RowClock}.
 *
 * <p>Features are numbered in the order in which they appear, or by their {@linkplain #expect
 * expected frequency}, so memory and speed depend on how many there are, not on their ids. The rows
 * of a {@link Round} are independent, so threads may share them; their partial scores are summed in
 * the order of the features, so that the result is bit-identical for every number of threads,
 * numbering and store. Many rounds over dense vectors may be played at once, see {@link
 * SpeculativeBlock}, with the same bits.
 */
public final class LazyMatrix {

  // a matrix of up to this many bytes is kept dense, if memory is plentiful
  private static final long MOST_DENSE_BYTES = 1L << 30;
  // and hashed rows use memory generously as long as they take at most this many bytes
  private static final long MOST_GENEROUS_BYTES = 2L << 30;

  /** The maximum number of rounds that are played at once. */
  public static final int MOST_ROUNDS_AT_ONCE = SpeculativeBlock.MOST_ROUNDS;

  private static final Logger LOGGER = System.getLogger(LazyMatrix.class.getPackageName());

  // columns are numbered in the order of the features if the first item has at least one in this
  // many
  private static final int ORDERED_SHARE = 4;

  private final Shrinkage shrinkage;
  private final boolean shared;
  private final EntryArithmetic arithmetic;
  private final Diagonal diagonal;
  private final RowClocks clocks;
  private final SpeculativeBlock block;
  private final StoreChoice storeChoice;

  private FeatureNumbering rowNumbers = new FeatureNumbering();
  private FeatureNumbering columnNumbers = new FeatureNumbering();
  private RowStore store;
  // whether the numbers of columns were given beforehand
  private boolean expecting;
  private int rows;
  private int columns;
  private double clock;
  private double largestAddend;

  private long denseLimit;
  private long generousLimit;
  private boolean settlesByItself = true;
  // snapshots of this matrix that are still being read
  private final List<FrozenMatrix> frozen = new ArrayList<>();

  private RowWorkers workers = new RowWorkers(1);
  private RoundLanes lanes;
  private Round.Workspace workspace;

  /**
   * Creates the matrix M₁.
   *
   * @param rows the number of query features known so far; it may grow
   * @param columns the same for the items
   * @param shared whether both sides have the same features, so that the matrix stays square
   * @param identity whether M₁ = I instead of 0; only for shared features
   */
  public LazyMatrix(int rows, int columns, boolean shared, boolean identity, Shrinkage shrinkage) {
    if ((identity || shrinkage.toIdentity()) && !shared) {
      throw new IllegalArgumentException(
          "M starts as the identity, or shrinks to it, only where queries and items share their"
              + " features");
    }
    this.shrinkage = shrinkage;
    this.shared = shared;
    this.arithmetic = new EntryArithmetic(shrinkage);
    this.diagonal = new Diagonal(identity, shrinkage);
    this.clocks = new RowClocks();
    this.block = new SpeculativeBlock(shrinkage, arithmetic, diagonal, clocks);
    this.storeChoice = new StoreChoice(shrinkage.adaptive());
    this.largestAddend = Math.abs(diagonal.start());
    setPlentifulMemory(Runtime.getRuntime().maxMemory() / 3);
    // reject a dimension that is too large before allocating memory for it
    reserve(rows, columns);
    this.lanes = new RoundLanes(1, shrinkage.adaptive());
    this.workspace = new Round.Workspace(1, shrinkage.adaptive());
    this.store = new DenseRowStore(shrinkage.adaptive());
    if (fitsDense(rows, columns)) {
      store.reserve(rows, columns);
    }
  }

  private boolean fitsDense(int rowCount, int columnCount) {
    return storeChoice.fits(rowCount, columnCount, denseLimit);
  }

  /**
   * Sets the memory that may be spent on speed; by default, a third of the heap. Rows are dense
   * while a dense matrix would fit into it and into 1 GiB. Otherwise they are hashed, and use
   * memory generously ({@link HashRowStore}) while they fit into it and into 2 GiB.
   */
  public void setPlentifulMemory(long bytes) {
    denseLimit = Math.min(MOST_DENSE_BYTES, bytes);
    generousLimit = Math.min(MOST_GENEROUS_BYTES, bytes);
  }

  /** Sets the same memory, without the bounds of 1 and 2 GiB. */
  public void setDenseLimit(long bytes) {
    denseLimit = bytes;
    generousLimit = bytes;
  }

  /** Sets the memory within which rows that become hashed are generous, and nothing else. */
  public void setGenerousLimit(long bytes) {
    generousLimit = bytes;
  }

  /**
   * Shares the rows of large rounds between threads; the result stays bit-identical.
   *
   * @param most the most threads to use; see {@link RowWorkers#worthUsing}
   */
  public void setThreads(int most) {
    int threads = RowWorkers.worthUsing(most, Runtime.getRuntime().availableProcessors());
    workers = new RowWorkers(threads);
    lanes = new RoundLanes(threads, shrinkage.adaptive());
    workspace = new Round.Workspace(threads, shrinkage.adaptive());
  }

  /** Describes the store of the entries in a few words. */
  public String storage() {
    return store.description();
  }

  /** The bytes that the entries and the working memory take. */
  public long bytes() {
    return store.bytes() + diagonal.bytes() + clocks.bytes() + block.bytes();
  }

  /** The time since the last call of {@link #settle}. */
  public double clock() {
    return clock;
  }

  /** The level of a diagonal entry in a row that no round has touched. */
  public float untouchedDiagonal() {
    return diagonal.untouched();
  }

  /** The value of a diagonal entry in a row that no round has touched. */
  public float untouchedDiagonalValue() {
    return diagonal.value(-1, reader(-1));
  }

  /**
   * Stops settling rows automatically. Needed if the matrix holds only a part of the rows and hands
   * them over as levels, which others read with the same clock.
   */
  public void keepClock() {
    settlesByItself = false;
  }

  /** Whether entries shrink to those of the identity, and not to zero. */
  public boolean shrinksToIdentity() {
    return shrinkage.toIdentity();
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

  /** The largest amount that any step has added to an entry. */
  double largestAddend() {
    return largestAddend;
  }

  /** The number of columns that have occurred so far. */
  int columnCount() {
    return columnNumbers.size();
  }

  /**
   * Begins a round: scores a triplet, without changing any value of the matrix.
   *
   * @throws IllegalArgumentException if a value of the triplet is not finite, or so large that the
   *     matrix would not stay finite
   */
  public Round begin(Triplet triplet) {
    forgetClosed();
    PreparedTriplet prepared = workspace.triplet();
    prepared.take(triplet);
    growTo(triplet);
    prepared.number(rowNumbers, columnNumbers);
    storeChoice.count(1, rowNumbers.size(), columnNumbers.size());
    reserveEntries();
    return new Round(this, workspace);
  }

  /**
   * Records the largest amount that a step may add to an entry, and returns the maximum over all
   * steps.
   */
  double noteAddend(double step, PreparedTriplet triplet) {
    largestAddend = Math.max(largestAddend, Math.abs(step) * triplet.largestProduct());
    return largestAddend;
  }

  /** Advances the clock: every entry shrinks by its rate times {@code eta}. */
  public void advance(double eta) {
    clock += eta;
  }

  /**
   * Plays the first rounds all at once, if that is likely to be faster: scores each triplet, steps
   * by its η if the score is below the margin, and advances the clock by η. The result is
   * bit-identical to playing them one by one.
   *
   * @param etas the η of each triplet
   */
  public PlayedRounds play(List<Triplet> triplets, double[] etas, double margin) {
    RoundPlanning planning = new RoundPlanning(this);
    if (store instanceof DenseRowStore dense && planning.planBlock(block.plan(), triplets, etas)) {
      dense.reserve(rowNumbers.size(), columnNumbers.span());
      diagonal.reserve(rowNumbers.size());
      clocks.reserve(rowNumbers.size());
      keepAllFrozen();
      return ended(
          block.plan(),
          block.play(margin, settlesByItself, dense, rowNumbers, columnNumbers, workers));
    }
    if (workers.threads() > 1 && planning.planLanes(lanes.plan(), triplets, etas)) {
      forgetClosed();
      storeChoice.count(lanes.plan().count(), rowNumbers.size(), columnNumbers.size());
      reserveEntries();
      return ended(lanes.plan(), lanes.play(this, margin));
    }
    return PlayedRounds.NONE;
  }

  /** Ends rounds that were played at once, as {@link Round#end} does. */
  private PlayedRounds ended(PlannedRounds plan, PlayedRounds played) {
    for (int b = 0; b < played.count(); b++) {
      noteAddend(plan.step(b), plan.triplet(b));
      advance(plan.step(b));
    }
    return played;
  }

  /** Whether rows are dense, not hashed. */
  boolean hasDenseRows() {
    return store instanceof DenseRowStore;
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
        DenseRowStore.bytesNeeded(rowNumbers.size(), columnNumbers.span(), shrinkage.adaptive());
    return SpeculativeBlock.bytesNeeded(rowNumbers.size()) <= denseLimit - 2 * bytes
        && SpeculativeBlock.isPossible(rowNumbers.size());
  }

  /** Makes room for the entries of all features that are numbered. */
  void reserveEntries() {
    int rowCount = rowNumbers.size();
    diagonal.reserve(rowCount);
    clocks.reserve(rowCount);
    if (choosesDenseRows() != hasDenseRows()) {
      moveTo(emptyStore());
    }
    store.reserve(rowCount, columnNumbers.span());
  }

  private boolean choosesDenseRows() {
    int span = columnNumbers.span();
    boolean allFit = fitsDense(rows, columns) || (expecting && shared && fitsDense(span, span));
    return storeChoice.isDense(hasDenseRows(), allFit, rowNumbers.size(), span, denseLimit);
  }

  private RowStore emptyStore() {
    return choosesDenseRows()
        ? new DenseRowStore(shrinkage.adaptive())
        : new HashRowStore(shrinkage.adaptive(), generousLimit);
  }

  private void moveTo(RowStore other) {
    store.reserve(rowNumbers.size(), columnNumbers.span());
    other.reserve(rowNumbers.size(), columnNumbers.span());
    RowStore old = store;
    RowEntries[] entries = new RowEntries[workers.threads()];
    Arrays.setAll(entries, thread -> new RowEntries());
    workers.forEachRow(
        rowNumbers.size(),
        (row, thread) -> {
          old.copyRow(row, entries[thread]);
          other.restoreRow(row, entries[thread]);
        });
    store = other;
    workspace.forgetRound();
    block.free();
    LOGGER.log(
        Level.DEBUG,
        "from now on the matrix is kept in {0}: {1} x {2} features have occurred",
        other.description(),
        rowNumbers.size(),
        columnNumbers.size());
  }

  /** Grows the dimensions to hold the features of a triplet, up to the limit of a model. */
  private void growTo(Triplet triplet) {
    int items = Math.max(triplet.positive().dimension(), triplet.negative().dimension());
    reserve(triplet.query().dimension(), items);
    if (columnNumbers.size() == 0 && (long) triplet.positive().size() * ORDERED_SHARE >= columns) {
      // dense input: number all columns in feature order, so that rows need no gathering
      columnNumbers = new FeatureNumbering();
      for (int feature = 0; feature < columns; feature++) {
        columnNumbers.number(feature);
      }
    }
  }

  /**
   * Prepares for triplets that consist of these vectors; before the first round, later it does
   * nothing. Columns are numbered by how many of the vectors have them, so what is frequent is
   * close together: the heads of rows ({@link HashRowStore}) cover more of what rounds touch, and
   * dense rows use fewer cache lines. No result depends on the numbers.
   */
  public void expect(List<SparseVector> vectors) {
    if (rowNumbers.size() == 0 && columnNumbers.span() == 0) {
      columnNumbers.expect(FeatureFrequencies.frequentFirst(vectors));
      expecting = true;
    }
  }

  /**
   * Makes the matrix at least this large; new diagonal entries are 1 if M₁ = I.
   *
   * @throws InvalidInputException if a model of that size would not fit into memory
   */
  public void reserve(int neededRows, int neededColumns) {
    int newRows = Math.max(rows, shared ? Math.max(neededRows, neededColumns) : neededRows);
    int newColumns = Math.max(columns, shared ? newRows : neededColumns);
    if (newRows > rows) {
      // per feature a row start and, if M starts as the identity, an entry
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

  /** Returns the score of an item for a query, xᵀMy; read-only, not even the dimensions grow. */
  public double score(SparseVector query, SparseVector item) {
    return new MatrixReading(this).score(query, item);
  }

  /**
   * Returns the weights in Mᵀx of the given item features, in double precision; read-only.
   *
   * <p>Costs O(nnz(x)) per feature, so it is worthwhile if several items are scored for one query.
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

  /**
   * Returns a reader for the present levels of a row; for a negative row, of the untouched rows.
   */
  LevelReader reader(int row) {
    return arithmetic.reader((float) (shrinkage.lambda() * age(row)));
  }

  private double age(int row) {
    return row < 0 ? clock : Math.max(0, clock - clocks.origin(row));
  }

  /** Settles a row whose clock was loaded; entries gathered before have to be gathered again. */
  void settle(int row, RowClock rowClock, double now) {
    keepFrozen(row);
    double taken = rowClock.settle(shrinkage.lambda(), now);
    LevelReader settler = arithmetic.settler(taken, rowClock);
    store.settle(row, settler);
    diagonal.settle(row, settler);
  }

  /** Replaces every level by its value and restarts the clock; no value changes. */
  public void settle() {
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

  /** Returns the present matrix in compressed sparse rows; read-only. */
  public BilinearModel toModel() {
    try (FrozenMatrix now = freeze(() -> {})) {
      return now.toModel();
    }
  }

  /**
   * Returns a snapshot of the matrix that another thread can read while rounds continue.
   *
   * @param betweenRows called by that thread after each row, for example to pause
   */
  public FrozenMatrix freeze(Runnable betweenRows) {
    forgetClosed();
    FrozenMatrix now =
        new FrozenMatrix(
            shrinkage,
            new MatrixSections.Counts(rows, columns, clock, largestAddend),
            rowNumbers.features(),
            columnNumbers.features(),
            columnNumbers.occurred(),
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

  /** Tells the snapshots to copy a row that is about to change. */
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
   * Passes every row that a round has touched to the consumer, in no particular order; read-only.
   *
   * @throws IllegalStateException if rows have settled at different times; call {@link #settle}
   *     first
   */
  public void forEachRow(Consumer<MatrixRow> consumer) {
    new RowExchange(this).forEachRow(consumer);
  }

  /**
   * Restores rows that {@link #forEachRow} of another matrix of this kind passed out, with its
   * clock and its untouched diagonal; only before the first round.
   */
  public void restoreRows(double newClock, float untouchedDiagonal, Iterator<MatrixRow> source) {
    new RowExchange(this).restoreRows(newClock, untouchedDiagonal, source);
  }

  /**
   * Restores rows of values instead of levels; only before the first round.
   *
   * @param untouchedDiagonal the value of the diagonal entries of all other rows
   */
  public void restoreValues(float untouchedDiagonal, Iterator<MatrixRow> source) {
    new RowExchange(this).restoreValues(untouchedDiagonal, source);
  }

  /** Sets the clock, and the diagonal of untouched rows; only before the first round. */
  void restart(double newClock, float untouchedDiagonal) {
    clock = newClock;
    diagonal.restart(untouchedDiagonal);
  }

  /**
   * Restores what {@link FrozenMatrix#write} wrote for a matrix that was created with the same
   * arguments.
   */
  public void read(SectionReader reader) throws IOException {
    MatrixSections sections = MatrixSections.read(reader);
    reserve(sections.counts().rows(), sections.counts().columns());
    clock = sections.counts().clock();
    largestAddend = Math.max(largestAddend, sections.counts().largestAddend());
    rowNumbers = sections.rowNumbers();
    columnNumbers = sections.columnNumbers();
    expecting = false;
    diagonal.read(reader, rowNumbers.size());
    int rowCount = rowNumbers.size();
    clocks.reserve(rowCount);
    clocks.read(reader, rowCount);
    store = emptyStore();
    store.reserve(rowCount, columnNumbers.size());
    sections.readRows(reader, shrinkage.adaptive(), store);
  }
}
