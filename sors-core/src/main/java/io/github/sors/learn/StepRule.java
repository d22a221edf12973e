package io.github.sors.learn;

import io.github.sors.matrix.LazyMatrix;

/** How far a learner goes along the gradient, and how fast its clock runs. */
interface StepRule {

  /**
   * The length of the step along x (x⁺ - x⁻)ᵀ in a round with a loss.
   *
   * @param matrix with the round's triplet in hand
   */
  double step(long round, double loss, LazyMatrix matrix);

  /** Whether the step does not depend on the loss, so that rounds can be planned ahead. */
  boolean isKnownAhead();

  /** How far the clock of the shrinkage advances in a round, with a loss or without. */
  double clockAdvance(long round);

  /** Proximal gradient descent: both are η_t. */
  static StepRule gradient(StepSize eta) {
    return new StepRule() {
      @Override
      public double step(long round, double loss, LazyMatrix matrix) {
        return eta.at(round);
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
      public double step(long round, double loss, LazyMatrix matrix) {
        double squaredNorm = matrix.squaredGradientNorm();
        return squaredNorm == 0 ? 0 : Math.min(limit, loss / squaredNorm);
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
