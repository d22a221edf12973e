package io.github.sors.data.triplet;

import io.github.sors.InvalidInputException;
import java.util.Arrays;
import java.util.Objects;

/**
 * Draws an endless sequence of triplets from groups of rows, such as the items of a session.
 *
 * <p>All draws are uniform: the query over the rows that can be a query, its group over the query's
 * groups with other rows, the positive over these other rows, and the negative over the rows of all
 * groups that share none with the query. A row may be in many groups. A row that shares no group
 * with another row, or a group with every other row, cannot be a query, but it can be a negative.
 *
 * <p>Triplet t is a pure function of the groups, the seed and t. A negative is drawn until it
 * shares no group with the query, so a triplet takes O(1 / share of such rows) draws, and at most
 * one pass over all rows.
 *
 * <p>Threads: immutable. Failures: groups that give no triplet throw {@link
 * io.github.sors.InvalidInputException}; afterwards every position can be read.
 */
public final class GroupTripletSampler implements TripletSource {

  // separates the stream of the triplets from other streams with the same seed
  private static final long STREAM = 3;

  private static final int QUERY = 0;
  private static final int GROUP = 1;
  private static final int POSITIVE = 2;
  private static final int FIRST_NEGATIVE = 3;
  // after this many rejected draws, the possible negatives are counted instead
  private static final int MOST_DRAWS = 50;

  private final RowGroups groups;
  private final int[] rows;
  private final int[] queries;
  private final long key;

  private GroupTripletSampler(RowGroups groups, long seed) {
    this.groups = groups;
    this.rows = groups.rows();
    this.queries = Arrays.stream(rows).filter(this::canBeQuery).toArray();
    this.key = CounterRandom.bits(seed, STREAM);
    if (queries.length == 0) {
      throw new InvalidInputException(
          "triplets need a group of at least two training rows and a row outside of it, found "
              + groups.paired()
              + " groups of at least two among "
              + rows.length
              + " rows; check the groups");
    }
  }

  /**
   * Draws from groups.
   *
   * @throws InvalidInputException if they give no triplet
   */
  public static GroupTripletSampler of(RowGroups groups, long seed) {
    return new GroupTripletSampler(groups, seed);
  }

  private boolean canBeQuery(int row) {
    if (pairedGroupsOf(row) == 0) {
      return false;
    }
    long together = 0;
    for (int group : groups.sharedGroupsOf(row)) {
      together += groups.sharedGroup(group).length;
    }
    // the exact test is slow, so it comes last
    return together < rows.length || Arrays.stream(rows).anyMatch(other -> isApart(row, other));
  }

  /** The number of a row's groups that have other rows; these come first. */
  private int pairedGroupsOf(int row) {
    int place = Arrays.binarySearch(groups.sharedGroupsOf(row), groups.paired());
    return place < 0 ? -place - 1 : place;
  }

  /** Whether two rows are in groups, and share none. */
  @Override
  public boolean isApart(int row, int other) {
    return groups.contains(row) && groups.contains(other) && !groups.areTogether(row, other);
  }

  @Override
  public long size() {
    return ENDLESS;
  }

  @Override
  public void read(long position, TripletRows target) {
    long tripletKey = CounterRandom.bits(key, Objects.checkIndex(position, ENDLESS));
    int query = queries[below(queries.length, tripletKey, QUERY)];
    int chosenGroup = below(pairedGroupsOf(query), tripletKey, GROUP);
    int[] group = groups.sharedGroup(groups.sharedGroupsOf(query)[chosenGroup]);
    int own = Arrays.binarySearch(group, query);
    int chosen = below(group.length - 1, tripletKey, POSITIVE);
    target.set(query, group[chosen < own ? chosen : chosen + 1], negative(query, tripletKey));
  }

  private int negative(int query, long tripletKey) {
    for (int draw = 0; draw < MOST_DRAWS; draw++) {
      int row = rows[below(rows.length, tripletKey, FIRST_NEGATIVE + draw)];
      if (isApart(query, row)) {
        return row;
      }
    }
    int[] apart = Arrays.stream(rows).filter(row -> isApart(query, row)).toArray();
    return apart[below(apart.length, tripletKey, FIRST_NEGATIVE + MOST_DRAWS)];
  }

  private static int below(int bound, long tripletKey, long draw) {
    return CounterRandom.below(bound, CounterRandom.bits(tripletKey, draw));
  }
}
