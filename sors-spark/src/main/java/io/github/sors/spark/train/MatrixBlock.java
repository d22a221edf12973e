package io.github.sors.spark.train;

import io.github.sors.InvalidInputException;
import io.github.sors.MatrixRow;
import io.github.sors.learn.PartialLearner;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * Some rows of M during a slice, cached on the executor that has learnt them.
 *
 * <p>It consists of the rows before the slice, which never change, and a learner that plays the
 * rounds of the slice. The learner is not serialized: where it is missing, since the executor was
 * lost, the block was evicted, or a task failed while it learnt, all steps that were decided are
 * played again. So the result of a task depends on its arguments alone.
 */
final class MatrixBlock implements Serializable {

  private static final long serialVersionUID = 1;

  private final TrainingPlan plan;
  private final MatrixRow[] rows;
  private final float untouchedDiagonal;
  private final boolean isStarted;
  private final TripletParts parts;
  private transient PartialLearner learner;
  // the next round that the learner has to play
  private transient long next;

  /**
   * Creates a block before a slice.
   *
   * @param isStarted whether there were rounds before
   */
  MatrixBlock(
      TrainingPlan plan,
      Iterator<MatrixRow> rows,
      float untouchedDiagonal,
      boolean isStarted,
      TripletParts parts) {
    List<MatrixRow> list = new ArrayList<>();
    rows.forEachRemaining(list::add);
    this.plan = plan;
    this.rows = list.toArray(MatrixRow[]::new);
    this.untouchedDiagonal = untouchedDiagonal;
    this.isStarted = isStarted;
    this.parts = parts;
  }

  /** Plays the rounds that were decided, and scores the parts of further ones. */
  synchronized ScoredParts score(DecidedSteps steps, long to) {
    play(steps);
    ScoredParts scored = new ScoredParts(steps.end(), (int) (to - steps.end()));
    for (Iterator<TripletParts.Part> some = parts.between(steps.end(), to); some.hasNext(); ) {
      TripletParts.Part part = some.next();
      try {
        scored.add(part, learner.scoreRows(part.triplet()), learner.rowVariances());
      } catch (IllegalArgumentException e) {
        throw new InvalidInputException(
            "triplet number " + part.number() + ": " + e.getMessage(), e);
      }
    }
    return scored.trimmed();
  }

  /** Plays the rounds that were decided, which are all of the slice, and returns settled rows. */
  synchronized Iterator<MatrixRow> settled(DecidedSteps steps) {
    play(steps);
    PartialLearner last = learner;
    // it is at the end of its rounds; a task that needs them again starts from the beginning
    learner = null;
    last.settle();
    List<MatrixRow> settled = new ArrayList<>();
    last.forEachRow(settled::add);
    return settled.iterator();
  }

  private void play(DecidedSteps steps) {
    PartialLearner playing = learner;
    if (playing == null || next < steps.first() || next > steps.end()) {
      playing = plan.newPart();
      if (isStarted) {
        playing.restore(0, untouchedDiagonal, Arrays.asList(rows).iterator());
      }
      next = steps.first();
    }
    // set again only if all rounds are played
    learner = null;
    Iterator<TripletParts.Part> some = parts.between(next, steps.end());
    TripletParts.Part part = some.hasNext() ? some.next() : null;
    for (long number = next; number < steps.end(); number++) {
      if (part != null && part.number() == number) {
        if (steps.isLossy(number)) {
          playing.learn(part.triplet(), steps.length(number), steps.factor(number));
        }
        part = some.hasNext() ? some.next() : null;
      }
      playing.endRound(number + 1);
    }
    next = steps.end();
    learner = playing;
  }
}
