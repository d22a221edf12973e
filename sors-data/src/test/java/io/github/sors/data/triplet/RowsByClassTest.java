package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RowsByClassTest {

  @Test
  void groupsTheSelectedRowsByTheirLabels() {
    RowsByClass grouped =
        new RowsByClass(new int[] {5, -1, 5, 9, -1, 5}, new int[] {5, 4, 0, 1, 2});

    assertThat(grouped.classes()).isEqualTo(2);
    assertThat(grouped.start(0)).isEqualTo(0);
    assertThat(grouped.end(0)).isEqualTo(2);
    assertThat(grouped.size(1)).isEqualTo(3);
    assertThat(new int[] {grouped.row(0), grouped.row(1)}).containsExactly(1, 4);
    assertThat(new int[] {grouped.row(2), grouped.row(3), grouped.row(4)}).containsExactly(0, 2, 5);
  }

  @Test
  void hasNoClassWhereThereAreNoRows() {
    assertThat(new RowsByClass(new int[] {1}, new int[0]).classes()).isZero();
  }

  @Test
  void refusesRowsThatComeTwiceOrDoNotExist() {
    assertThatThrownBy(() -> new RowsByClass(new int[] {7, 7}, new int[] {1, 0, 1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected every row once, found row 1 twice");
    assertThatThrownBy(() -> new RowsByClass(new int[] {7, 7}, new int[] {2}))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
