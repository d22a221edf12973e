package io.github.sors.learn;

import io.github.sors.matrix.Round;

/** How far a learner goes along the gradient, and how fast its clock runs. */
interface StepRule {

  /**
   * Takes the step of a round with a loss.
   *
   * @param number of the round, from 1
   */
  void step(long number, double loss, Round round);

  /**
   * How far the step of a round with a loss goes, for whoever has only a part of the matrix.
   *
   * @param number of the round, from 1
   * @param squaredNorm ‖x (x⁺ - x⁻)ᵀ‖²
   * @param variance the sum of the {@link #rowVariances} over all rows of the query
   */
  double length(long number, double loss, double squaredNorm, double variance);

  /**
   * The second number that a step needs besides its {@link #length}: the slope of the loss, or the
   * variance where the rule has one.
   *
   * @param variance as of {@link #length}
   */
  double factor(double loss, double variance);

  /** Goes so far in a round over the triplet or a part of it. */
  void take(double length, double factor, Round round);

  /** What each row of the query adds to the variance; empty where nobody asks for it. */
  default double[] rowVariances(Round round) {
    return new double[0];
  }

  /**
   * Whether steps go along x (x⁺ - x⁻)ᵀ as far as the clock advances, whatever the loss, so that
   * rounds can be planned ahead.
   */
  boolean isKnownAhead();

  /** How far the clock of the shrinkage advances in a round, with a loss or without. */
  double clockAdvance(long number);

  /** Proximal gradient descent: both are η_t, the first along the gradient of a loss. */
  static StepRule gradient(StepSize eta, TripletLoss ofRound) {
    return new StepRule() {
      @Override
      public void step(long number, double loss, Round round) {
        round.step(eta.at(number), ofRound.slope(loss));
      }

      @Override
      public double length(long number, double loss, double squaredNorm, double variance) {
        return eta.at(number);
      }

      @Override
      public double factor(double loss, double variance) {
        return ofRound.slope(loss);
      }

      @Override
      public void take(double length, double factor, Round round) {
        round.step(length, factor);
      }

      @Override
      public boolean isKnownAhead() {
        return ofRound.kind() == TripletLoss.Kind.HINGE;
      }

      @Override
      public double clockAdvance(long number) {
        return eta.at(number);
      }
    };
  }

  /** Passive-aggressive: as far as the loss asks for, at most {@code limit}; nothing shrinks. */
  static StepRule passiveAggressive(double limit) {
    return new StepRule() {
      @Override
      public void step(long number, double loss, Round round) {
        take(length(number, loss, round.squaredGradientNorm(), 0), 1, round);
      }

      @Override
      public double length(long number, double loss, double squaredNorm, double variance) {
        return squaredNorm == 0 ? 0 : Math.min(limit, loss / squaredNorm);
      }

      @Override
      public double factor(double loss, double variance) {
        return 1;
      }

      @Override
      public void take(double length, double factor, Round round) {
        round.step(length, factor);
      }

      @Override
      public boolean isKnownAhead() {
        return false;
      }

      @Override
      public double clockAdvance(long number) {
        return 0;
      }
    };
  }
}
