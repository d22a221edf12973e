package io.github.sors.server.collection.model;

import io.github.sors.live.Wager;

/**
 * A {@link Wager} that begins anew after every {@value #PERIOD} observations, so that what was true
 * for long does not keep it from noticing a change.
 *
 * <p>The wealth of 1 is shared between the periods: the j-th may stake 1/(j(j + 1)) of it, and the
 * shares add up to 1. What a period has at its end is kept. So it remains a bet of one bettor: if
 * the mean is never above 0, its wealth ever exceeds w in at most one of w sequences.
 */
final class RenewedWager {

  /** The observations of a period. */
  static final int PERIOD = 1000;

  private Wager wager = new Wager();
  private long period;
  private double kept;

  /** A wager in its first period. */
  RenewedWager() {
    this(1, 0);
  }

  /**
   * A wager at the start of a period.
   *
   * @param period its number, from 1
   * @param kept the wealth at the end of the periods before
   */
  RenewedWager(long period, double kept) {
    this.period = period;
    this.kept = kept;
  }

  /** Bets on an observation. */
  void observe(double difference) {
    wager.observe(difference);
    if (wager.observations() == PERIOD) {
      kept += ofPeriod();
      period++;
      wager = new Wager();
    }
  }

  /** The wealth, with the shares of later periods. */
  double wealth() {
    return kept + ofPeriod() + 1.0 / (period + 1);
  }

  private double ofPeriod() {
    return Math.exp(wager.logWealth()) / (period * (period + 1.0));
  }

  long period() {
    return period;
  }

  double kept() {
    return kept;
  }

  /** The observations of this period so far. */
  int inPeriod() {
    return (int) wager.observations();
  }
}
