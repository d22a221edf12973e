package io.github.sors.data.triplet;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.List;

/**
 * A sequence of triplets of row numbers that can be read from any position; {@link LearningLoop}
 * feeds them to a learner.
 *
 * <p>What is read depends on nothing that was read before, so that a position is all that has to be
 * remembered to go on later.
 */
public interface TripletSource {

  /** The {@link #size} of a source that never ends. */
  long ENDLESS = Long.MAX_VALUE;

  /** The {@link #refreshInterval} of a source that depends on no model, or on the present one. */
  long NEVER_REFRESHED = 0;

  /** The number of triplets, or {@link #ENDLESS}. */
  long size();

  /**
   * Puts the triplet at a position into the given place.
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
   * Whether an item is known to be a wrong answer to a query, both given as rows: as they are of
   * different classes, say. False where that is not known.
   */
  default boolean isApart(int query, int item) {
    return false;
  }

  /**
   * Whether triplets may be read before those at earlier positions have been learnt: false where
   * they depend on what a learner makes of these.
   */
  default boolean allowsReadingAhead() {
    return true;
  }

  /**
   * The number n for which the source looks at the model at the positions 0, n, 2n, … and draws the
   * triplets up to the next of them accordingly; {@link #NEVER_REFRESHED} for most sources.
   *
   * <p>No position may be read before all triplets before the last of these positions have been
   * learnt.
   */
  default long refreshInterval() {
    return NEVER_REFRESHED;
  }

  /**
   * Whether a learner that has learnt the triplets before a position, and was written to a
   * checkpoint then, meets the same triplets from there on as if it had not been stopped.
   */
  default boolean canResumeAt(long position) {
    return refreshInterval() == NEVER_REFRESHED || position % refreshInterval() == 0;
  }
}
