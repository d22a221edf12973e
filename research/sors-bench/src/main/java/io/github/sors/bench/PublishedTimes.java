package io.github.sors.bench;

import io.github.sors.learn.Algorithm;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The training times that the paper reports, for 100,000 rounds: Yao, Zhao, Yu, Jin and Li,
 * <i>Sparse Online Relative Similarity Learning</i>, ICDM 2015, the table "Evaluation of the
 * Learning Algorithms on the Data Sets".
 *
 * <p>The times of Gisette are compared with dense5000, which is generated and of the same size.
 * They were measured on another processor, and some of the paper's data differ, as the registry
 * says, mostly in the number of rows, which does not affect a round.
 */
final class PublishedTimes {

  /** The rounds that the times are for. */
  static final int ROUNDS = 100_000;

  private static final List<Algorithm> IN_ORDER =
      List.of(
          Algorithm.SORS_I,
          Algorithm.SORS_II,
          Algorithm.ADASORS_I,
          Algorithm.ADASORS_II,
          Algorithm.OASIS);

  private PublishedTimes() {}

  /** The seconds of an algorithm, if the paper gives them. */
  static OptionalDouble seconds(BenchmarkShape shape, Algorithm algorithm) {
    double[] seconds =
        switch (shape) {
          case PROTEIN -> new double[] {217.83, 239.62, 400.11, 423.27, 86.51};
          case DENSE_5000 -> new double[] {16839.32, 22578.96, 31256.19, 35471.63, 2316.77};
          case BBC -> new double[] {90370.71, 135376.85, 303718.57, 364976.73, 8881.26};
          case RCV1 -> new double[] {71473.62, 100543.28, 148260.37, 162515.32, 30222.26};
          case SECTOR -> new double[] {311849.83, 381573.25, 632147.31, 687947.24, 196561.51};
          case GISETTE_1000, NEWS20, STREAM -> new double[0];
        };
    int place = IN_ORDER.indexOf(algorithm);
    return place >= 0 && place < seconds.length
        ? OptionalDouble.of(seconds[place])
        : OptionalDouble.empty();
  }
}
