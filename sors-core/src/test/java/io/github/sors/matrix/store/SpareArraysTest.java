package io.github.sors.matrix.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpareArraysTest {

  private final SpareArrays<int[]> spare = new SpareArrays<>();

  @Test
  void givesBackArraysOfTheSameLengthOnly() {
    int[] first = new int[10];
    int[] second = new int[10];
    spare.give(first, 10, 1000);
    spare.give(second, 10, 1000);
    assertThat(spare.bytes()).isEqualTo(2 * SpareArrays.bytes(10));

    assertThat(spare.take(11)).isNull();
    assertThat(spare.take(10)).isSameAs(second);
    assertThat(spare.take(10)).isSameAs(first);
    assertThat(spare.take(10)).isNull();
    assertThat(spare.bytes()).isZero();
  }

  @Test
  void keepsNoMoreThanItMay() {
    long most = SpareArrays.bytes(10) + SpareArrays.bytes(20);
    spare.give(new int[10], 10, most);
    spare.give(new int[30], 30, most);
    spare.give(new int[20], 20, most);
    spare.give(new int[1], 1, most);
    assertThat(spare.bytes()).isEqualTo(most);
    assertThat(spare.take(30)).isNull();
    assertThat(spare.take(1)).isNull();
  }

  @Test
  void trimmingKeepsAsManyAsWereAskedForSince() {
    spare.take(10);
    spare.take(10);
    for (int array = 0; array < 5; array++) {
      spare.give(new int[10], 10, Long.MAX_VALUE);
    }
    spare.trim();
    assertThat(spare.bytes()).isEqualTo(2 * SpareArrays.bytes(10));
    spare.trim();
    assertThat(spare.bytes()).isZero();
    assertThat(spare.take(10)).isNull();
  }
}
