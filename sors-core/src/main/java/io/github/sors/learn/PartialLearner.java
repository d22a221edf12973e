package io.github.sors.learn;

import io.github.sors.Experimental;
import io.github.sors.MatrixRow;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.matrix.LazyMatrix;
import io.github.sors.matrix.Round;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A part of a distributed learner, which holds some rows of M.
 *
 * <p>All parts play a round together. Each gets the same difference x⁺ - x⁻ and those features of
 * the query whose rows it holds, and {@link #scoreRows scores} them. A coordinator sums the scores
 * of all parts; {@link #loss}, {@link #stepLength} and {@link #stepFactor} then give the step, and
 * each part {@link #learn takes} it. If scores are summed in the order of the query's features and
 * rounds are played one by one, the results are bit-identical to those of a single learner until
 * that one settles. If several rounds are scored before they are learnt, they form a mini-batch.
 *
 * <p>One clock serves all rows. The owner has to settle them, which replaces levels by values, see
 * {@link #settle}. Until then a level holds its value m plus the accumulated shrinkage λA, so that
 * n writes to an entry leave a relative error of about 2⁻²⁴ (1 + λA/|m|) √n. {@link #restore
 * Restored} rows start counting their steps at 0, so steps are hardly ever dithered: a sum of
 * squares stops growing at 2²⁴ times the square that is added. With λA = |m|, 10⁶ writes to an
 * entry cause an error of about 10⁻⁴; for longer streams, use a learner that holds all rows.
 *
 * <p>Threads: belongs to one thread. Failures: options that need all of M throw {@link
 * IllegalArgumentException} when it is created, as does a triplet that cannot be learnt, which
 * changes nothing; {@link #rowVariances} before {@link #scoreRows} throws {@link
 * IllegalStateException}.
 */
@Experimental
public final class PartialLearner {

  private final OnlineBilinearLearner learner;
  private final LazyMatrix matrix;
  // the round of the last call of scoreRows
  private @Nullable Round scored;

  /**
   * Creates a part of the learner that {@link Algorithm#create} would create with the same options.
   */
  public PartialLearner(Algorithm algorithm, Map<String, String> options) {
    learner = algorithm.create(options);
    matrix = learner.matrix();
    if (matrix.shrinksToIdentity()) {
      throw new IllegalArgumentException(
          "a learner that has only some rows of M, as on Spark, does not support the option"
              + " shrink-to: leave it out");
    }
    matrix.keepClock();
  }

  /** The level of the diagonal in untouched rows. */
  public float untouchedDiagonal() {
    return matrix.untouchedDiagonal();
  }

  /** The present clock. */
  public double clock() {
    return matrix.clock();
  }

  /** See {@link OnlineBilinearLearner#setDenseLimit}. */
  public void setDenseLimit(long bytes) {
    learner.setDenseLimit(bytes);
  }

  /** Restores some rows, the clock and the untouched diagonal; only before the first round. */
  public void restore(double clock, float untouchedDiagonal, Iterator<MatrixRow> rows) {
    matrix.restoreRows(clock, untouchedDiagonal, rows);
  }

  /**
   * The terms x_i (M (x⁺ - x⁻))_i of the score, one per feature of the part, in the order of the
   * features. Learns nothing.
   */
  public double[] scoreRows(Triplet part) {
    scored = matrix.begin(part);
    float[] rowScores = scored.rowScores();
    SparseVector query = part.query();
    double[] terms = new double[rowScores.length];
    for (int a = 0; a < terms.length; a++) {
      terms[a] = (double) query.value(a) * rowScores[a];
    }
    return terms;
  }

  /**
   * The terms of the variance of the score, one per feature of the part that was scored last; empty
   * for algorithms that do not need it.
   */
  public double[] rowVariances() {
    if (scored == null) {
      throw new IllegalStateException("call scoreRows before rowVariances");
    }
    return learner.rule().rowVariances(scored);
  }

  /** The loss of a complete score. */
  public double loss(double score) {
    return learner.loss(score);
  }

  /**
   * The length of the step of a round with a loss.
   *
   * @param round from 1
   * @param squaredNorm ‖x‖² ‖x⁺ - x⁻‖² of the whole query
   * @param variance the sum of the {@link #rowVariances} of all parts; 0 if there are none
   */
  public double stepLength(long round, double loss, double squaredNorm, double variance) {
    return learner.rule().length(round, loss, squaredNorm, variance);
  }

  /**
   * The second number that the step of a round with a loss needs.
   *
   * @param variance as for {@link #stepLength}
   */
  public double stepFactor(double loss, double variance) {
    return learner.rule().factor(loss, variance);
  }

  /**
   * Takes the step of a round with a loss.
   *
   * @param part the features of the query whose rows are here, with the whole items
   * @param length from {@link #stepLength}
   * @param factor from {@link #stepFactor}
   */
  public void learn(Triplet part, double length, double factor) {
    learner.rule().take(length, factor, matrix.begin(part));
  }

  /**
   * Ends a round. Call it for every round, with or without a loss, even if none of its rows are
   * here.
   */
  public void endRound(long round) {
    matrix.advance(learner.rule().clockAdvance(round));
  }

  /** Replaces levels by values and restarts the clock. */
  public void settle() {
    matrix.settle();
  }

  /**
   * Passes every row that was restored or touched to the consumer, in no particular order, without
   * settling it.
   */
  public void forEachRow(Consumer<MatrixRow> consumer) {
    matrix.forEachRow(consumer);
  }
}
