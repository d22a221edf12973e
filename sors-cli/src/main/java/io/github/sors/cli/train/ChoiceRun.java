package io.github.sors.cli.train;

import io.github.sors.cli.frame.Console;
import io.github.sors.console.Interruption;
import io.github.sors.data.fit.AutomaticTraining;
import io.github.sors.data.fit.Candidate;
import io.github.sors.data.fit.ChoiceListener;
import io.github.sors.data.fit.LearningPlan;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** Chooses how to learn, with progress; Ctrl-C ends it without a result. */
final class ChoiceRun {

  private final Console console;
  private double seconds;

  ChoiceRun(Console console) {
    this.console = console;
  }

  /**
   * Makes a plan.
   *
   * @param rounds the given number of rounds, or null to choose it
   * @param tests whether the plan has to test whether learning helps, since nothing was held out
   * @return empty if it was interrupted
   */
  Optional<LearningPlan> plan(AutomaticTraining training, Long rounds, boolean tests) {
    long start = System.nanoTime();
    try (Interruption interruption = new Interruption(console::error, "the end");
        Console.Progress progress = console.progress("choosing", 0)) {
      AutomaticTraining followed = training.withListener(new Follower(progress, interruption));
      if (tests) {
        return Optional.of(rounds == null ? followed.plan() : followed.planFor(rounds));
      }
      return Optional.of(rounds == null ? followed.choose() : followed.chooseFor(rounds));
    } catch (CancellationException e) {
      return Optional.empty();
    } finally {
      seconds = (System.nanoTime() - start) * 1e-9;
    }
  }

  /** The seconds that it took. */
  double seconds() {
    return seconds;
  }

  private final class Follower implements ChoiceListener {

    private final Console.Progress progress;
    private final Interruption interruption;

    Follower(Console.Progress progress, Interruption interruption) {
      this.progress = progress;
      this.interruption = interruption;
    }

    @Override
    public void learning(Candidate candidate, long until) {
      progress.total(until);
    }

    @Override
    public void reached(long rounds) {
      progress.reached(rounds);
    }

    @Override
    public void dropped(Candidate candidate, String reason) {
      console.note("note: skipping " + candidate.title() + ": " + reason);
    }

    @Override
    public boolean isCancelled() {
      return interruption.requested();
    }
  }
}
