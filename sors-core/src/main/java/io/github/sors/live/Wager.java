package io.github.sors.live;

import io.github.sors.io.SectionReader;
import io.github.sors.io.SectionWriter;
import java.io.IOException;

/**
 * A test that may be looked at after every observation: a bet on "the mean is above 0".
 *
 * <p>The bettor starts with wealth 1 and stakes a share b of it on each observation d:
 *
 * <pre>
 * wealth ← wealth · (1 + b·d)        b = mean of earlier d / mean of their squares, within [0, .49]
 * </pre>
 *
 * <p>If the mean of the next d, given all before, is never above 0, the wealth is a
 * supermartingale: it ever exceeds w in at most one of w sequences (Ville's inequality). So a
 * wealth of 20 is what a p-value of 0.05 is to a test that is looked at once. The stake is chosen
 * so that the wealth grows nearly as fast as it can; see Waudby-Smith and Ramdas, <i>Estimating
 * means of bounded random variables by betting</i>, JRSS B 86 (2024). No bet is made on the first
 * {@value #WATCHED}. An observation costs O(1).
 *
 * <p>Threads: belongs to one thread. Failures: an observation outside [-2, 2] or NaN throws {@link
 * IllegalArgumentException} and changes nothing.
 */
public final class Wager {

  /** The largest magnitude of an observation. */
  public static final double LARGEST = 2;

  private static final int WATCHED = 5;
  // below 1 / LARGEST, so that a single loss does not take everything
  private static final double LARGEST_STAKE = 0.49;
  private static final double LEAST_SQUARE = 0.001;

  private long observations;
  private double sum;
  private double sumOfSquares;
  private double logWealth;

  /** Creates a bet with the wealth 1. */
  public Wager() {}

  /** Bets on an observation. */
  public void observe(double difference) {
    if (!(Math.abs(difference) <= LARGEST)) {
      throw new IllegalArgumentException(
          "expected an observation from -2 to 2, found " + difference);
    }
    logWealth += Math.log1p(stake() * difference);
    observations++;
    sum += difference;
    sumOfSquares += difference * difference;
  }

  private double stake() {
    if (observations < WATCHED) {
      return 0;
    }
    double best = sum / Math.max(LEAST_SQUARE * observations, sumOfSquares);
    return Math.min(LARGEST_STAKE, Math.max(0, best));
  }

  /** How many observations there were. */
  public long observations() {
    return observations;
  }

  /** The mean of the observations; 0 if there are none. */
  public double mean() {
    return observations == 0 ? 0 : sum / observations;
  }

  /** The standard error of the mean; infinite with fewer than two observations. */
  public double standardError() {
    if (observations < 2) {
      return Double.POSITIVE_INFINITY;
    }
    double square = Math.max(0, sumOfSquares - sum * sum / observations);
    return Math.sqrt(square / (observations - 1) / observations);
  }

  /** The natural logarithm of the wealth. */
  public double logWealth() {
    return logWealth;
  }

  /** Whether the wealth exceeds a threshold. */
  public boolean exceeds(double threshold) {
    return logWealth > Math.log(threshold);
  }

  void write(SectionWriter writer) throws IOException {
    writer.writeLong(observations);
    writer.writeDouble(sum);
    writer.writeDouble(sumOfSquares);
    writer.writeDouble(logWealth);
  }

  static Wager read(SectionReader reader) throws IOException {
    Wager wager = new Wager();
    wager.observations = reader.readLong();
    wager.sum = reader.readDouble();
    wager.sumOfSquares = reader.readDouble();
    wager.logWealth = reader.readDouble();
    return wager;
  }
}
