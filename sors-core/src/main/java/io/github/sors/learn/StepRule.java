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

  /** Whether triplets may have another weight than 1. */
  default boolean takesWeights() {
    return false;
  }

  /**
   * Takes the step of a round with a loss, for a triplet of a weight that the rule takes.
   *
   * @param loss without the weight
   */
  default void step(long number, double loss, double weight, Round round) {
    step(number, loss, round);
  }

  /**
   * How far the step of a round with a loss goes, for a learner of only a part of the matrix.
   *
   * @param number of the round, from 1
   * @param squaredNorm ‖x (x⁺ - x⁻)ᵀ‖²
   * @param variance the sum of the {@link #rowVariances} over all rows of the query
   */
  double length(long number, double loss, double squaredNorm, double variance);

  /**
   * The second number that a step needs in addition to its {@link #length}: the slope of the loss,
   * or the variance where the rule has one.
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
  static StepRule gradient(StepSize eta, TripletLoss loss) {
    return new Gradient(eta, loss, true, loss.shape() == TripletLoss.Shape.HINGE);
  }

  /**
   * The same where entries are worked out from all their gradients.
   *
   * @param ticks whether the clock advances by η, or not at all
   */
  static StepRule ofAllGradients(double eta, TripletLoss loss, boolean ticks) {
    return new Gradient(StepSize.constant(eta), loss, ticks, false);
  }

  /**
   * Steps along the gradient of a loss.
   *
   * @param ticks whether the clock advances as far, or not at all
   */
  record Gradient(StepSize eta, TripletLoss ofRound, boolean ticks, boolean isKnownAhead)
      implements StepRule {

    @Override
    public void step(long number, double loss, Round round) {
      step(number, loss, 1, round);
    }

    @Override
    public boolean takesWeights() {
      return true;
    }

    @Override
    public void step(long number, double loss, double weight, Round round) {
      round.step(eta.at(number), weight * ofRound.slope(loss));
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
    public double clockAdvance(long number) {
      return ticks ? eta.at(number) : 0;
    }
  }

  /**
   * Passive-aggressive: as far as the loss asks for, at most {@code limit} times the weight of the
   * triplet; nothing shrinks.
   */
  static StepRule passiveAggressive(double limit) {
    return new StepRule() {
      @Override
      public void step(long number, double loss, Round round) {
        step(number, loss, 1, round);
      }

      @Override
      public boolean takesWeights() {
        return true;
      }

      @Override
      public void step(long number, double loss, double weight, Round round) {
        take(length(limit * weight, loss, round.squaredGradientNorm()), 1, round);
      }

      private static double length(double most, double loss, double squaredNorm) {
        return squaredNorm == 0 ? 0 : Math.min(most, loss / squaredNorm);
      }

      @Override
      public double length(long number, double loss, double squaredNorm, double variance) {
        return length(limit, loss, squaredNorm);
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
