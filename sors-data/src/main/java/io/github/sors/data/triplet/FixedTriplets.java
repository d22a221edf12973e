package io.github.sors.data.triplet;

import java.util.Objects;

/** A finite list of given triplets, as a triplet file holds them. */
public final class FixedTriplets implements TripletSource {

  private final int[] rows;

  private FixedTriplets(int[] rows) {
    this.rows = rows;
  }

  /**
   * Returns the triplets of the given rows.
   *
   * @param rows query, positive and negative of the first triplet, then of the second, …
   * @throws IllegalArgumentException if they are not three per triplet or one is negative
   */
  public static FixedTriplets of(int... rows) {
    if (rows.length % 3 != 0) {
      throw new IllegalArgumentException("expected three rows per triplet, found " + rows.length);
    }
    for (int row : rows) {
      if (row < 0) {
        throw new IllegalArgumentException("expected rows from 0, found " + row);
      }
    }
    return new FixedTriplets(rows.clone());
  }

  @Override
  public long size() {
    return rows.length / 3;
  }

  @Override
  public void read(long position, TripletRows target) {
    int first = 3 * (int) Objects.checkIndex(position, size());
    target.set(rows[first], rows[first + 1], rows[first + 2]);
  }
}
