package io.github.sors.learn;

import io.github.sors.BilinearModel;
import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;

/**
 * The mean of M over the later rounds, which varies less than M after the last one.
 *
 * <p>M is sampled 16 times while the number of rounds doubles: after round r if r is a multiple of
 * 2^k / 16, where 2^k is the largest power of two below r. A sample stands for all rounds since the
 * sample before. The mean after round T, 2^k &lt; T ≤ 2^(k+1), is over the rounds from 2^(k-1) on,
 * between the last half and the last three quarters of all, and includes the present M. The total
 * number of rounds need not be known in advance.
 *
 * <p>Polyak and Juditsky, <i>Acceleration of Stochastic Approximation by Averaging</i>, SIAM J.
 * Control and Optimization 30, 1992; on leaving out early rounds: Rakhlin, Shamir and Sridharan,
 * <i>Making Gradient Descent Optimal for Strongly Convex Stochastic Optimization</i>, ICML 2012. A
 * mean over all rounds would need a second number for every touched entry and two sums over its
 * shrinkage. A sample takes time proportional to the entries of M and of the mean, and memory is 12
 * bytes per entry of the two sums.
 *
 * <p>Immutable, so that a frozen learner may share it.
 */
final class MatrixAverage {

  static final MatrixAverage NONE = new MatrixAverage(SparseSum.EMPTY, SparseSum.EMPTY, 0);

  private static final int LOOKS_PER_DOUBLING = 16;

  // the sums over the rounds up to the power of two below the last sample, and since then
  private final SparseSum before;
  private final SparseSum since;
  private final long lastLook;

  private MatrixAverage(SparseSum before, SparseSum since, long lastLook) {
    this.before = before;
    this.since = since;
    this.lastLook = lastLook;
  }

  /** The largest power of two below a round; 0 for the first round. */
  private static long powerBelow(long round) {
    return Long.highestOneBit(round - 1);
  }

  /** The first round after the given one at which M is sampled. */
  static long nextLook(long round) {
    long spacing = Math.max(1, powerBelow(round + 1) / LOOKS_PER_DOUBLING);
    return (round / spacing + 1) * spacing;
  }

  /**
   * Returns this average with a sample of M after a round.
   *
   * @param untouchedDiagonal the diagonal entry of features that M has not seen yet
   */
  MatrixAverage with(long round, BilinearModel matrix, double untouchedDiagonal) {
    double rounds = (double) (round - lastLook);
    return lastLook > 0 && powerBelow(round) > powerBelow(lastLook)
        ? new MatrixAverage(since, SparseSum.EMPTY.plus(matrix, untouchedDiagonal, rounds), round)
        : new MatrixAverage(before, since.plus(matrix, untouchedDiagonal, rounds), round);
  }

  /** The mean after a round, including the present M. */
  BilinearModel mean(long round, BilinearModel matrix) {
    if (round == 0) {
      return matrix;
    }
    // nothing is added later, so the untouched diagonal does not matter
    MatrixAverage now = round > lastLook ? with(round, matrix, 0) : this;
    SparseSum sum = now.before.plus(now.since);
    // M may have grown since the last sample
    return (sum.rows() < matrix.queryDimension() ? sum.plus(matrix, 0, 0) : sum).mean();
  }

  long bytes() {
    return before.bytes() + since.bytes();
  }

  void write(SectionWriter writer) throws IOException {
    writer.begin("average");
    writer.writeLong(lastLook);
    writer.end();
    before.write(writer, "averageBefore");
    since.write(writer, "averageSince");
  }

  static MatrixAverage read(SectionReader reader) throws IOException {
    reader.begin("average");
    long lastLook = reader.readLong();
    reader.end();
    return new MatrixAverage(
        SparseSum.read(reader, "averageBefore"), SparseSum.read(reader, "averageSince"), lastLook);
  }
}
