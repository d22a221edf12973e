package io.github.sors.learn;

import io.github.sors.matrix.LazyMatrix;

/** How far a learner goes along the gradient, and how fast its clock runs. */
interface StepRule {

  /**
   * Takes the step of a round with a loss.
   *
   * @param matrix with the round's triplet in hand
   */
  void step(long round, double loss, LazyMatrix matrix);

  /**
   * How far the step of a round with a loss goes, for whoever has only a part of the matrix.
   *
   * @param squaredNorm ‖x (x⁺ - x⁻)ᵀ‖²
   * @param variance the sum of the {@link #rowVariances} over all rows of the query
   */
  double length(long round, double loss, double squaredNorm, double variance);

  /**
   * Goes so far on the matrix with the round's triplet, or a part of it, in hand.
   *
   * @param variance what the length was worked out with
   */
  void take(double length, double variance, LazyMatrix matrix);

  /** What each row of the query in hand adds to the variance; empty where nobody asks for it. */
  default double[] rowVariances(LazyMatrix matrix) {
    return new double[0];
  }

  /**
   * Whether steps go along x (x⁺ - x⁻)ᵀ as far as the clock advances, whatever the loss, so that
   * rounds can be planned ahead.
   */
  boolean isKnownAhead();

  /** How far the clock of the shrinkage advances in a round, with a loss or without. */
  double clockAdvance(long round);

  /** Proximal gradient descent: both are η_t. */
  static StepRule gradient(StepSize eta) {
    return new StepRule() {
      @Override
      public void step(long round, double loss, LazyMatrix matrix) {
        matrix.step(eta.at(round));
      }

      @Override
      public double length(long round, double loss, double squaredNorm, double variance) {
        return eta.at(round);
      }

      @Override
      public void take(double length, double variance, LazyMatrix matrix) {
        matrix.step(length);
      }

      @Override
      public boolean isKnownAhead() {
        return true;
      }

      @Override
      public double clockAdvance(long round) {
        return eta.at(round);
      }
    };
  }

  /** Passive-aggressive: as far as the loss asks for, at most {@code limit}; nothing shrinks. */
  static StepRule passiveAggressive(double limit) {
    return new StepRule() {
      @Override
      public void step(long round, double loss, LazyMatrix matrix) {
        take(length(round, loss, matrix.squaredGradientNorm(), 0), 0, matrix);
      }

      @Override
      public double length(long round, double loss, double squaredNorm, double variance) {
        return squaredNorm == 0 ? 0 : Math.min(limit, loss / squaredNorm);
      }

      @Override
      public void take(double length, double variance, LazyMatrix matrix) {
        matrix.step(length);
      }

      @Override
      public boolean isKnownAhead() {
        return false;
      }

      @Override
      public double clockAdvance(long round) {
        return 0;
      }
    };
  }
}
