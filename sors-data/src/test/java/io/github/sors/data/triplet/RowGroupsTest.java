package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowGroupsTest {

  @Test
  void knowsWhichRowsAreTogether() {
    Random random = new Random(4);
    List<int[]> given = new ArrayList<>();
    for (int g = 0; g < 40; g++) {
      given.add(random.ints(random.nextInt(5), 0, 30).toArray());
    }
    RowGroups groups = RowGroups.of(32, given);

    for (int row = 0; row < 32; row++) {
      for (int other = 0; other < 32; other++) {
        boolean together = false;
        for (int[] group : given) {
          together |= has(group, row) && has(group, other);
        }
        assertThat(groups.areTogether(row, other)).isEqualTo(together);
      }
      assertThat(groups.contains(row)).isEqualTo(groups.areTogether(row, row));
    }
    assertThat(groups.contains(31)).isFalse();
    assertThat(groups.rows()).doesNotContain(30, 31);
  }

  private static boolean has(int[] group, int row) {
    return Arrays.stream(group).anyMatch(one -> one == row);
  }

  @Test
  void groupsOfSeveralRowsComeFirstAndARowCountsOnce() {
    RowGroups groups =
        RowGroups.of(6, List.of(new int[] {5}, new int[] {3, 1, 3}, new int[0], new int[] {1, 0}));

    assertThat(groups.size()).isEqualTo(3);
    assertThat(groups.paired()).isEqualTo(2);
    assertThat(groups.group(0)).containsExactly(1, 3);
    assertThat(groups.group(1)).containsExactly(0, 1);
    assertThat(groups.group(2)).containsExactly(5);
    assertThat(groups.groupsOf(1)).containsExactly(0, 1);
    assertThat(groups.select(1).rows()).containsExactly(0, 1);
  }

  @Test
  void theFingerprintIsThatOfTheContent() {
    RowGroups groups = RowGroups.of(9, List.of(new int[] {1, 2}, new int[] {3, 4, 5}));

    assertThat(groups.fingerprint())
        .startsWith("2 groups, CRC32C ")
        .isEqualTo(RowGroups.of(9, List.of(new int[] {2, 1}, new int[] {5, 4, 3})).fingerprint())
        .isNotEqualTo(RowGroups.of(9, List.of(new int[] {1, 2}, new int[] {3, 4, 6})).fingerprint())
        .isNotEqualTo(
            RowGroups.of(9, List.of(new int[] {1, 2, 3}, new int[] {4, 5})).fingerprint());
  }
}
