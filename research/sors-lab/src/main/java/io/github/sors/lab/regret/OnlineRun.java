package io.github.sors.lab.regret;

import io.github.sors.BilinearModel;
import io.github.sors.learn.OnlineBilinearLearner;

/**
 * The cumulative loss of an online learner on a sequence of triplets, Σ_t [ℓ_t(M_t) + λ r(M_t)],
 * and the quantities of its bound.
 *
 * <p>Reads all of M in every round, so a run takes O(T d²), only for small d.
 *
 * @param suffered the cumulative regularised loss
 * @param largestDistance D = max_t ‖M_* - M_t‖_∞
 * @param gradientNorms Σ_ij √(Σ_t G²_t,ij)
 */
record OnlineRun(double suffered, double largestDistance, double gradientNorms) {

  static OnlineRun of(
      OnlineBilinearLearner learner,
      TripletSequence triplets,
      int rounds,
      double lambda,
      boolean diagonalFree,
      double[] best) {
    int d = triplets.dimension();
    double[] squares = new double[d * d];
    double suffered = 0;
    double largest = 0;
    double[] row = new double[d];
    for (int t = 0; t < rounds; t++) {
      BilinearModel current = learner.snapshot();
      double norm = 0;
      for (int i = 0; i < d; i++) {
        for (int k = current.rowStart(i); k < current.rowEnd(i); k++) {
          int j = current.columnArray()[k];
          row[j] = current.valueArray()[k];
          norm += diagonalFree && i == j ? 0 : Math.abs(row[j]);
        }
        for (int j = 0; j < d; j++) {
          largest = Math.max(largest, Math.abs(best[i * d + j] - row[j]));
          row[j] = 0;
        }
      }
      double loss = learner.learn(triplets.triplet(t));
      suffered += loss + lambda * norm;
      if (loss > 0) {
        triplets.addSquares(t, squares);
      }
    }
    double gradientNorms = 0;
    for (double square : squares) {
      gradientNorms += Math.sqrt(square);
    }
    return new OnlineRun(suffered, largest, gradientNorms);
  }
}
