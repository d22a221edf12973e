package io.github.sors.data.triplet;

import io.github.sors.InvalidInputException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
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
 *
 * @since 0.1.0
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

  // groups of at least two rows first; the rows of each ascending, each once
  private final int[][] groups;
  // by row: its groups, ascending; null if it is in none
  private final int[][] groupsOf;
  private final int[] rows;
  private final int[] queries;
  private final int pairedGroups;
  private final long key;

  private GroupTripletSampler(int rowCount, List<int[]> given, long seed) {
    this.groups = distinct(rowCount, given);
    this.pairedGroups = (int) Arrays.stream(groups).filter(group -> group.length > 1).count();
    this.groupsOf = groupsOf(rowCount);
    this.rows = rowsInGroups();
    this.queries = Arrays.stream(rows).filter(this::canBeQuery).toArray();
    this.key = CounterRandom.bits(seed, STREAM);
    if (queries.length == 0) {
      throw new InvalidInputException(
          "triplets need a group of at least two training rows and a row outside of it, found "
              + pairedGroups
              + " groups of at least two among "
              + rows.length
              + " rows; check the groups");
    }
  }

  /**
   * Draws from groups.
   *
   * @param rowCount the number of rows of the data set
   * @param groups the rows of each group; a row that a group has twice counts once
   * @throws InvalidInputException if they give no triplet
   */
  public static GroupTripletSampler of(int rowCount, List<int[]> groups, long seed) {
    return new GroupTripletSampler(rowCount, groups, seed);
  }

  private static int[][] distinct(int rowCount, List<int[]> given) {
    return given.stream()
        .map(group -> Arrays.stream(group).sorted().distinct().toArray())
        .peek(group -> requireRows(group, rowCount))
        .filter(group -> group.length > 0)
        .sorted((a, b) -> Boolean.compare(b.length > 1, a.length > 1))
        .toArray(int[][]::new);
  }

  private static void requireRows(int[] group, int rowCount) {
    for (int row : group) {
      Objects.checkIndex(row, rowCount);
    }
  }

  private int[][] groupsOf(int rowCount) {
    int[] counts = new int[rowCount];
    for (int[] group : groups) {
      for (int row : group) {
        counts[row]++;
      }
    }
    int[][] result = new int[rowCount][];
    for (int g = 0; g < groups.length; g++) {
      for (int row : groups[g]) {
        if (result[row] == null) {
          result[row] = new int[counts[row]];
        }
        result[row][result[row].length - counts[row]--] = g;
      }
    }
    return result;
  }

  private int[] rowsInGroups() {
    BitSet found = new BitSet();
    for (int row = 0; row < groupsOf.length; row++) {
      if (groupsOf[row] != null) {
        found.set(row);
      }
    }
    return found.stream().toArray();
  }

  private boolean canBeQuery(int row) {
    if (pairedGroupsOf(row) == 0) {
      return false;
    }
    long together = 0;
    for (int group : groupsOf[row]) {
      together += groups[group].length;
    }
    // the exact test is slow, so it comes last
    return together < rows.length || Arrays.stream(rows).anyMatch(other -> isApart(row, other));
  }

  /** The number of a row's groups that have other rows; these come first. */
  private int pairedGroupsOf(int row) {
    int place = Arrays.binarySearch(groupsOf[row], pairedGroups);
    return place < 0 ? -place - 1 : place;
  }

  /** Whether two rows are in groups, and share none. */
  @Override
  public boolean isApart(int row, int other) {
    if (groupsOf[row] == null || groupsOf[other] == null) {
      return false;
    }
    int[] left = groupsOf[row];
    int[] right = groupsOf[other];
    int a = 0;
    int b = 0;
    while (a < left.length && b < right.length) {
      if (left[a] == right[b]) {
        return false;
      }
      if (left[a] < right[b]) {
        a++;
      } else {
        b++;
      }
    }
    return true;
  }

  @Override
  public long size() {
    return ENDLESS;
  }

  @Override
  public void read(long position, TripletRows target) {
    long tripletKey = CounterRandom.bits(key, Objects.checkIndex(position, ENDLESS));
    int query = queries[below(queries.length, tripletKey, QUERY)];
    int[] group = groups[groupsOf[query][below(pairedGroupsOf(query), tripletKey, GROUP)]];
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
