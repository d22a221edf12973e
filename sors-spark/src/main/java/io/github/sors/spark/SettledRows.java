package io.github.sors.spark;

import io.github.sors.MatrixRow;
import io.github.sors.learn.PartialLearner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** Rows after the clock has advanced without any step. */
final class SettledRows implements Iterator<MatrixRow> {

  private static final int AT_ONCE = 1024;

  private final TrainingPlan plan;
  private final double clock;
  private final float untouchedDiagonal;
  private final Iterator<MatrixRow> rows;
  private Iterator<MatrixRow> settled = Collections.emptyIterator();

  /**
   * Settles rows lazily.
   *
   * @param clock the advance of the clock since the rows were valid
   * @param untouchedDiagonal the diagonal of missing rows at that time
   */
  SettledRows(TrainingPlan plan, double clock, float untouchedDiagonal, Iterator<MatrixRow> rows) {
    this.plan = plan;
    this.clock = clock;
    this.untouchedDiagonal = untouchedDiagonal;
    this.rows = rows;
  }

  /** The settled diagonal of untouched rows. */
  static float untouchedDiagonal(TrainingPlan plan, double clock, float untouchedDiagonal) {
    PartialLearner learner = plan.newPart();
    learner.restore(clock, untouchedDiagonal, Collections.emptyIterator());
    learner.settle();
    return learner.untouchedDiagonal();
  }

  @Override
  public boolean hasNext() {
    return settled.hasNext() || rows.hasNext();
  }

  @Override
  public MatrixRow next() {
    if (!settled.hasNext()) {
      settleSome();
    }
    return settled.next();
  }

  private void settleSome() {
    List<MatrixRow> some = new ArrayList<>();
    while (rows.hasNext() && some.size() < AT_ONCE) {
      some.add(rows.next());
    }
    PartialLearner learner = plan.newPart();
    learner.setDenseLimit(0);
    learner.restore(clock, untouchedDiagonal, some.iterator());
    learner.settle();
    List<MatrixRow> reached = new ArrayList<>(some.size());
    learner.forEachRow(reached::add);
    settled = reached.iterator();
  }
}
