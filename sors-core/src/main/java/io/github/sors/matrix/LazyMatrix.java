package io.github.sors.matrix;

import io.github.sors.BilinearModel;
import io.github.sors.InvalidInputException;
import io.github.sors.MatrixRow;
import io.github.sors.Triplet;
import io.github.sors.io.SectionReader;
import io.github.sors.kernel.VarianceKernels;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
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
 * Before that can matter the matrix <i>settles</i>: every level is replaced by its value and the
 * clock starts again at zero.
 *
 * <p>Features are numbered as they turn up, so memory and speed depend on how many there are, not
 * on their indices. The rows of a round are independent of each other and may be shared by threads;
 * their partial scores are summed in the order of the features, so that no bit of the result
 * depends on the number of threads, on the numbering or on the store. Rounds over dense vectors may
 * be played many at once, see {@link RoundBlock}, which changes no bit either.
 */
public final class LazyMatrix {

  /** The largest matrix that is kept dense unless told otherwise, a GiB. */
  public static final long DEFAULT_DENSE_LIMIT = 1L << 30;

  /** The most rounds that are played at once. */
  public static final int MOST_ROUNDS_AT_ONCE = RoundBlock.MOST_ROUNDS;

  private static final Logger LOGGER = System.getLogger(LazyMatrix.class.getPackageName());

  private static final double LARGEST_STEP = 1e30;
  // gathered entries are kept between score and step up to this number, else gathered again
  private static final long LARGEST_GATHER = 1 << 22;
  // rounds of fewer entries are not worth sharing
  private static final long SMALLEST_SHARED_ROUND = 4096;
  // how often the levels are examined, in rounds, and how many rows of them
  private static final int EXAMINE_EVERY = 64;
  private static final int EXAMINED_ROWS = 64;
  // the matrix settles once the thresholds inside the levels outweigh the values by this factor
  private static final double LARGEST_EXCESS = 4;
  // vectors are dense if they have at least one in so many features
  private static final int DENSE_SHARE = 4;

  private final Shrinkage shrinkage;
  private final boolean shared;
  private final EntryArithmetic arithmetic;
  private final Diagonal diagonal;
  private final RoundBlock block;
  // the triplet in hand: of the last score, or the last of the block
  private HeldTriplet held = new HeldTriplet();

  private FeatureNumbering rowNumbers = new FeatureNumbering();
  private FeatureNumbering columnNumbers = new FeatureNumbering();
  private RowStore store;
  private int rows;
  private int columns;
  private double clock;

