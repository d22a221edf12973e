package io.github.sors.learn;

import io.github.sors.LearningListener;
import io.github.sors.LearningProgress;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.encoder.row.EncoderRows;
import io.github.sors.encoder.row.EncodingTable;
import io.github.sors.encoder.row.RowLayout;
import io.github.sors.encoder.row.RowList;
import io.github.sors.encoder.row.RowStart;
import io.github.sors.encoder.row.Slabs;
import io.github.sors.encoder.row.TripletRows;
import io.github.sors.encoder.row.TripletSteps;
import io.github.sors.io.SectionReader;
import io.github.sors.learn.round.Cosines;
import io.github.sors.learn.round.EncodingRows;
import io.github.sors.learn.round.FrozenRows;
import io.github.sors.learn.round.SharedRounds;
import io.github.sors.learn.round.TripletBatch;
import io.github.sors.matrix.RowWorkers;
import io.github.sors.option.AlgorithmDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Learns a linear encoder from triplets: W of d × k, e(x) = Wᵀx / ‖Wᵀx‖, S(x, y) = e(x)·e(y).
 *
 * <p>Round t, with h = Wᵀx for the query, h⁺ and h⁻ for the items, e, e⁺, e⁻ their directions and Δ
 * = S(x, x⁺) - S(x, x⁻):
 *
 * <pre>
 * loss   = log(1 + exp(-Δ/τ))                      g = -1 / (1 + exp(Δ/τ)) / τ
 * ∂/∂h   = g ((e⁺ - e⁻) - Δ e) / ‖h‖
 * ∂/∂h⁺  = g (e - S⁺ e⁺) / ‖h⁺‖                    ∂/∂h⁻ = -g (e - S⁻ e⁻) / ‖h⁻‖
 * G_i   += x_i² ‖∂/∂h‖² / k                        σ_i = δ + √G_i
 * w_i   -= η x_i ∂/∂h / σ_i                        for the query, then the positive, then the negative
 * </pre>
 *
 * <p>The gradient of a cosine is well known; the step is AdaGrad (J. Duchi, E. Hazan, Y. Singer,
 * JMLR 12, 2011) with one sum of squares per row. Rows start as a random projection, so that S
 * starts as the cosine up to 1/√k, or as the {@linkplain InitialRows#IDENTITY identity}, so that S
 * starts as the cosine. If queries and items have separate features, each side has its own W.
 *
 * <p>A round costs O((nnz(x) + nnz(x⁺) + nnz(x⁻)) · k), for any d; memory is k floats per feature
 * seen. Vectors may have any scale: an encoder only depends on their directions.
 *
 * <p>The step of a round is delayed until the next round, or until it is needed. Then one pass over
 * the columns does both, and threads synchronise once per round.
 *
 * <p>Threads: one thread learns; {@link #setThreads} shares the columns of rounds between threads
 * inside, with bit-identical results. Failures: every triplet can be learnt, unless it has features
 * from k on and the encoder started as the identity: that throws {@link IllegalArgumentException}
 * and changes nothing; a {@link MemoryBudgetException} comes after a complete round or batch.
 * Starting from a model of another shape throws {@link IllegalArgumentException}, after the first
 * round {@link IllegalStateException}; a learner whose {@link #restore} threw has to be discarded.
 */
public final class EncoderLearner implements OnlineLearner {

  /** Its names, its parameters and its factory. */
  public static final AlgorithmDescriptor<EncoderLearner> DESCRIPTOR =
      AlgorithmDescriptor.of(
              "encoder",
              "Encoder",
              "a linear map to k numbers, compared by their cosine",
              parameters -> new EncoderLearner(EncoderOptions.of(parameters)),
              EncoderOptions.K,
              EncoderOptions.ETA,
              EncoderOptions.TAU,
              EncoderOptions.BATCH,
              EncoderOptions.SEED)
          .withCommon(List.of(EncoderOptions.DELTA, EncoderOptions.INIT))
          .withInternal(FeatureSpaces.PARAMETERS);

  static final String QUERY_ROWS = "queryRows";
  static final String ITEM_ROWS = "itemRows";
  // rounds and batches with fewer additions have no threads for parts of the columns
  private static final long SMALLEST_SPLIT = 1 << 20;

  private final EncoderOptions options;
  private final int k;
  private RowLayout layout;
  private final EncodingRows queryRows;
  private final EncodingRows itemRows;
  private RowList scoredQuery;
  private RowList scoredItem;
  private TripletBatch batch;
  private TripletRows current;
  // the last round, whose step is taken in one pass with the sums of the next one
  private TripletRows last;
  private final TripletSteps lastSteps;
  private final List<LearningListener> listeners = new ArrayList<>();
  private RowWorkers workers = new RowWorkers(1);
  // null if one thread learns alone
  private @Nullable SharedRounds shared;
  private LearningProgress progress = LearningProgress.NONE;
  private long memoryBudget = Long.MAX_VALUE;

  /** Creates a learner before its first round. */
  public EncoderLearner(EncoderOptions options) {
    this.options = options;
    this.k = options.dimensions();
    this.layout = RowLayout.of(k);
    this.queryRows = rows(0);
    this.itemRows = options.spaces().shared() ? queryRows : rows(1);
    this.scoredQuery = new RowList(layout);
    this.scoredItem = new RowList(layout);
    this.batch = new TripletBatch(layout);
    this.current = new TripletRows(layout);
    this.last = new TripletRows(layout);
    this.lastSteps = new TripletSteps(k);
    reserve(options.spaces());
  }

  private EncodingRows rows(int side) {
    return new EncodingRows(k, options.delta(), options.start(side));
  }

  @Override
  public String algorithm() {
    return DESCRIPTOR.label();
  }

  @Override
  public Map<String, String> options() {
    return options.describe();
  }

  @Override
  public void reserve(FeatureSpaces spaces) {
    options.requireRoom(Math.max(spaces.queryDimension(), spaces.itemDimension()));
    queryRows.reserve(spaces.queryDimension());
    itemRows.reserve(spaces.itemDimension());
  }

  /** {@inheritDoc} */
  @Override
  public double learn(Triplet triplet) {
    requireRoom(triplet);
    current.locate(triplet, queryRows, itemRows);
    long additions = additions(current);
    inColumns(
        additions,
        (first, end) -> {
          last.move(lastSteps, first, end);
          current.sumUp(first, end);
        });
    last.clear();
    double[] loss = new double[1];
    if (compare(current, triplet.weight(), lastSteps, 0, loss, 0)) {
      shareSums(current);
      TripletRows reused = last;
      last = current;
      current = reused;
    }
    count(loss[0], additions);
    requireMemoryBudget();
    return loss[0];
  }

  private void requireRoom(Triplet triplet) {
    options.requireRoom(triplet.query().dimension());
    options.requireRoom(triplet.positive().dimension());
    options.requireRoom(triplet.negative().dimension());
  }

  private long additions(TripletRows rows) {
    return (long) k * rows.rows();
  }

  /**
   * Compares the encodings of a round and plans its steps.
   *
   * @param steps gets the steps
   * @param thread which thread plans; in a shared round all do, and all find the same
   * @param losses gets the loss, from the first thread
   * @return whether the round has a step
   */
  private boolean compare(
      TripletRows round, double weight, TripletSteps steps, int thread, double[] losses, int at) {
    Cosines cosines = Cosines.of(round, k);
    double z = -cosines.difference() / options.tau();
    if (thread == 0) {
      losses[at] = weight * (z > 0 ? z + Math.log1p(Math.exp(-z)) : Math.log1p(Math.exp(z)));
    }
    if (!cosines.teach()) {
      return false;
    }
    cosines.gradients(-weight / (1 + Math.exp(-z)) / options.tau(), round, steps);
    planSteps(round, steps, thread);
    return true;
  }

  /** {@inheritDoc} */
  @Override
  public double[] learn(List<Triplet> triplets) {
    double[] losses = new double[triplets.size()];
    int done = 0;
    while (done < losses.length) {
      done += learnFirst(triplets.subList(done, losses.length), losses, done);
    }
    return losses;
  }

  /** Learns one or more of the first triplets, and returns how many. */
  private int learnFirst(List<Triplet> triplets, double[] losses, int offset) {
    SharedRounds rounds = shared;
    if (rounds == null || triplets.size() == 1 || isLarge(triplets.get(0))) {
      losses[offset] = learn(triplets.get(0));
      return 1;
    }
    int freezes = queryRows.freezes();
    int located = rounds.locate(triplets, queryRows, itemRows);
    int done = 0;
    // a listener may take a snapshot: then rows have to be found again
    while (done < located && queryRows.freezes() == freezes) {
      int end = done;
      while (end < located && rounds.rows(end).isComplete()) {
        end++;
      }
      if (end == done) {
        // with new rows, or rows that a snapshot shares
        losses[offset + done] = learn(triplets.get(done));
        done++;
      } else {
        learnLocated(rounds, triplets, done, end, losses, offset);
        done = end;
      }
    }
    return done;
  }

  /** Whether all threads share the round, see {@link #inColumns}. */
  private boolean isLarge(Triplet triplet) {
    long entries =
        (long) triplet.query().size() + triplet.positive().size() + triplet.negative().size();
    return k * entries >= SMALLEST_SPLIT;
  }

  private void learnLocated(
      SharedRounds rounds,
      List<Triplet> triplets,
      int first,
      int end,
      double[] losses,
      int offset) {
    long[] additions = new long[end];
    for (int round = first; round < end; round++) {
      additions[round] = additions(rounds.rows(round));
    }
    last =
        rounds.play(
            last,
            lastSteps,
            first,
            end,
            (round, rows, steps, thread) ->
                compare(rows, triplets.get(round).weight(), steps, thread, losses, offset + round));
    for (int round = first; round < end; round++) {
      count(losses[offset + round], additions[round]);
    }
  }

  private void requireMemoryBudget() {
    if (matrixBytes() > memoryBudget) {
      throw new MemoryBudgetException(
          progress.rounds(),
          matrixBytes(),
          memoryBudget,
          "take fewer dimensions or fewer features");
    }
  }

  @Override
  public int batchSize() {
    return options.batch();
  }

  /**
   * {@inheritDoc}
   *
   * <p>The negatives N of a triplet are those positives of the other triplets that are known to be
   * worse answers to its query; only if there are none, its own negative. So a batch of one is a
   * plain round. With z_n = (S(x, n) - S(x, x⁺)) / τ:
   *
   * <pre>
   * loss = log(1 + Σ_N exp(z_n)), which is -log softmax of x⁺ among x⁺ and N
   * G_i += Σ_v v_i² ‖∂/∂h_v‖² / k      w_i -= η Σ_v v_i ∂/∂h_v / σ_i      over all vectors v of the batch
   * </pre>
   *
   * <p>Costs O(k) per pair of a query and an item, in addition to the rows.
   */
  @Override
  public double[] learnTogether(List<Triplet> triplets, Separation separation) {
    if (triplets.size() == 1) {
      return new double[] {learn(triplets.get(0))};
    }
    triplets.forEach(this::requireRoom);
    takeSteps();
    batch.locate(triplets, separation, queryRows, itemRows);
    long additions = (long) k * batch.rows();
    inColumns(additions, batch::sumUp);
    double[] losses = new double[triplets.size()];
    shareQueries(query -> losses[query] = batch.compare(query, options.tau()));
    batch.finishComparison();
    inColumns(additions, batch::writeGradients);
    batch.planSteps(queryRows, itemRows, options.eta());
    inColumns(additions, batch::move);
    for (double loss : losses) {
      count(loss, additions / losses.length);
    }
    requireMemoryBudget();
    return losses;
  }

  /** Runs a task for every query of a batch, on all threads. */
  private void shareQueries(IntConsumer task) {
    int count = batch.queries();
    int parts = Math.min(workers.threads(), count);
    if (parts == 1 || (long) count * count * k < SMALLEST_SPLIT / 4) {
      for (int query = 0; query < count; query++) {
        task.accept(query);
      }
      return;
    }
    workers.forEachPart(
        parts,
        part -> {
          for (int query = count * part / parts; query < count * (part + 1) / parts; query++) {
            task.accept(query);
          }
        });
  }

  @FunctionalInterface
  private interface ColumnTask {
    void run(int first, int end);
  }

  /** Runs a task for all columns; shares them between threads if there is enough work. */
  private void inColumns(long additions, ColumnTask task) {
    int slabs = Slabs.count(k);
    int parts = Math.min(workers.threads(), slabs);
    if (parts == 1 || additions < SMALLEST_SPLIT) {
      task.run(0, k);
      return;
    }
    workers.forEachPart(
        parts,
        part ->
            task.run(
                slabs * part / parts * Slabs.COLUMNS,
                Math.min(k, slabs * (part + 1) / parts * Slabs.COLUMNS)));
  }

  /** Computes the step of each row. */
  private void planSteps(TripletRows round, TripletSteps steps, int thread) {
    steps.reserve(round);
    double[] squared = steps.squares();
    for (int v = 0; v < squared.length; v++) {
      squared[v] = Slabs.dot(steps.gradient(v), steps.gradient(v), k) / k;
    }
    double eta = options.eta();
    queryRows.planCommonSteps(round, eta, steps, thread);
    queryRows.planSteps(round.own(0), squared[0], eta, steps.own(0), thread);
    itemRows.planSteps(round.own(1), squared[1], eta, steps.own(1), thread);
    itemRows.planSteps(round.own(2), squared[2], eta, steps.own(2), thread);
  }

  /** Tells the other threads what a round has added that one thread has played alone. */
  private void shareSums(TripletRows round) {
    queryRows.shareSums(round.common());
    queryRows.shareSums(round.own(0));
    itemRows.shareSums(round.own(1));
    itemRows.shareSums(round.own(2));
  }

  /** Takes the step of the last round, if it is still outstanding. */
  private void takeSteps() {
    inColumns((long) k * last.rows(), (first, end) -> last.move(lastSteps, first, end));
    last.clear();
  }

  private void count(double loss, long additions) {
    progress =
        new LearningProgress(
            progress.rounds() + 1,
            progress.activeRounds() + (loss > 0 ? 1 : 0),
            progress.cumulativeLoss() + loss,
            progress.touchedEntries() + additions);
    for (LearningListener listener : listeners) {
      listener.afterRound(progress.rounds(), loss);
    }
  }

  @Override
  public double score(SparseVector queryVector, SparseVector item) {
    return scores(queryVector, List.of(item))[0];
  }

  /** {@inheritDoc} That is its encoding. */
  @Override
  public double[] scores(SparseVector queryVector, List<SparseVector> items) {
    takeSteps();
    scoredQuery.locate(queryVector, queryRows.reading());
    scoredQuery.sumUp(0, k);
    float[] h = scoredQuery.sum();
    float[] hItem = scoredItem.sum();
    double squaredQuery = Slabs.dot(h, h, k);
    double[] scores = new double[items.size()];
    for (int number = 0; number < scores.length; number++) {
      scoredItem.locate(items.get(number), itemRows.reading());
      scoredItem.sumUp(0, k);
      double squares = squaredQuery * Slabs.dot(hItem, hItem, k);
      scores[number] = squares > 0 ? Slabs.dot(h, hItem, k) / Math.sqrt(squares) : 0;
    }
    return scores;
  }

  /**
   * Returns the model learnt so far. Takes time proportional to the number of features, since rows
   * are shared with the model until a round changes them.
   */
  @Override
  public EncoderModel snapshot() {
    return state(() -> {}).model();
  }

  @Override
  public LearnerState freeze() {
    return state(() -> {});
  }

  @Override
  public LearnerState freeze(Runnable betweenRows) {
    return state(betweenRows);
  }

  private EncoderState state(Runnable betweenRows) {
    takeSteps();
    FrozenRows queries = queryRows.freeze(betweenRows);
    FrozenRows items = itemRows == queryRows ? queries : itemRows.freeze(betweenRows);
    return new EncoderState(new LearnerHeader(algorithm(), options(), progress), queries, items);
  }

  /**
   * Starts from the rows of a model instead of the initial ones; only before the first round. The
   * number of rounds starts at 0.
   *
   * <p>A model does not hold the squared gradients of its rows, so they have to be given: with 0,
   * the first step of each row has the length η√k whatever its gradient, unless δ is large, and
   * most of what the row has learnt may be lost. Start from a {@linkplain
   * #startFrom(EncoderLearner) learner}, which has them, where there is one.
   *
   * @param squares the sum of squared gradients that every row of the model starts with
   * @throws IllegalArgumentException if the model has another k, other initial rows or other
   *     feature spaces than this learner, or if the squares are negative or not finite
   */
  public void startFrom(EncoderModel model, double squares) {
    if (!(squares >= 0 && squares < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "expected a finite sum of squared gradients of at least 0, found " + squares);
    }
    requireStart(model.queryTable(), model.isShared());
    queryRows.startFrom(model.queryTable(), row -> squares);
    if (itemRows != queryRows) {
      itemRows.startFrom(model.itemTable(), row -> squares);
    }
  }

  /**
   * Starts from the rows of another learner, such as that of a {@link Checkpoint}, and keeps their
   * squared gradients, so that steps go on as small as they have become; only before the first
   * round. The number of rounds starts at 0, and all other options are those of this learner. The
   * other learner is not changed.
   *
   * @throws IllegalArgumentException if it has another k, other initial rows or other feature
   *     spaces than this learner
   */
  public void startFrom(EncoderLearner learnt) {
    EncoderState now = learnt.state(() -> {});
    requireStart(now.queries().table(), learnt.options.spaces().shared());
    queryRows.startFrom(now.queries());
    if (itemRows != queryRows) {
      itemRows.startFrom(now.items());
    }
  }

  private void requireStart(EncodingTable rows, boolean areShared) {
    if (progress.rounds() > 0) {
      throw new IllegalStateException(
          "a learner starts from a model before its first round only, found "
              + progress.rounds()
              + " rounds");
    }
    if (rows.rowLength() != k
        || areShared != options.spaces().shared()
        || !rows.start().equals(options.start(0))) {
      throw new IllegalArgumentException(
          "expected an encoder of "
              + described(k, options.start(0), options.spaces().shared())
              + ", found "
              + described(rows.rowLength(), rows.start(), areShared)
              + ": set these options to those that it was learnt with");
    }
  }

  private static String described(int k, RowStart start, boolean areShared) {
    InitialRows init = InitialRows.of(start);
    return "k "
        + k
        + ", init "
        + init.label()
        + (init == InitialRows.RANDOM ? " and seed " + start.seed() : "")
        + (areShared ? "" : " with separate features");
  }

  /**
   * Continues the training of another learner with the same options; only before the first round,
   * and only if queries and items share their features.
   *
   * @param rows the rows that were learnt so far
   * @param reached the progress of the other learner
   */
  public void restore(Iterator<EncoderRows> rows, LearningProgress reached) {
    if (progress.rounds() > 0 || itemRows != queryRows) {
      throw new IllegalStateException(
          "expected a learner of shared features before its first round, found "
              + progress.rounds()
              + " rounds");
    }
    progress = reached;
    rows.forEachRemaining(queryRows::restore);
  }

  /**
   * Copies the rows that rounds have changed since the learner was created or restored, by
   * ascending feature.
   *
   * @param part copies only features with this remainder
   * @param parts the divisor; 1 for all features
   */
  public EncoderRows changedRows(int part, int parts) {
    takeSteps();
    return queryRows.changedRows(part, parts);
  }

  /** The options that the learner was created with. */
  public EncoderOptions settings() {
    return options;
  }

  /** Whether a feature has a row on every side, so that no round needs memory for it. */
  public boolean hasRow(int feature) {
    return queryRows.hasRow(feature) && itemRows.hasRow(feature);
  }

  /**
   * An upper bound of {@link #matrixBytes} after more features got rows.
   *
   * @param newRows how many features get rows that had none
   * @param dimension an upper bound of all features, exclusive
   */
  public long mostBytes(int newRows, int dimension) {
    return queryRows.mostBytes(newRows, dimension)
        + (itemRows == queryRows ? 0 : itemRows.mostBytes(newRows, dimension));
  }

  @Override
  public LearningProgress progress() {
    return progress;
  }

  @Override
  public void addListener(LearningListener listener) {
    listeners.add(listener);
  }

  /**
   * {@inheritDoc} All threads share batches and very large rounds; other rounds are shared by one
   * thread per 64 columns of W.
   */
  @Override
  public void setThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("expected at least 1 thread, found " + threads);
    }
    workers = new RowWorkers(threads);
    setPanels(options.batch() == 1 ? SharedRounds.panels(threads, k) : 1);
  }

  /** Lets a thread per panel learn single rounds. */
  void setPanels(int panels) {
    if (panels != layout.panels()) {
      setLayout(layout.withPanels(panels));
    }
    shared = panels > 1 ? new SharedRounds(layout) : null;
  }

  private void setLayout(RowLayout other) {
    takeSteps();
    layout = other;
    queryRows.setLayout(layout);
    queryRows.setPlanners(layout.panels());
    if (itemRows != queryRows) {
      itemRows.setLayout(layout);
      itemRows.setPlanners(layout.panels());
    }
    scoredQuery = new RowList(layout);
    scoredItem = new RowList(layout);
    batch = new TripletBatch(layout);
    current = new TripletRows(layout);
    last = new TripletRows(layout);
  }

  @Override
  public void setMemoryBudget(long bytes) {
    memoryBudget = bytes;
  }

  @Override
  public String storage() {
    return "rows of " + k;
  }

  @Override
  public long matrixBytes() {
    return queryRows.bytes() + (itemRows == queryRows ? 0 : itemRows.bytes());
  }

  /** Reads the sections of a checkpoint; only before the first round. */
  void read(SectionReader reader) throws IOException {
    progress = LearnerHeader.readProgress(reader);
    queryRows.read(QUERY_ROWS, reader);
    if (itemRows != queryRows) {
      itemRows.read(ITEM_ROWS, reader);
    }
  }
}
