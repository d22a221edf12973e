package io.github.sors.spark;

import io.github.sors.MatrixRow;
import io.github.sors.learn.PartialLearner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** Rows as they are after the clock has run for a while without any round that changes them. */
final class SettledRows implements Iterator<MatrixRow> {

  private static final int AT_ONCE = 1024;

  private final TrainingPlan plan;
  private final double clock;
  private final float untouchedDiagonal;
  private final Iterator<MatrixRow> rows;
  private Iterator<MatrixRow> settled = Collections.emptyIterator();

  /**
   * Settles rows as they are asked for.
   *
   * @param clock how far it has run since the rows were what they are
   * @param untouchedDiagonal of rows that are not there, at that time
   */
  SettledRows(TrainingPlan plan, double clock, float untouchedDiagonal, Iterator<MatrixRow> rows) {
    this.plan = plan;
    this.clock = clock;
    this.untouchedDiagonal = untouchedDiagonal;
    this.rows = rows;
  }

  /** What becomes of the diagonal of rows that no round has met. */
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
