package io.github.sors.data.triplet;

import io.github.sors.InvalidInputException;
import io.github.sors.data.feedback.FeedbackReader;
import io.github.sors.data.feedback.ItemGroups;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Groups of rows, such as the items of each session. A row may be in any number of them.
 *
 * <p>Groups are numbered: those of at least two rows first, otherwise in the given order. A row
 * that a group has twice counts once; empty groups are left out.
 *
 * <p>Threads: immutable. Failures: a row that the data set does not have throws {@link
 * IndexOutOfBoundsException}, a bad file {@link InvalidInputException}.
 */
public final class RowGroups {

  private static final int[] NONE = {};

  private final int rowCount;
  // the rows of each group, ascending
  private final int[][] groups;
  // by row: its groups, ascending
  private final int[][] groupsOf;
  private final int paired;

  private RowGroups(int rowCount, int[][] groups) {
    this.rowCount = rowCount;
    this.groups = groups;
    this.paired = (int) Arrays.stream(groups).filter(group -> group.length > 1).count();
    this.groupsOf = groupsOf(rowCount, groups);
  }

  /**
   * Returns groups of the rows of a data set.
   *
   * @param rowCount the number of rows of the data set
   * @param groups the rows of each group
   */
  public static RowGroups of(int rowCount, List<int[]> groups) {
    return new RowGroups(
        rowCount,
        groups.stream()
            .map(group -> Arrays.stream(group).sorted().distinct().toArray())
            .peek(group -> requireRows(group, rowCount))
            .filter(group -> group.length > 0)
            .sorted((a, b) -> Boolean.compare(b.length > 1, a.length > 1))
            .toArray(int[][]::new));
  }

  /**
   * Reads a file of groups, see {@link FeedbackReader#groups}.
   *
   * @param rows the rows of the data set that the groups are about
   */
  public static RowGroups read(Path file, RowIds rows) throws IOException {
    ItemGroups groups = FeedbackReader.groups(file, rows::row);
    List<int[]> numbers = new ArrayList<>(groups.groups().size());
    for (List<String> group : groups.groups()) {
      numbers.add(group.stream().mapToInt(rows::row).toArray());
    }
    return of(rows.size(), numbers);
  }

  private static void requireRows(int[] group, int rowCount) {
    for (int row : group) {
      Objects.checkIndex(row, rowCount);
    }
  }

  private static int[][] groupsOf(int rowCount, int[][] groups) {
    int[] counts = new int[rowCount];
    for (int[] group : groups) {
      for (int row : group) {
        counts[row]++;
      }
    }
    int[][] result = new int[rowCount][];
    for (int row = 0; row < rowCount; row++) {
      result[row] = counts[row] == 0 ? NONE : new int[counts[row]];
    }
    for (int g = 0; g < groups.length; g++) {
      for (int row : groups[g]) {
        result[row][result[row].length - counts[row]--] = g;
      }
    }
    return result;
  }

  /** Some of these groups, by number. */
  public RowGroups select(int... numbers) {
    return of(rowCount, Arrays.stream(numbers).mapToObj(number -> groups[number]).toList());
  }

  /** The number of groups. */
  public int size() {
    return groups.length;
  }

  /** The number of groups of at least two rows, which come first. */
  public int paired() {
    return paired;
  }

  /** The rows of a group, ascending. */
  public int[] group(int number) {
    return groups[number].clone();
  }

  int[] sharedGroup(int number) {
    return groups[number];
  }

  int[] sharedGroupsOf(int row) {
    return groupsOf[row];
  }

  /** The groups of a row, ascending; none if it is in no group. */
  public int[] groupsOf(int row) {
    return groupsOf[row].clone();
  }

  /** Whether a row is in any group. */
  public boolean contains(int row) {
    return groupsOf[row].length > 0;
  }

  /** The rows that are in a group, ascending. */
  public int[] rows() {
    BitSet found = new BitSet();
    for (int row = 0; row < rowCount; row++) {
      found.set(row, contains(row));
    }
    return found.stream().toArray();
  }

  /** Whether two rows share a group. */
  public boolean areTogether(int row, int other) {
    int[] left = groupsOf[row];
    int[] right = groupsOf[other];
    int a = 0;
    int b = 0;
    while (a < left.length && b < right.length) {
      if (left[a] == right[b]) {
        return true;
      }
      if (left[a] < right[b]) {
        a++;
      } else {
        b++;
      }
    }
    return false;
  }

  /** The number of groups and a checksum of their content, independent of the file. */
  public String fingerprint() {
    CRC32C checksum = new CRC32C();
    for (int[] group : groups) {
      ByteBuffer bytes = ByteBuffer.allocate(4 * (group.length + 1)).putInt(group.length);
      for (int row : group) {
        bytes.putInt(row);
      }
      checksum.update(bytes.flip());
    }
    return String.format(Locale.ROOT, "%d groups, CRC32C %08x", size(), checksum.getValue());
  }
}
