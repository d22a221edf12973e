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
        double squaredNorm = matrix.squaredGradientNorm();
        matrix.step(squaredNorm == 0 ? 0 : Math.min(limit, loss / squaredNorm));
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
