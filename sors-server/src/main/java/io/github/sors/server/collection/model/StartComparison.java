package io.github.sors.server.collection.model;

import io.github.sors.server.collection.Quality;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * Decides whether searches use what was learnt or the start, from tests on feedback that was not
 * learnt yet.
 *
 * <p>What was learnt is used at first. Two bets go on: a {@link RenewedWager} on "the start is
 * better", and one on "what is learnt is better". If the first has a wealth above {@value #ENOUGH},
 * searches go back to the start; from then on, the second decides about coming forward again. Both
 * begin anew with each change. So what is no worse than the start is given up in at most one of
 * {@value #ENOUGH} collections, however often one looks.
 */
public final class StartComparison {

  /** The wealth that proves a bettor right: it is reached by chance in at most one of so many. */
  public static final int ENOUGH = 20;

  /** The latest tests that {@link Quality} is about; those of a period must be among them. */
  static final int LATEST = RenewedWager.PERIOD;

  /**
   * A test of what was learnt until then.
   *
   * @param startRight the share of comparisons that the start gets right
   * @param learntRight the share that what was learnt gets right
   * @param gain the difference, less what it is for other queries
   */
  public record Observation(double startRight, double learntRight, double gain) {}

  /**
   * Everything that the decision depends on.
   *
   * @param worse whether searches use the start
   * @param period the number of the wagers' period
   * @param keptDoubt what the earlier periods left of the bet on the start
   * @param keptEvidence what they left of the bet on what is learnt
   * @param inPeriod how many of the latest tests belong to the period
   * @param latest the latest tests, the last one last
   */
  public record Saved(
      boolean worse,
      long period,
      double keptDoubt,
      double keptEvidence,
      int inPeriod,
      List<Observation> latest) {

    /**
     * @throws IllegalArgumentException if these are no values of a comparison
     */
    public Saved {
      if (period < 1
          || inPeriod < 0
          || inPeriod >= RenewedWager.PERIOD
          || inPeriod > latest.size()
          || latest.size() > LATEST
          || !(keptDoubt >= 0)
          || !(keptEvidence >= 0)) {
        throw new IllegalArgumentException(
            "expected at most "
                + LATEST
                + " tests, and fewer of the present period, found "
                + latest.size()
                + " and "
                + inPeriod
                + " in period "
                + period);
      }
    }
  }

  private final Deque<Observation> latest = new ArrayDeque<>();
  private RenewedWager doubt = new RenewedWager();
  private RenewedWager evidence = new RenewedWager();
  private boolean worse;

  /** Takes a test into account. */
  void observe(Observation observation) {
    latest.addLast(observation);
    if (latest.size() > LATEST) {
      latest.removeFirst();
    }
    bet(observation);
    if ((worse ? evidence : doubt).wealth() > ENOUGH) {
      worse = !worse;
      doubt = new RenewedWager();
      evidence = new RenewedWager();
    }
  }

  /**
   * Bets on a test. What is said of an item whatever is asked must not prove that what was learnt
   * is better; but if it is worse, it does not matter why.
   */
  private void bet(Observation observation) {
    doubt.observe(observation.startRight() - observation.learntRight());
    evidence.observe(observation.gain());
  }

  /** Whether searches use the start. */
  public boolean isWorse() {
    return worse;
  }

  /** The figures of the latest tests. */
  public Quality quality() {
    double startRight = 0;
    double learntRight = 0;
    for (Observation observation : latest) {
      startRight += observation.startRight();
      learntRight += observation.learntRight();
    }
    int compared = latest.size();
    return new Quality(
        compared,
        startRight / compared,
        learntRight / compared,
        evidence.wealth(),
        doubt.wealth(),
        worse);
  }

  Saved saved() {
    return new Saved(
        worse,
        doubt.period(),
        doubt.kept(),
        evidence.kept(),
        doubt.inPeriod(),
        List.copyOf(latest));
  }

  void restore(Saved saved) {
    worse = saved.worse();
    latest.clear();
    latest.addAll(saved.latest());
    doubt = new RenewedWager(saved.period(), saved.keptDoubt());
    evidence = new RenewedWager(saved.period(), saved.keptEvidence());
    // a wager is a function of its observations
    Iterator<Observation> all = latest.iterator();
    for (int k = latest.size(); k > 0; k--) {
      Observation observation = all.next();
      if (k <= saved.inPeriod()) {
        bet(observation);
      }
    }
  }
}
