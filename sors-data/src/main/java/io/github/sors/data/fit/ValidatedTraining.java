package io.github.sors.data.fit;

import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.data.triplet.LearningLoop;
import io.github.sors.data.triplet.TripletSource;
import io.github.sors.learn.MemoryBudgetException;
import io.github.sors.learn.OnlineLearner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Chooses a learner and a number of rounds on held-out feedback.
 *
 * <p>Every candidate learns for {@link #TRIAL_ROUNDS} rounds. The best one continues. It is
 * measured at growing numbers of rounds, each {@link #GROWTH} times the one before, and ends when
 * {@link #PATIENCE} measurements in a row were no better than the best by more than one standard
 * error, when (almost) no round has a loss any more, when the triplets are used up, or at {@link
 * #MOST_ROUNDS}. Of all measurements, of every candidate and round, the best one is chosen, if
 * possible one with no measure below the start's by more than one standard error.
 *
 * <p>Whether it helps is another question, which cannot be answered here: the best of many
 * measurements is partly the luckiest. A {@link io.github.sors.eval.Verdict} on feedback that
 * nothing was chosen on tells.
 *
 * <p>The result is a candidate and a number of rounds, not a model: the caller learns again, with
 * all data. The choice depends only on the data and the seeds, not on the speed of the machine or
 * the number of threads.
 *
 * <p>Threads: belongs to one thread, on which candidates learn and the listener is called.
 * Failures: a listener that cancels ends it with {@link
 * java.util.concurrent.CancellationException}; a candidate that takes too much memory is dropped;
 * what a candidate throws otherwise is passed on.
 */
public final class ValidatedTraining {

  /** The rounds for which every candidate is tried. */
  public static final long TRIAL_ROUNDS = 10_000;

  /** The maximum number of rounds. */
  public static final long MOST_ROUNDS = 1_000_000;

  /** The ratio of the rounds of consecutive measurements. */
  public static final double GROWTH = 1.5;

  /** The number of measurements in a row without progress after which learning ends. */
  public static final int PATIENCE = 2;

  // looks at 1/8, 1/4, 1/2 and all of the trial: too many rounds may be worse than a few
  private static final int TRIAL_PARTS = 8;

  // if a smaller share of rounds has a loss, there is nothing left to learn
  private static final double LEAST_LOSS_SHARE = 0.001;

  private final Similarity start;
  private final HeldOut validation;
  private final List<SparseVector> vectors;
  private final ChoiceListener listener;

  /**
   * Creates a training.
   *
   * @param start the similarity to beat
   * @param validation the feedback to choose on
   * @param vectors the rows that the triplets are about
   */
  public ValidatedTraining(
      Similarity start, HeldOut validation, List<SparseVector> vectors, ChoiceListener listener) {
    this.start = Objects.requireNonNull(start, "start");
    this.validation = Objects.requireNonNull(validation, "validation");
    this.vectors = Objects.requireNonNull(vectors, "vectors");
    this.listener = Objects.requireNonNull(listener, "listener");
  }

  /**
   * Chooses a candidate and its rounds.
   *
   * @throws CancellationException if the listener cancels
   */
  public Choice choose(List<Candidate> candidates) {
    return choose(candidates, MOST_ROUNDS, false);
  }

  /**
   * Chooses a candidate for exactly the given number of rounds.
   *
   * @throws CancellationException if the listener cancels
   */
  public Choice chooseFor(List<Candidate> candidates, long rounds) {
    return choose(candidates, rounds, true);
  }

  private Choice choose(List<Candidate> candidates, long most, boolean exact) {
    Quality startQuality = validation.measure(start);
    List<Look> looks = new ArrayList<>();
    Run leader = null;
    for (Candidate candidate : candidates) {
      Run run = new Run(candidate, most, exact);
      run.tryOut();
      looks.addAll(run.looks);
      if (run.lastLook().isPresent() && (leader == null || run.value() > leader.value())) {
        leader = run;
      }
    }
    if (leader != null) {
      int before = leader.looks.size();
      leader.goOn();
      looks.addAll(leader.looks.subList(before, leader.looks.size()));
    }
    List<Look> ranked =
        looks.stream()
            .filter(look -> !exact || look.rounds() == most)
            .sorted(Comparator.comparingDouble((Look look) -> -look.quality().value()))
            .toList();
    Optional<Look> best =
        ranked.stream()
            .filter(look -> harmsNothing(startQuality, look.quality()))
            .findFirst()
            .or(() -> ranked.stream().findFirst());
    return new Choice(startQuality, best, looks);
  }

  private static boolean harmsNothing(Quality start, Quality learnt) {
    return start.counted().stream().noneMatch(name -> learnt.gainOver(start, name).isBelow(1));
  }

  /** Whether more rounds made it better by more than one standard error. */
  private static boolean isProgress(Quality before, Quality after) {
    return after.valueGainOver(before).isAbove(1);
  }

  /** One candidate while it learns. */
  private final class Run {

    private final Candidate candidate;
    private final OnlineLearner learner;
    private final LearningLoop loop;
    private final long end;
    private final boolean exact;
    private final List<Look> looks = new ArrayList<>();
    private long activeBefore;
    private boolean isOver;

    Run(Candidate candidate, long most, boolean exact) {
      this.candidate = candidate;
      this.learner = candidate.learner().get();
      TripletSource source = candidate.triplets().apply(learner);
      this.loop = LearningLoop.overRows(learner, source, vectors);
      this.end = Math.min(most, source.size());
      this.exact = exact;
    }

    Optional<Look> lastLook() {
      return looks.isEmpty() ? Optional.empty() : Optional.of(looks.get(looks.size() - 1));
    }

    double value() {
      return lastLook().orElseThrow().quality().value();
    }

    /** Learns for the rounds of the trial. */
    void tryOut() {
      long trial = Math.min(TRIAL_ROUNDS, end);
      boolean once = exact || candidate.isSlowToMeasure();
      for (int parts = once ? 1 : TRIAL_PARTS; parts >= 1 && !isOver; parts /= 2) {
        lookAt(Math.max(1, trial / parts));
      }
    }

    /** Continues to learn as long as that helps. */
    void goOn() {
      Look reference = best();
      int inVain = 0;
      while (!isOver && learner.progress().rounds() < end && (exact || inVain < PATIENCE)) {
        long next = exact ? end : (long) (learner.progress().rounds() * GROWTH);
        Optional<Look> look = lookAt(Math.min(next, end));
        if (look.isPresent()) {
          // keep the reference if the progress is too small to count, so that small steps add up
          boolean progress = isProgress(reference.quality(), look.get().quality());
          reference = progress ? look.get() : reference;
          inVain = progress ? 0 : inVain + 1;
          isOver |= !exact && look.get().lossShare() < LEAST_LOSS_SHARE;
        }
      }
    }

    private Look best() {
      return Collections.max(
          looks, Comparator.comparingDouble((Look look) -> look.quality().value()));
    }

    /** Learns up to a round and measures; empty if the candidate cannot get there. */
    private Optional<Look> lookAt(long until) {
      long before = learner.progress().rounds();
      listener.learning(candidate, until);
      try {
        while (loop.learnSome(until)) {
          if (listener.isCancelled()) {
            throw new CancellationException("stopped while choosing how to learn");
          }
          listener.reached(learner.progress().rounds());
        }
      } catch (MemoryBudgetException e) {
        isOver = true;
        listener.dropped(candidate, e.getMessage());
        return Optional.empty();
      }
      long active = learner.progress().activeRounds();
      long rounds = learner.progress().rounds();
      double lossShare = (active - activeBefore) / (double) Math.max(1, rounds - before);
      activeBefore = active;
      Quality quality = validation.measure(candidate.model().apply(learner));
      Look look = new Look(candidate, rounds, lossShare, quality);
      looks.add(look);
      listener.looked(look);
      return Optional.of(look);
    }
  }
}
