package io.github.sors.lab.regret;

import java.util.Arrays;

/**
 * The best fixed M for a sequence of triplets that is known in advance, with a certificate.
 *
 * <pre>
 * min over |M_ij| ≤ B of  F(M) = Σ_t [1 - x_tᵀMp_t]₊ + Tλ r(M),   r(M) = Σ W_ij |M_ij|
 * max over 0 ≤ α_t ≤ 1 of D(α) = Σ_t α_t - B Σ_ij [|C_ij| - TλW_ij]₊,   C = Σ_t α_t x_t p_tᵀ
 * </pre>
 *
 * <p>W is 1, but 0 on the diagonal where that is not regularised. D(α) ≤ F(M) for all α and M, so
 * F(M) - D(α) bounds how far M is from the best one. The limit |M_ij| ≤ B makes D finite. If no
 * entry of the solution is at the limit, the solution is the best of all M, since F is convex.
 *
 * <p>Solved by the primal-dual hybrid gradient method of Chambolle and Pock with the diagonal
 * preconditioning of Pock and Chambolle (2011), and restarts from the average of the iterates
 * whenever the gap has halved. An iteration costs O(Σ_t nnz(x_t) nnz(p_t) + d²).
 */
final class HindsightProblem {

  private static final int CHECK_EVERY = 40;
  private static final int MOST_ITERATIONS = 40_000;

  private final TripletSequence triplets;
  private final int rounds;
  private final double weight;
  private final boolean diagonalFree;
  private final double box;
  private final double[] start;

  /**
   * Creates a problem.
   *
   * @param rounds T, the first of the triplets
   * @param lambda λ
   * @param diagonalFree whether r excludes the diagonal, as r₂ does
   * @param box B
   * @param start M₁; entries that no triplet touches and r does not weigh stay as there
   */
  HindsightProblem(
      TripletSequence triplets,
      int rounds,
      double lambda,
      boolean diagonalFree,
      double box,
      double[] start) {
    this.triplets = triplets;
    this.rounds = rounds;
    this.weight = rounds * lambda;
    this.diagonalFree = diagonalFree;
    this.box = box;
    this.start = start;
  }

  /** A matrix and how good it is. */
  static final class Solution {

    private final double[] matrix;
    private final double objective;
    private final double lowerBound;
    private final boolean insideBox;

    private Solution(double[] matrix, double objective, double lowerBound, boolean insideBox) {
      this.matrix = matrix;
      this.objective = objective;
      this.lowerBound = lowerBound;
      this.insideBox = insideBox;
    }

    /** M, row by row; not to be written to. */
    double[] matrix() {
      return matrix;
    }

    /** F(M). */
    double objective() {
      return objective;
    }

    /** D(α), a lower bound for all matrices in the box. */
    double lowerBound() {
      return lowerBound;
    }

    /** Whether no entry is at the border of the box. */
    boolean insideBox() {
      return insideBox;
    }

    double gap() {
      return objective - lowerBound;
    }
  }

  /**
   * Solves until the gap is at most a share of the objective, or as far as the most iterations get.
   */
  Solution solve(double tolerance) {
    Iterate iterate = new Iterate();
    double[] bestMatrix = iterate.matrix.clone();
    double bestObjective = objective(bestMatrix);
    double bestBound = 0;
    double gapAtRestart = Double.POSITIVE_INFINITY;
    for (int k = 1; ; k++) {
      iterate.step();
      if (k % CHECK_EVERY != 0) {
        continue;
      }
      double[] averageMatrix = iterate.averageMatrix();
      double[] averageDual = iterate.averageDual();
      double currentObjective = objective(iterate.matrix);
      double averageObjective = objective(averageMatrix);
      double currentBound = lowerBound(iterate.dual);
      double averageBound = lowerBound(averageDual);
      if (currentObjective < bestObjective) {
        bestObjective = currentObjective;
        bestMatrix = iterate.matrix.clone();
      }
      if (averageObjective < bestObjective) {
        bestObjective = averageObjective;
        bestMatrix = averageMatrix;
      }
      bestBound = Math.max(bestBound, Math.max(currentBound, averageBound));
      boolean done = bestObjective - bestBound <= tolerance * bestObjective;
      if (done || k >= MOST_ITERATIONS) {
        return new Solution(bestMatrix, bestObjective, bestBound, insideBox(bestMatrix));
      }
      double averageGap = averageObjective - averageBound;
      double currentGap = currentObjective - currentBound;
      if (Math.min(averageGap, currentGap) < 0.5 * gapAtRestart
          || iterate.sinceRestart > Math.max(20 * CHECK_EVERY, k * 0.36)) {
        gapAtRestart = Math.min(averageGap, currentGap);
        if (averageGap < currentGap) {
          iterate.restart(averageMatrix, averageDual);
        } else {
          iterate.restart(iterate.matrix, iterate.dual);
        }
      }
    }
  }

