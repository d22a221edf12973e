package io.github.sors.data.triplet;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.List;

/**
 * A sequence of triplets of row numbers that can be read from any position; {@link LearningLoop}
 * feeds them to a learner.
 *
 * <p>Reading keeps nothing in the source and allocates nothing, so that a position is all that has
 * to be remembered to go on later.
 */
public interface TripletSource {

  /** The {@link #size} of a source that never ends. */
  long ENDLESS = Long.MAX_VALUE;

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
   * Whether triplets may be read before those at earlier positions have been learnt: false where
   * they depend on what a learner makes of these.
   */
  default boolean allowsReadingAhead() {
    return true;
  }
}
