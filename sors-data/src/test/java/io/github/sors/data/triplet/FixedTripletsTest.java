package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FixedTripletsTest {

  private final TripletRows rows = new TripletRows();

  @Test
  void readsItsTripletsInAnyOrder() {
    FixedTriplets triplets = FixedTriplets.of(1, 2, 3, 4, 5, 6);

    assertThat(triplets.size()).isEqualTo(2);
    triplets.read(1, rows);
    assertThat(rows).hasToString("4 5 6");
    triplets.read(0, rows);
    assertThat(rows).hasToString("1 2 3");
  }

  @Test
  void keepsItsOwnCopy() {
    int[] given = {1, 2, 3};
    FixedTriplets triplets = FixedTriplets.of(given);
    given[0] = 9;
    triplets.read(0, rows);

    assertThat(rows.query()).isEqualTo(1);
  }

  @Test
  void endsAfterTheLast() {
    FixedTriplets triplets = FixedTriplets.of(1, 2, 3);

    assertThatThrownBy(() -> triplets.read(1, rows)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(FixedTriplets.of().size()).isZero();
  }

  @Test
  void refusesWhatIsNoListOfTriplets() {
    assertThatThrownBy(() -> FixedTriplets.of(1, 2, 3, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected three rows per triplet, found 4");
    assertThatThrownBy(() -> FixedTriplets.of(1, -2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected rows from 0, found -2");
  }
}
