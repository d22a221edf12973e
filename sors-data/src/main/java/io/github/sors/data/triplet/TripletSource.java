package io.github.sors.data.triplet;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.List;

/**
 * A sequence of triplets of row numbers that can be read from any position; {@link LearningLoop}
 * feeds them to a learner.
 *
 * <p>A read does not depend on earlier reads, so a position is sufficient to resume.
 *
 * <p>Threads: any thread may read, each with its own {@link TripletRows}, except that a source that
 * asks a learner, see {@link #allowsReadingAhead} and {@link #refreshInterval}, belongs to the
 * thread of that learner. Failures: a position beyond the end throws {@link
 * IndexOutOfBoundsException}.
 */
public interface TripletSource {

  /** The {@link #size} of a source that never ends. */
  long ENDLESS = Long.MAX_VALUE;

  /** The {@link #refreshInterval} of a source that depends on no model, or on the present one. */
  long NEVER_REFRESHED = 0;

  /** The number of triplets, or {@link #ENDLESS}. */
  long size();

  /**
   * Reads the triplet at a position into {@code target}.
   *
   * @param position from 0 to below {@link #size}
   * @throws IndexOutOfBoundsException if there is no such position
   */
  void read(long position, TripletRows rows);

  /** Returns the triplet of the vectors at the rows of a position. */
  default Triplet triplet(long position, List<SparseVector> vectors) {
    TripletRows rows = new TripletRows();
    read(position, rows);
    return rows.of(vectors);
  }

  /**
   * Whether an item is known to be a wrong answer to a query, both given as rows: for example,
   * because they are of different classes. False if that is not known.
   */
  default boolean isApart(int query, int item) {
    return false;
  }

  /**
   * Whether triplets may be read before those at earlier positions have been learnt: false if they
   * depend on the state of the learner.
   */
  default boolean allowsReadingAhead() {
    return true;
  }

  /**
   * The number n such that the source reads the model at the positions 0, n, 2n, … and uses it for
   * the triplets up to the next of these positions; {@link #NEVER_REFRESHED} for most sources.
   *
   * <p>No position may be read before all triplets before the last of these positions have been
   * learnt.
   */
  default long refreshInterval() {
    return NEVER_REFRESHED;
  }

  /**
   * Whether a learner that resumes from a checkpoint at a position gets the same triplets as
   * without an interruption.
   */
  default boolean canResumeAt(long position) {
    return refreshInterval() == NEVER_REFRESHED || position % refreshInterval() == 0;
  }
}
