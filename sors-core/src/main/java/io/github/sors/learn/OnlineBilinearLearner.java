package io.github.sors.learn;

import io.github.sors.BilinearModel;
import io.github.sors.Expansion;
import io.github.sors.InvalidInputException;
import io.github.sors.LearningListener;
import io.github.sors.LearningProgress;
import io.github.sors.MatrixRow;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.io.SectionReader;
import io.github.sors.matrix.LazyMatrix;
import io.github.sors.matrix.PlayedRounds;
import io.github.sors.matrix.Round;
import io.github.sors.matrix.Shrinkage;
import io.github.sors.option.AlgorithmDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The base class of the online bilinear learners, which play the same rounds and differ only in the
 * length of steps and in the shrinkage of entries.
 *
 * <p>Round t: loss = [margin - xᵀM_t(x⁺ - x⁻)]₊, or another {@link TripletLoss}; if it is above
 * zero, M moves along x(x⁺ - x⁻)ᵀ. Then, in every round, the clock of the shrinkage advances. A
 * round costs O(nnz(x) · nnz(x⁺ - x⁻)) for any dimension, see {@link LazyMatrix}. The weight of a
 * triplet multiplies its loss and its gradient, or the C of OASIS; AROMA rejects weights other than
 * 1.
 *
 * <p>Only this package can extend it; {@link Algorithm} lists the learners.
 *
 * <p>Threads: one thread learns, and others may read its {@linkplain #freeze() snapshots} and
 * models. Failures: a triplet that cannot be learnt throws {@link IllegalArgumentException} and
 * leaves the model unchanged. After a {@link MemoryBudgetException} all rounds counted by {@link
 * #progress} are complete. A learner whose {@link #restore} threw has to be discarded.
 */
public abstract non-sealed class OnlineBilinearLearner implements OnlineLearner {

  private final AlgorithmDescriptor<OnlineBilinearLearner> algorithm;
  private final Map<String, String> options;
  private final double margin;
  private final TripletLoss loss;
  private final StepRule rule;
  private final LazyMatrix matrix;
  private final List<LearningListener> listeners = new ArrayList<>();
  private LearningProgress progress = LearningProgress.NONE;
  private long memoryBudget = Long.MAX_VALUE;

  OnlineBilinearLearner(
      AlgorithmDescriptor<OnlineBilinearLearner> algorithm,
      Map<String, String> options,
      LearningSetup setup,
      Shrinkage shrinkage,
      StepRule rule) {
    this.algorithm = algorithm;
    // sorted, so that equal learners write equal checkpoints
    this.options = Collections.unmodifiableMap(new TreeMap<>(options));
    this.margin = setup.margin();
    this.loss = setup.loss();
    this.rule = rule;
    this.matrix =
        new LazyMatrix(
            setup.spaces().queryDimension(),
            setup.spaces().itemDimension(),
            setup.spaces().shared(),
            setup.start() == InitialMatrix.IDENTITY,
            shrinkage);
  }

  @Override
  public final String algorithm() {
    return algorithm.label();
  }

  /** The options by name, as {@link Algorithm#create} takes them. */
  @Override
  public final Map<String, String> options() {
    return options;
  }

  @Override
  public final void expect(List<SparseVector> vectors) {
    matrix.expect(vectors);
  }

  @Override
  public final double learn(Triplet triplet) {
    double weight = triplet.weight();
    if (weight != 1 && !rule.takesWeights()) {
      throw new IllegalArgumentException(
          algorithm() + " does not weigh triplets: expected weight 1, found " + weight);
    }
    Round round = matrix.begin(triplet);
    long touchedEntries = round.touchedEntries();
    double unweighted = loss(round.score());
    long number = progress.rounds() + 1;
    if (unweighted > 0) {
      rule.step(number, unweighted, weight, round);
    }
    round.end(rule.clockAdvance(number));
    double suffered = weight * unweighted;
    count(suffered, touchedEntries);
    if (suffered > 0) {
      requireMemoryBudget();
    }
    return suffered;
  }

  @Override
  public final double[] learn(List<Triplet> triplets) {
    double[] losses = new double[triplets.size()];
    int done = 0;
    while (done < losses.length) {
      int played = learnAtOnce(triplets.subList(done, losses.length), losses, done);
      if (played == 0) {
        losses[done] = learn(triplets.get(done));
        played = 1;
      }
      done += played;
    }
    return losses;
  }

  /** Plays as many of the first rounds as a block allows, and returns how many. */
  private int learnAtOnce(List<Triplet> triplets, double[] losses, int offset) {
    if (!rule.allowsBlocks()) {
      return 0;
    }
    int most = Math.min(triplets.size(), LazyMatrix.MOST_ROUNDS_AT_ONCE);
    int plain = 0;
    while (plain < most && triplets.get(plain).weight() == 1) {
      plain++;
    }
    double[] etas = new double[plain];
    for (int k = 0; k < etas.length; k++) {
      etas[k] = rule.clockAdvance(progress.rounds() + 1 + k);
    }
    PlayedRounds played = matrix.play(triplets.subList(0, etas.length), etas, margin);
    for (int k = 0; k < played.count(); k++) {
      losses[offset + k] = loss(played.score(k));
      count(losses[offset + k], played.touchedEntries(k));
    }
    if (played.count() > 0) {
      requireMemoryBudget();
    }
    return played.count();
  }

  /** The loss of a round with this score. */
  final double loss(double score) {
    return loss.of(margin - score);
  }

  private void count(double suffered, long touchedEntries) {
    progress =
        new LearningProgress(
            progress.rounds() + 1,
            progress.activeRounds() + (suffered > 0 ? 1 : 0),
            progress.cumulativeLoss() + suffered,
            progress.touchedEntries() + touchedEntries);
    for (LearningListener listener : listeners) {
      listener.afterRound(progress.rounds(), suffered);
    }
  }

  private void requireMemoryBudget() {
    if (matrixBytes() > memoryBudget) {
      throw new MemoryBudgetException(progress.rounds(), matrixBytes(), memoryBudget);
    }
  }

  @Override
  public final BilinearModel snapshot() {
    try (FrozenLearner now = freeze()) {
      return now.model();
    }
  }

  /**
   * Returns a snapshot that another thread can read while this learner continues. Takes time
   * proportional to the number of features.
   */
  @Override
  public final FrozenLearner freeze() {
    return freeze(() -> {});
  }

  @Override
  public final FrozenLearner freeze(Runnable betweenRows) {
    return new FrozenLearner(
        new LearnerHeader(algorithm(), options, progress), matrix.freeze(betweenRows));
  }

  /** Scores an item for a query with the present matrix; read-only. */
  @Override
  public final double score(SparseVector query, SparseVector item) {
    return matrix.score(query, item);
  }

  /** {@inheritDoc} That is Mᵀx, at the features of the items. */
  @Override
  public final double[] scores(SparseVector query, List<SparseVector> items) {
    int[] features = featuresOf(items);
    Expansion expansion = Expansion.ofWeights(features, matrix.expand(query, features));
    double[] scores = new double[items.size()];
    for (int number = 0; number < scores.length; number++) {
      scores[number] = expansion.score(items.get(number));
    }
    return scores;
  }

  /** The features of the items, ascending, each once. */
  private static int[] featuresOf(List<SparseVector> items) {
    int total = 0;
    for (SparseVector item : items) {
      total = Math.addExact(total, item.size());
    }
    int[] features = new int[total];
    int end = 0;
    for (SparseVector item : items) {
      System.arraycopy(item.indexArray(), 0, features, end, item.size());
      end += item.size();
    }
    Arrays.sort(features);
    int distinct = 0;
    for (int feature : features) {
      if (distinct == 0 || feature != features[distinct - 1]) {
        features[distinct++] = feature;
      }
    }
    return Arrays.copyOf(features, distinct);
  }

  /**
   * Makes the matrix at least this large; new diagonal entries are 1 if M started as the identity.
   * Does not change whether the sides share their features.
   *
   * @throws InvalidInputException if a model of that size would not fit into memory
   */
  @Override
  public final void reserve(FeatureSpaces spaces) {
    matrix.reserve(spaces.queryDimension(), spaces.itemDimension());
  }

  /**
   * Applies the outstanding shrinkage, which changes no value except by rounding.
   *
   * <p>Optional, since the learner does so when needed; it frees the memory of entries that have
   * become zero.
   */
  public final void settle() {
    matrix.settle();
  }

  @Override
  public final LearningProgress progress() {
    return progress;
  }

  @Override
  public final void addListener(LearningListener listener) {
    listeners.add(listener);
  }

  /**
   * Shares large rounds between at most this many threads from now on; of eight processors or more,
   * an eighth stays unused.
   *
   * <p>To the caller the learner stays single-threaded, and results stay bit-identical.
   */
  @Override
  public final void setThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("expected at least 1 thread, found " + threads);
    }
    matrix.setThreads(threads);
  }

  /**
   * Limits the memory of the matrix: a round that exceeds the limit throws a {@link
   * MemoryBudgetException}. A quarter of the budget is {@linkplain #setPlentifulMemory plentiful}.
   */
  @Override
  public final void setMemoryBudget(long bytes) {
    memoryBudget = bytes;
    setPlentifulMemory(bytes / 4);
  }

  /**
   * Sets the memory that the matrix may spend on speed; by default, a third of the heap.
   *
   * <p>Rows are dense, which is fastest, while a dense matrix of all features seen so far would fit
   * into this memory and into 1 GiB. Otherwise they are hashed; a hashed row becomes dense early
   * while all rows together fit into this memory and into 2 GiB. Results stay bit-identical.
   */
  public final void setPlentifulMemory(long bytes) {
    matrix.setPlentifulMemory(bytes);
  }

  /** Sets the same memory, without the bounds of 1 and 2 GiB. */
  public final void setDenseLimit(long bytes) {
    matrix.setDenseLimit(bytes);
  }

  /**
   * Sets the memory within which hashed rows become dense early, and nothing else. Applies to the
   * rows of a matrix that is not hashed yet.
   */
  public final void setGenerousLimit(long bytes) {
    matrix.setGenerousLimit(bytes);
  }

  /** The bytes that the matrix takes at the moment. */
  @Override
  public final long matrixBytes() {
    return matrix.bytes();
  }

  /** Describes the storage of the matrix in a few words. */
  @Override
  public final String storage() {
    return matrix.storage();
  }

  /**
   * Passes every row that a round has touched to the consumer, settled, in no particular order.
   * Together with {@link #untouchedDiagonal}, this is what {@link #restore} needs.
   */
  public final void forEachRow(Consumer<MatrixRow> consumer) {
    settle();
    matrix.forEachRow(consumer);
  }

  /** The diagonal entry, settled, of every row that no round has touched. */
  public final float untouchedDiagonal() {
    settle();
    return matrix.untouchedDiagonalValue();
  }

  /**
   * Continues from the state of another learner, instead of starting at M₁; only before the first
   * round.
   *
   * @param rows settled rows, each once, as {@link #forEachRow} passes them
   * @param untouchedDiagonal the diagonal entry of all other rows
   * @param reached the progress of the other learner: rounds and step sizes continue from there
   */
  public final void restore(
      Iterator<MatrixRow> rows, float untouchedDiagonal, LearningProgress reached) {
    if (progress.rounds() > 0) {
      throw new IllegalStateException(
          "a learner can start from another matrix only before its first round, found "
              + progress.rounds()
              + " rounds");
    }
    matrix.restoreValues(untouchedDiagonal, rows);
    progress = reached;
  }

  final LazyMatrix matrix() {
    return matrix;
  }

  final StepRule rule() {
    return rule;
  }

  final void read(SectionReader reader) throws IOException {
    progress = LearnerHeader.readProgress(reader);
    matrix.read(reader);
  }
}