  private long denseLimit = Math.min(DEFAULT_DENSE_LIMIT, Runtime.getRuntime().maxMemory() / 3);
  private long ticks;
  private boolean settlesByItself = true;
  private long writtenSinceSettled;
  private long storedWhenSettled;
  // what others still read of this matrix
  private final List<FrozenMatrix> frozen = new ArrayList<>();

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
    this.arithmetic = new EntryArithmetic(shrinkage);
    this.diagonal = new Diagonal(identity, shrinkage);
    this.block = new RoundBlock(shrinkage, arithmetic, diagonal);
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
    return store.bytes() + diagonal.bytes();
  }

  /** The time that has passed since the matrix last settled. */
  public double clock() {
    return clock;
  }

  /** The level of a diagonal entry whose row no round has met. */
  public float untouchedDiagonal() {
    return diagonal.untouched();
  }

  /**
   * Never settles by itself from now on: for a matrix that has only some of the rows, while others
   * elsewhere go by the same clock.
   */
  public void keepClock() {
    settlesByItself = false;
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
    forgetClosed();
    held.take(triplet);
    growTo(triplet);
    held.number(rowNumbers, columnNumbers);
    reserve();
    forEachRow((a, thread) -> rowScores[a] = scoreRow(a, thread));
    double sum = held.sum(rowScores);
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
    requirePossible(step);
    forEachRow((a, thread) -> stepRow(a, thread, step));
    writtenSinceSettled += touchedEntries();
  }

  private void requirePossible(double step) {
    if (!isPossible(step, held)) {
      throw new IllegalArgumentException(
          "a step of "
              + step
              + " on products of up to "
              + held.largestProduct()
              + " leaves the range of floats: normalise the vectors or take a smaller step");
    }
  }

  private static boolean isPossible(double step, HeldTriplet triplet) {
    return Math.abs(step) * triplet.largestProduct() <= LARGEST_STEP;
  }

  /**
   * The variance of the score of the triplet in hand, Σ S g² with g = x_i (x⁺ - x⁻)_j, in a matrix
   * that keeps S = r / (r + square) for each entry.
   */
  public double variance(double r) {
    double sum = 0;
    for (double ofRow : rowVariances(r)) {
      sum += ofRow;
    }
    return sum;
  }

  /** The same for each feature of the query: what its row adds to the variance. */
  public double[] rowVariances(double r) {
    double[] rowVariances = new double[held.queryCount()];
    forEachRow(
        (a, thread) -> {
          GatheredEntries entries = gathered[keepsGathered() ? 0 : thread];
          int offset = gatheredAgain(a, entries);
          rowVariances[a] =
              VarianceKernels.variance(
                  entries.squares,
                  offset,
                  held.values(),
                  held.count(),
                  held.queryValue(a),
                  (float) r);
        });
    return rowVariances;
  }

  /** What the row of each feature of the query in hand has scored, before the query's own value. */
  public float[] rowScores() {
    return Arrays.copyOf(rowScores, held.queryCount());
  }

  /**
   * Adds step · S g with g = x_i (x⁺ - x⁻)_j of the triplet that was scored last, where nothing
   * shrinks, and makes S smaller as {@link VarianceKernels#step} says.
   *
   * @throws IllegalArgumentException if the step is too large to keep the matrix finite
   */
  public void stepByVariance(double step, double r, double variance) {
    requirePossible(step);
    forEachRow(
        (a, thread) -> {
          GatheredEntries entries = gathered[keepsGathered() ? 0 : thread];
          int offset = gatheredAgain(a, entries);
          VarianceKernels.step(
              entries.levels,
              entries.squares,
              offset,
              held.values(),
              held.count(),
              held.queryValue(a),
              (float) step,
              (float) r,
              (float) variance);
          scatterRow(a, entries, offset, step);
        });
    writtenSinceSettled += touchedEntries();
  }

  /** Ends a round and advances the clock: every entry shrinks by its rate times {@code eta}. */
  public void tick(double eta) {
    clock += eta;
    ticks++;
    if (ticks % EXAMINE_EVERY == 0 && settlesByItself && shouldSettle()) {
      settle();
    }
  }

  /**
   * Plays the first rounds all at once, if that promises to be faster: scores each triplet, steps
   * by its η where the score is below the margin, and ticks by η. No bit differs from doing so one
   * by one.
   *
   * @param etas the η of each triplet
   * @return the number of rounds that were played, 0 if it is to be done one by one
   */
  public int play(List<Triplet> triplets, double[] etas, double margin) {
    if (!(store instanceof DenseRowStore dense) || !fillBlock(triplets, etas)) {
      return 0;
    }
    dense.reserve(rowNumbers.size(), columnNumbers.size());
    diagonal.reserve(rowNumbers.size());
    keepAllFrozen();
    int played = block.play(margin, dense, rowNumbers, columnNumbers, team);
    for (int b = 0; b < played; b++) {
      held = block.triplet(b);
      writtenSinceSettled += block.isLossy(b) ? touchedEntries() : 0;
      tick(etas[b]);
    }
    return played;
  }

  /** The score of one of the rounds that {@link #play} has played last. */
  public double scorePlayed(int round) {
    return block.score(round);
  }

  /** The number of entries that one of the rounds that {@link #play} has played last looked at. */
  public long touchedEntriesPlayed(int round) {
    return block.triplet(round).touchedEntries();
  }

  /** Takes as many triplets as make one block; returns whether that is worthwhile. */
  private boolean fillBlock(List<Triplet> triplets, double[] etas) {
    block.clear();
    // the levels are examined between blocks
    int most = (int) Math.min(triplets.size(), EXAMINE_EVERY - ticks % EXAMINE_EVERY);
    most = Math.min(most, RoundBlock.roundsInCache(Math.max(1, columnNumbers.size())));
    double time = clock;
    for (int k = 0; k < most; k++) {
      Triplet triplet = triplets.get(k);
      // whoever plays an impossible one alone will say what is wrong with it
      if (!isDense(triplet)
          || !isWithin(triplet)
          || !block.next().takeIfValid(triplet)
          || !isPossible(etas[k], block.next())) {
        break;
      }
      block.next().number(rowNumbers, columnNumbers);
      block.add(etas[k], shrunkAt(time));
      time += etas[k];
    }
    return block.rounds() > 1 && hasRoomForReplacements();
  }

  /** Whether the vectors have a good part of all features, and a round is worth some effort. */
  private boolean isDense(Triplet triplet) {
    long queryFeatures = triplet.query().size();
    long itemFeatures = Math.max(triplet.positive().size(), triplet.negative().size());
    return queryFeatures * itemFeatures >= SMALLEST_SHARED_ROUND
        && queryFeatures * DENSE_SHARE >= rowNumbers.size()
        && itemFeatures * DENSE_SHARE >= columnNumbers.size();
  }

  private boolean isWithin(Triplet triplet) {
    return triplet.query().dimension() <= rows
        && triplet.positive().dimension() <= columns
        && triplet.negative().dimension() <= columns;
  }

  private boolean hasRoomForReplacements() {
    long bytes =
        DenseRowStore.bytesNeeded(rowNumbers.size(), columnNumbers.size(), shrinkage.adaptive());
    return 2 * bytes <= denseLimit;
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
    return shrunkAt(clock);
  }

  private float shrunkAt(double time) {
    return (float) (shrinkage.lambda() * time);
  }

  private void reserve() {
    reserveEntries();
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

  private void reserveEntries() {
    int rowCount = rowNumbers.size();
    diagonal.reserve(rowCount);
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
    growTo(triplet.query().dimension(), items);
    if (columnNumbers.size() == 0 && (long) triplet.positive().size() * DENSE_SHARE >= columns) {
      // dense input: all columns in their order, so that rows can be worked on as they lie
      for (int feature = 0; feature < columns; feature++) {
        columnNumbers.number(feature);
      }
    }
  }

  private void growTo(int neededRows, int neededColumns) {
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

  private float scoreRow(int a, int thread) {
    boolean keep = keepsGathered();
    GatheredEntries entries = gathered[keep ? 0 : thread];
    int offset = keep ? a * held.count() : 0;
    float exempt = gatherRow(a, entries, offset);
    return arithmetic.score(entries, offset, held) + exempt;
  }

  /**
   * Gathers the values of a row at the columns of the difference.
   *
   * @return what an exempt diagonal entry adds to the row's score, as it is not among the gathered
   */
  private float gatherRow(int a, GatheredEntries entries, int offset) {
    int row = held.row(a);
    int place = held.diagonalPlace(a);
    store.gather(row, held.columns(), entries, offset);
    float exempt = 0;
    if (place >= 0) {
      if (shrinkage.diagonalExempt()) {
        exempt = diagonal.level(row) * held.values()[place];
      } else {
        entries.put(
            offset + place, diagonal.level(row), shrinkage.adaptive() ? diagonal.square(row) : 0);
      }
    }
    arithmetic.read(entries, offset, held.count(), shrunk());
    return exempt;
  }

  /** Where the values of a row are that was scored; gathers them again if they were not kept. */
  private int gatheredAgain(int a, GatheredEntries entries) {
    if (keepsGathered()) {
      return a * held.count();
    }
    gatherRow(a, entries, 0);
    return 0;
  }

  private void stepRow(int a, int thread, double step) {
    GatheredEntries entries = gathered[keepsGathered() ? 0 : thread];
    int offset = gatheredAgain(a, entries);
    arithmetic.step(entries, offset, held, held.queryValue(a), step, shrunk());
    scatterRow(a, entries, offset, step);
  }

  private void scatterRow(int a, GatheredEntries entries, int offset, double step) {
    if (held.diagonalPlace(a) >= 0) {
      scatterDiagonal(a, entries, offset + held.diagonalPlace(a), step);
    }
    float deadLevel = shrinkage.adaptive() ? 0 : shrunk();
    keepFrozen(held.row(a));
    store.scatter(held.row(a), held.columns(), entries, offset, deadLevel);
  }

  /** Puts the diagonal entry of a row back where it belongs and clears its place in the row. */
  private void scatterDiagonal(int a, GatheredEntries entries, int at, double step) {
    int row = held.row(a);
    float square = 0;
    if (shrinkage.diagonalExempt()) {
      float gradient = held.queryValue(a) * held.values()[held.diagonalPlace(a)];
      if (shrinkage.adaptive()) {
        square = arithmetic.steppedSquare(diagonal.square(row), gradient);
      }
      diagonal.set(
          row, arithmetic.steppedValue(diagonal.level(row), square, gradient, step), square);
    } else {
      if (shrinkage.adaptive()) {
        square = entries.squares[at];
      }
      diagonal.set(row, entries.levels[at], square);
    }
    entries.put(at, 0, 0);
  }

  /**
   * Whether the levels that the last round looked at hold more threshold than value, so that their
   * rounding begins to tell. Depends on the learnt entries alone, never on the store, and keeps the
   * cost of settling below that of the steps in between.
   */
  private boolean shouldSettle() {
    float shrunk = shrunk();
    long cells = Math.min((long) rowNumbers.size() * columnNumbers.size(), 1L << 27);
    if (shrunk == 0 || writtenSinceSettled < Math.max(storedWhenSettled / 2, cells / 16)) {
      return false;
    }
    LevelReader reader = arithmetic.reader(shrunk);
    GatheredEntries entries = gathered[0];
    entries.ensureCapacity(held.count());
    double levels = 0;
    double values = 0;
    for (int a = 0; a < held.queryCount(); a += 1 + held.queryCount() / EXAMINED_ROWS) {
      store.gather(held.row(a), held.columns(), entries, 0);
      for (int k = 0; k < held.count(); k++) {
        float square = shrinkage.adaptive() ? entries.squares[k] : 0;
        float value = reader.valueOf(entries.levels[k], square);
        if (value != 0) {
          values += Math.abs(value);
          levels += Math.abs(entries.levels[k]);
        }
      }
    }
    return levels - values > LARGEST_EXCESS * values;
  }

  /** Replaces every level by its value and starts the clock again; no value changes by that. */
  public void settle() {
    keepAllFrozen();
    LevelReader reader = arithmetic.reader(shrunk());
    store.settle(reader);
    diagonal.settle(reader);
    clock = 0;
    writtenSinceSettled = 0;
    storedWhenSettled = store.storedEntries();
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
            new FrozenMatrix.Counts(
                rows, columns, clock, ticks, writtenSinceSettled, storedWhenSettled),
            rowNumbers.features(),
            columnNumbers.features(),
            diagonal.copy(),
            arithmetic.reader(shrunk()),
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
  private void keepFrozen(int row) {
    for (int k = 0; k < frozen.size(); k++) {
      frozen.get(k).keep(row);
    }
  }

  private void keepAllFrozen() {
    frozen.forEach(FrozenMatrix::keepAll);
    frozen.clear();
  }

  /** Hands over every row that a round has met, in no particular order; changes nothing. */
  public void forEachRow(Consumer<MatrixRow> consumer) {
    RowEntries entries = new RowEntries();
    for (int row = 0; row < rowNumbers.size(); row++) {
      store.copyRow(row, entries);
      consumer.accept(exported(row, entries));
    }
  }

  private MatrixRow exported(int row, RowEntries entries) {
    // feature and place in one number, so that sorting it orders the entries
    long[] keys = new long[entries.count];
    for (int k = 0; k < keys.length; k++) {
      keys[k] = ((long) columnNumbers.feature(entries.columns[k]) << 32) | k;
    }
    Arrays.sort(keys);
    int[] features = new int[keys.length];
    float[] levels = new float[keys.length];
    float[] squares = new float[shrinkage.adaptive() ? keys.length : 0];
    for (int k = 0; k < keys.length; k++) {
      int place = (int) keys[k];
      features[k] = (int) (keys[k] >>> 32);
      levels[k] = entries.levels[place];
      if (shrinkage.adaptive()) {
        squares[k] = entries.squares[place];
      }
    }
    return new MatrixRow(
        rowNumbers.feature(row),
        diagonal.level(row),
        shrinkage.adaptive() ? diagonal.square(row) : 0,
        features,
        levels,
        squares);
  }

  /**
   * Takes over rows that {@link #forEachRow} of another matrix of this kind has handed out, with
   * its clock and its untouched diagonal; only before the first round.
   */
  public void restoreRows(double newClock, float untouchedDiagonal, Iterator<MatrixRow> source) {
    if (rowNumbers.size() > 0) {
      throw new IllegalStateException("rows are taken over before the first round only");
    }
    clock = newClock;
    diagonal.restart(untouchedDiagonal);
    RowEntries entries = new RowEntries();
    while (source.hasNext()) {
      MatrixRow given = source.next();
      int size = given.size();
      growTo(given.feature() + 1, size == 0 ? 0 : given.columns()[size - 1] + 1);
      int row = rowNumbers.number(given.feature());
      entries.clear();
      for (int k = 0; k < size; k++) {
        entries.add(
            columnNumbers.number(given.columns()[k]),
            given.levels()[k],
            shrinkage.adaptive() ? given.squares()[k] : 0);
      }
      reserveEntries();
      store.restoreRow(row, entries);
      diagonal.set(row, given.diagonal(), given.diagonalSquare());
    }
    storedWhenSettled = store.storedEntries();
  }

  /**
   * Takes over what {@link FrozenMatrix#write} wrote of a matrix that was made with the same
   * arguments.
   */
  public void read(SectionReader reader) throws IOException {
    reader.begin("matrix");
    rows = reader.readInt();
    columns = reader.readInt();
    clock = reader.readDouble();
    ticks = reader.readLong();
    writtenSinceSettled = reader.readLong();
    storedWhenSettled = reader.readLong();
    reader.end();
    rowNumbers = numbering(reader.readInts("rowFeatures"));
    columnNumbers = numbering(reader.readInts("columnFeatures"));
    diagonal.read(reader);
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
