package io.github.sors.data.triplet;

/**
 * A sequence of triplets of row numbers that can be read from any position at once.
 *
 * <pre>{@code
 * TripletRows rows = new TripletRows();
 * for (long position = start; position < end; position++) {
 *   source.read(position, rows);
 *   learner.learn(rows.of(vectors));
 * }
 * }</pre>
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

  /**
   * Whether triplets may be read before those at earlier positions have been learnt, as they do not
   * depend on what a learner makes of these.
   */
  default boolean isKnownAhead() {
    return true;
  }
}
