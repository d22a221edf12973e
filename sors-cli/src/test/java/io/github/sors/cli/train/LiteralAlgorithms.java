package io.github.sors.cli.train;

/**
 * The six algorithms in one formula, with every entry of M visited in every round: M ← soft(M - η G
 * / σ, η λ / σ), where soft pulls a value towards zero, and what each algorithm makes of η, λ and
 * σ.
 */
record LiteralAlgorithms(double lambda, double eta, double delta, double aggressiveness) {

  /** Learns M from the identity and dense rows. */
  double[][] learn(String algorithm, double[][] rows, int[][] triplets) {
    int d = rows[0].length;
    double[][] m = new double[d][d];
    double[][] squares = new double[d][d];
    for (int i = 0; i < d; i++) {
      m[i][i] = 1;
    }
    for (int[] triplet : triplets) {
      double[] x = rows[triplet[0]];
      double[] difference = new double[d];
      double score = 0;
      double squaredNorm = 0;
      for (int j = 0; j < d; j++) {
        difference[j] = rows[triplet[1]][j] - rows[triplet[2]][j];
        for (int i = 0; i < d; i++) {
          score += x[i] * m[i][j] * difference[j];
          squaredNorm += Math.pow(x[i] * difference[j], 2);
        }
      }
      double loss = Math.max(0, 1 - score);
      double step = algorithm.equals("oasis") ? Math.min(aggressiveness, loss / squaredNorm) : eta;
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          double gradient = loss > 0 ? -x[i] * difference[j] : 0;
          squares[i][j] += gradient * gradient;
          double sigma = algorithm.startsWith("ada") ? delta + Math.sqrt(squares[i][j]) : 1;
          boolean shrinks =
              algorithm.endsWith("sors-1") || (algorithm.endsWith("sors-2") && i != j);
          double threshold = shrinks ? step * lambda / sigma : 0;
          double moved = m[i][j] - step * gradient / sigma;
          m[i][j] = Math.signum(moved) * Math.max(Math.abs(moved) - threshold, 0);
        }
      }
    }
    return m;
  }
}