  private boolean insideBox(double[] matrix) {
    return Arrays.stream(matrix).allMatch(entry -> Math.abs(entry) < box);
  }

  private double weightOf(int entry) {
    return diagonalFree && entry % (triplets.dimension() + 1) == 0 ? 0 : weight;
  }

  double objective(double[] matrix) {
    double sum = 0;
    for (int t = 0; t < rounds; t++) {
      sum += Math.max(0, 1 - triplets.score(t, matrix));
    }
    for (int entry = 0; entry < matrix.length; entry++) {
      sum += weightOf(entry) * Math.abs(matrix[entry]);
    }
    return sum;
  }

  double lowerBound(double[] dual) {
    double sum = 0;
    double[] combination = combination(dual);
    for (double alpha : dual) {
      sum += alpha;
    }
    for (int entry = 0; entry < combination.length; entry++) {
      sum -= box * Math.max(0, Math.abs(combination[entry]) - weightOf(entry));
    }
    return sum;
  }

  /** C = Σ_t α_t x_t p_tᵀ. */
  private double[] combination(double[] dual) {
    double[] combination = new double[triplets.dimension() * triplets.dimension()];
    for (int t = 0; t < rounds; t++) {
      if (dual[t] != 0) {
        triplets.add(t, dual[t], combination);
      }
    }
    return combination;
  }

  /** The state of the method. */
  private final class Iterate {

    private final double[] matrix = start.clone();
    private final double[] dual = new double[rounds];
    private final double[] matrixSteps = triplets.absoluteSums(rounds);
    private final double[] dualSteps = new double[rounds];
    private final double[] extrapolated = new double[matrix.length];
    private final double[] matrixSum = new double[matrix.length];
    private final double[] dualSum = new double[rounds];
    private final double[] matrixAtRestart = matrix.clone();
    private final double[] dualAtRestart = new double[rounds];
    // the share of the step size product that goes to M
    private double balance = 1;
    private int sinceRestart;

    Iterate() {
      for (int entry = 0; entry < matrix.length; entry++) {
        if (matrixSteps[entry] > 0) {
          matrixSteps[entry] = 1 / matrixSteps[entry];
        } else if (weightOf(entry) > 0) {
          // untouched, so that only r counts
          matrix[entry] = 0;
        }
      }
      Arrays.setAll(dualSteps, t -> triplets.absoluteSum(t) > 0 ? 1 / triplets.absoluteSum(t) : 1);
    }

    void step() {
      double[] combination = combination(dual);
      for (int entry = 0; entry < matrix.length; entry++) {
        double step = balance * matrixSteps[entry];
        double moved = matrix[entry] + step * combination[entry];
        double threshold = step * weightOf(entry);
        double shrunk = moved - Math.min(Math.max(moved, -threshold), threshold);
        double next = Math.min(Math.max(shrunk, -box), box);
        extrapolated[entry] = 2 * next - matrix[entry];
        matrix[entry] = next;
        matrixSum[entry] += next;
      }
      for (int t = 0; t < rounds; t++) {
        double slack = 1 - triplets.score(t, extrapolated);
        dual[t] = Math.min(Math.max(dual[t] + dualSteps[t] / balance * slack, 0), 1);
        dualSum[t] += dual[t];
      }
      sinceRestart++;
    }

    double[] averageMatrix() {
      return Arrays.stream(matrixSum).map(sum -> sum / sinceRestart).toArray();
    }

    double[] averageDual() {
      return Arrays.stream(dualSum).map(sum -> sum / sinceRestart).toArray();
    }

    /** Starts again from a point, with step sizes balanced by how far M and α have moved. */
    void restart(double[] fromMatrix, double[] fromDual) {
      double matrixMoved = scaledDistance(fromMatrix, matrixAtRestart, matrixSteps);
      double dualMoved = scaledDistance(fromDual, dualAtRestart, dualSteps);
      if (matrixMoved > 0 && dualMoved > 0) {
        balance = Math.sqrt(balance * matrixMoved / dualMoved);
      }
      if (fromMatrix != matrix) {
        System.arraycopy(fromMatrix, 0, matrix, 0, matrix.length);
        System.arraycopy(fromDual, 0, dual, 0, rounds);
      }
      System.arraycopy(matrix, 0, matrixAtRestart, 0, matrix.length);
      System.arraycopy(dual, 0, dualAtRestart, 0, rounds);
      Arrays.fill(matrixSum, 0);
      Arrays.fill(dualSum, 0);
      sinceRestart = 0;
    }

    /** The distance in the norm of the preconditioner. */
    private double scaledDistance(double[] one, double[] other, double[] steps) {
      double sum = 0;
      for (int k = 0; k < one.length; k++) {
        if (steps[k] > 0) {
          sum += (one[k] - other[k]) * (one[k] - other[k]) / steps[k];
        }
      }
      return Math.sqrt(sum);
    }
  }
}
