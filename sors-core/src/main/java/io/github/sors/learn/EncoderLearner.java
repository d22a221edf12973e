package io.github.sors.learn;

import io.github.sors.LearningListener;
import io.github.sors.LearningProgress;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.encoder.EncoderModel;
import io.github.sors.encoder.row.RandomStart;
import io.github.sors.encoder.row.RowList;
import io.github.sors.encoder.row.Slabs;
import io.github.sors.io.SectionReader;
import io.github.sors.matrix.RowWorkers;
import io.github.sors.option.AlgorithmDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

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
 * G_i   += x_i² ‖∂/∂h‖² / k                        σ_i = 10⁻⁶ + √G_i
 * w_i   -= η x_i ∂/∂h / σ_i                        for the query, then the positive, then the negative
 * w_i   ← w_i (1 - ηλ / (σ_i ‖w_i‖))₊              for every row with G_i > 0, if λ &gt; 0
 * </pre>
 *
 * <p>The gradient of a cosine is a classical one; the step is AdaGrad (J. Duchi, E. Hazan, Y.
 * Singer, JMLR 12, 2011) with one sum of squares per row; the last line is the proximal step of the
 * group lasso (M. Yuan, Y. Lin, 2006), whose effect on rows that are not touched is put off until
 * they are, exactly. Rows start as a random projection, so that S starts as the cosine up to 1/√k.
 * Where queries and items have features of their own, each side has its own W.
 *
 * <p>A round costs O((nnz(x) + nnz(x⁺) + nnz(x⁻)) · k), whatever d; memory is k floats per feature
 * that a round has met. Vectors may be of any scale: an encoder looks at directions alone.
 *
 * <p>Not thread-safe; {@link #setThreads} shares the columns of large rounds between threads, and
 * no bit of the result depends on it.
 */
public final class EncoderLearner implements OnlineLearner {

  /** Its names, its parameters and how to make it. */
  public static final AlgorithmDescriptor<EncoderLearner> DESCRIPTOR =
      AlgorithmDescriptor.of(
              "encoder",
              "Encoder",
              "a linear map to k numbers, compared by their cosine",
              parameters -> new EncoderLearner(EncoderOptions.of(parameters)),
              EncoderOptions.K,
              EncoderOptions.ETA,
              EncoderOptions.TAU,
              EncoderOptions.LAMBDA,
              EncoderOptions.SEED)
          .withInternal(FeatureSpaces.PARAMETERS);

  static final String QUERY_ROWS = "queryRows";
  static final String ITEM_ROWS = "itemRows";
  private static final double EPSILON = 1e-6;
  // the additions below which a round is not worth sharing: 80,000 took longer with two threads
  private static final long SMALLEST_SHARED_ROUND = 1 << 20;

  private final EncoderOptions options;
  private final int k;
  private final EncodingRows queryRows;
  private final EncodingRows itemRows;
  private final RowList query;
  private final RowList positive;
  private final RowList negative;
  private final float[] queryGradient;
  private final float[] positiveGradient;
  private final float[] negativeGradient;
  private final List<LearningListener> listeners = new ArrayList<>();
  private float[] stepFactors = new float[64];
  private RowWorkers workers = new RowWorkers(1);
  private LearningProgress progress = LearningProgress.NONE;
  private long memoryBudget = Long.MAX_VALUE;

  /** Creates a learner that has seen nothing yet. */
  public EncoderLearner(EncoderOptions options) {
    this.options = options;
    this.k = options.dimensions();
    this.queryRows = rows(0);
    this.itemRows = options.spaces().shared() ? queryRows : rows(1);
    this.query = new RowList(k);
    this.positive = new RowList(k);
    this.negative = new RowList(k);
    this.queryGradient = new float[k];
    this.positiveGradient = new float[k];
    this.negativeGradient = new float[k];
    reserve(options.spaces());
  }

  private EncodingRows rows(int side) {
    return new EncodingRows(k, options.lambda(), EPSILON, new RandomStart(options.seed(), side, k));
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
    queryRows.reserve(spaces.queryDimension());
    itemRows.reserve(spaces.itemDimension());
  }

  /** {@inheritDoc} */
  @Override
  public double learn(Triplet triplet) {
    beginRound();
    query.locate(triplet.query(), queryRows);
    positive.locate(triplet.positive(), itemRows);
    negative.locate(triplet.negative(), itemRows);
    long additions = (long) k * (query.size() + positive.size() + negative.size());
    boolean shared = workers.threads() > 1 && additions >= SMALLEST_SHARED_ROUND;

    inColumns(shared, this::sumUp);
    Cosines cosines = Cosines.of(query.sum(), positive.sum(), negative.sum(), k);
    double z = -cosines.difference() / options.tau();
    double weight = triplet.weight();
    double loss = weight * (z > 0 ? z + Math.log1p(Math.exp(-z)) : Math.log1p(Math.exp(z)));
    if (cosines.teach()) {
      double slope = -weight / (1 + Math.exp(-z)) / options.tau();
      cosines.gradients(
          slope,
          query.sum(),
          positive.sum(),
          negative.sum(),
          queryGradient,
          positiveGradient,
          negativeGradient);
      takeSteps(shared);
    }
    count(loss, additions);
    if (matrixBytes() > memoryBudget) {
      throw new MemoryBudgetException(
          progress.rounds(),
          matrixBytes(),
          memoryBudget,
          "take fewer dimensions or fewer features");
    }
    return loss;
  }

  private void beginRound() {
    double clock = options.eta() * progress.rounds();
    queryRows.begin(clock);
    itemRows.begin(clock);
  }

  @FunctionalInterface
  private interface ColumnTask {
    void run(int first, int last);
  }

  /** Has all columns done, in one go or shared by the threads in whole slabs. */
  private void inColumns(boolean shared, ColumnTask task) {
    if (!shared) {
      task.run(0, k);
      return;
    }
    int slabs = (k + Slabs.COLUMNS - 1) / Slabs.COLUMNS;
    int parts = Math.min(workers.threads(), slabs);
    workers.forEachRow(
        parts,
        (part, thread) ->
            task.run(
                slabs * part / parts * Slabs.COLUMNS,
                Math.min(k, slabs * (part + 1) / parts * Slabs.COLUMNS)));
  }

  private void sumUp(int first, int last) {
    query.sumUp(first, last);
    positive.sumUp(first, last);
    negative.sumUp(first, last);
  }

  private void takeSteps(boolean shared) {
    int steps = query.size() + positive.size() + negative.size();
    if (stepFactors.length < steps) {
      stepFactors = new float[Math.max(steps, 2 * stepFactors.length)];
    }
    int done = stepFactors(query, queryRows, queryGradient, 0);
    done = stepFactors(positive, itemRows, positiveGradient, done);
    stepFactors(negative, itemRows, negativeGradient, done);
    inColumns(
        shared,
        (first, last) -> {
          int taken = step(query, queryGradient, 0, first, last);
          taken = step(positive, positiveGradient, taken, first, last);
          step(negative, negativeGradient, taken, first, last);
        });
    if (queryRows.shrinks()) {
      measure(query, queryRows);
      measure(positive, itemRows);
      measure(negative, itemRows);
    }
  }

  /** Works out by how much the gradient moves each row of a vector; returns where the next are. */
  private int stepFactors(RowList vector, EncodingRows rows, float[] gradient, int done) {
    double squared = Slabs.dot(gradient, gradient, k) / k;
    if (squared == 0) {
      Arrays.fill(stepFactors, done, done + vector.size(), 0);
      return done + vector.size();
    }
    for (int i = 0; i < vector.size(); i++) {
      double value = vector.value(i);
      double factor = rows.stepFactor(vector.row(i), value * value * squared, options.eta());
      stepFactors[done + i] = (float) (-value * factor);
    }
    return done + vector.size();
  }

  private int step(RowList vector, float[] gradient, int done, int first, int last) {
    vector.move(stepFactors, done, gradient, first, last);
    return done + vector.size();
  }

  private static void measure(RowList vector, EncodingRows rows) {
    for (int i = 0; i < vector.size(); i++) {
      rows.measure(vector.row(i));
    }
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

  /** {@inheritDoc} It is the query's encoding. */
  @Override
  public double[] scores(SparseVector queryVector, List<SparseVector> items) {
    beginRound();
    query.locate(queryVector, queryRows.reading());
    query.sumUp(0, k);
    double squaredQuery = Slabs.dot(query.sum(), query.sum(), k);
    double[] scores = new double[items.size()];
    for (int number = 0; number < scores.length; number++) {
      positive.locate(items.get(number), itemRows.reading());
      positive.sumUp(0, k);
      double squares = squaredQuery * Slabs.dot(positive.sum(), positive.sum(), k);
      scores[number] =
          squares > 0 ? Slabs.dot(query.sum(), positive.sum(), k) / Math.sqrt(squares) : 0;
    }
    return scores;
  }

  /**
   * What has been learnt so far; costs about as much as there are features, as rows are shared with
   * the model until a round changes them.
   */
  @Override
  public EncoderModel snapshot() {
    return freeze().model();
  }

  @Override
  public EncoderState freeze() {
    beginRound();
    FrozenRows queries = queryRows.freeze();
    FrozenRows items = itemRows == queryRows ? queries : itemRows.freeze();
    return new EncoderState(new LearnerHeader(algorithm(), options(), progress), queries, items);
  }

  @Override
  public LearningProgress progress() {
    return progress;
  }

  @Override
  public void addListener(LearningListener listener) {
    listeners.add(listener);
  }

  /** {@inheritDoc} The columns are what they share. */
  @Override
  public void setThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("expected at least 1 thread, found " + threads);
    }
    workers = new RowWorkers(threads);
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

  /** Reads the sections of a checkpoint, before the first round only. */
  void read(SectionReader reader) throws IOException {
    progress = LearnerHeader.readProgress(reader);
    queryRows.read(QUERY_ROWS, reader);
    if (itemRows != queryRows) {
      itemRows.read(ITEM_ROWS, reader);
    }
  }
}
