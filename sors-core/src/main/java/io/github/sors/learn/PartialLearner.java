package io.github.sors.learn;

import io.github.sors.MatrixRow;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.matrix.LazyMatrix;
import io.github.sors.matrix.Round;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The part of a learner that has some rows of M, where no machine has them all.
 *
 * <p>A round is played by all parts together. Each has the same difference x⁺ - x⁻ and those
 * features of the query whose rows it holds. It {@link #scoreRows scores} them; somebody sums what
 * all parts found, {@link #loss}, {@link #stepLength} and {@link #stepFactor} then tell how far to
 * go, and each part {@link #learn goes}. Summed in the order of the query's features and played one
 * by one, the rounds are those of the whole learner, bit for bit until that one settles. If several
 * are scored before they are learnt, they are a mini-batch.
 *
 * <p>The clock runs through for all rows; settling them, which replaces levels by values, is left
 * to the owner, see {@link #settle}. Until then a level holds its value m and the shrinkage λA that
 * has added up, so that n writes to an entry leave a relative error of about 2⁻²⁴ (1 + λA/|m|) √n.
 * Rows that are {@link #restore restored} count their steps anew, so steps are hardly ever
 * dithered: a sum of squares stops growing at 2²⁴ times the square that is added. With λA = |m|,
 * 10⁶ writes to an entry make an error of about 10⁻⁴; for longer streams, take a learner that has
 * all rows.
 */
public final class PartialLearner {

  private final OnlineBilinearLearner learner;
  private final LazyMatrix matrix;
  // the round of the part that was scored last
  private Round scored;

  /** Creates a part of the learner that {@link Algorithm#create} makes of the same options. */
  public PartialLearner(Algorithm algorithm, Map<String, String> options) {
    learner = algorithm.create(options);
    learner.requireRowsAreAll();
    matrix = learner.matrix();
    matrix.keepClock();
  }

  /** The level at which the diagonal of rows starts that no round has met. */
  public float untouchedDiagonal() {
    return matrix.untouchedDiagonal();
  }

  /** How far the clock has come. */
  public double clock() {
    return matrix.clock();
  }

  /** See {@link OnlineBilinearLearner#setDenseLimit}. */
  public void setDenseLimit(long bytes) {
    learner.setDenseLimit(bytes);
  }

  /** Takes over some rows, the clock and the untouched diagonal; only before the first round. */
  public void restore(double clock, float untouchedDiagonal, Iterator<MatrixRow> rows) {
    matrix.restoreRows(clock, untouchedDiagonal, rows);
  }

  /**
   * The terms x_i (M (x⁺ - x⁻))_i of the score, for each feature of the part in the order of the
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
   * The terms of the variance of the score, for each feature of the part that was scored last;
   * empty for algorithms that do not ask for it.
   */
  public double[] rowVariances() {
    if (scored == null) {
      throw new IllegalStateException("variances are those of a part that was scored: none was");
    }
    return learner.rule().rowVariances(scored);
  }

  /** The loss of a whole score. */
  public double loss(double score) {
    return learner.loss(score);
  }

  /**
   * How far a round with a loss goes.
   *
   * @param round from 1
   * @param squaredNorm ‖x‖² ‖x⁺ - x⁻‖² of the whole query
   * @param variance the sum of all parts' {@link #rowVariances}, 0 where there are none
   */
  public double stepLength(long round, double loss, double squaredNorm, double variance) {
    return learner.rule().length(round, loss, squaredNorm, variance);
  }

  /**
   * The second number that the step of a round with a loss needs.
   *
   * @param variance as of {@link #stepLength}
   */
  public double stepFactor(double loss, double variance) {
    return learner.rule().factor(loss, variance);
  }

  /**
   * Takes the step of a round with a loss.
   *
   * @param part the features of the query whose rows are here, with the whole items
   * @param length of {@link #stepLength}
   * @param factor of {@link #stepFactor}
   */
  public void learn(Triplet part, double length, double factor) {
    learner.rule().take(length, factor, matrix.begin(part));
  }

  /** Ends a round, with a loss or without, whether any of its rows are here or not. */
  public void endRound(long round) {
    matrix.advance(learner.rule().clockAdvance(round));
  }

  /** Replaces levels by values and starts the clock again. */
  public void settle() {
    matrix.settle();
  }

  /** Hands over every row that was restored or met, in no particular order, as it stands. */
  public void forEachRow(Consumer<MatrixRow> consumer) {
    matrix.forEachRow(consumer);
  }
}
