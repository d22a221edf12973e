package io.github.sors.learn;

import io.github.sors.matrix.Round;

/** The length of a learner's steps along the gradient, and the speed of its clock. */
interface StepRule {

  /**
   * Takes the step of a round with a loss.
   *
   * @param number the number of the round, from 1
   */
  void step(long number, double loss, Round round);

  /** Whether triplets may have weights other than 1. */
  default boolean takesWeights() {
    return false;
  }

  /**
   * Takes the step of a round with a loss, for a weighted triplet.
   *
   * @param loss the loss, not multiplied by the weight
   */
  default void step(long number, double loss, double weight, Round round) {
    step(number, loss, round);
  }

  /**
   * The length of the step of a round with a loss, for a learner that holds a part of the matrix.
   *
   * @param number the number of the round, from 1
   * @param squaredNorm ‖x (x⁺ - x⁻)ᵀ‖²
   * @param variance the sum of the {@link #rowVariances} over all rows of the query
   */
  double length(long number, double loss, double squaredNorm, double variance);

  /**
   * The second number that a step needs in addition to its {@link #length}: the slope of the loss,
   * or the variance if the rule uses one.
   *
   * @param variance as for {@link #length}
   */
  double factor(double loss, double variance);

  /** Takes a step of the given length in a round over the triplet or a part of it. */
  void take(double length, double factor, Round round);

  /** The contribution of each row of the query to the variance; empty if it is not needed. */
  default double[] rowVariances(Round round) {
    return new double[0];
  }

  /**
   * Whether rounds can be played in blocks: the length of a step along x (x⁺ - x⁻)ᵀ is the advance
   * of the clock, for every loss above 0.
   */
  boolean allowsBlocks();

  /** The advance of the shrinkage clock in a round, with or without a loss. */
  double clockAdvance(long number);

  /** Proximal gradient descent: both the step length and the clock advance are η_t. */
  static StepRule gradient(StepSize eta, TripletLoss loss) {
    return new Gradient(eta, loss);
  }

  /** Steps along the gradient of a loss. */
  record Gradient(StepSize eta, TripletLoss ofRound) implements StepRule {

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
    public boolean allowsBlocks() {
      return ofRound.shape() == TripletLoss.Shape.HINGE;
    }

    @Override
    public double clockAdvance(long number) {
      return eta.at(number);
    }
  }

  /**
   * Passive-aggressive: the step that removes the loss, at most {@code limit} times the weight of
   * the triplet; nothing shrinks.
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
      public boolean allowsBlocks() {
        return false;
      }

      @Override
      public double clockAdvance(long number) {
        return 0;
      }
    };
  }
}
