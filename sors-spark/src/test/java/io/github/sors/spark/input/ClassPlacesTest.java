package io.github.sors.spark.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.data.triplet.TripletRows;
import io.github.sors.data.triplet.TripletSampler;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClassPlacesTest {

  @Test
  void drawsTheTripletsOfTheLocalSampler() {
    // rows by class: 0, 1, 4 of class 1; 2, 5 of class 7; and 3, alone, of class 4
    int[] labels = {1, 1, 7, 4, 1, 7};
    int[] rowAt = {0, 1, 4, 2, 5, 3};
    TripletSampler expected =
        TripletSampler.of(labels, IntStream.range(0, labels.length).toArray(), 9);
    ClassPlaces places = new ClassPlaces(new long[] {3, 2, 1}, 9);
    TripletRows rows = new TripletRows();
    for (long number = 0; number < 2000; number++) {
      expected.read(number, rows);
      int[] drawn = places.places(number);
      assertThat(new int[] {rowAt[drawn[0]], rowAt[drawn[1]], rowAt[drawn[2]]})
          .as("triplet %d", number)
          .containsExactly(rows.query(), rows.positive(), rows.negative());
    }
  }

  @Test
  void refusesClassesFromWhichNothingCanBeDrawn() {
    for (long[] sizes : new long[][] {{}, {5}, {1, 1, 1}}) {
      assertThatThrownBy(() -> new ClassPlaces(sizes, 1))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("at least two classes");
    }
    assertThatThrownBy(() -> new ClassPlaces(new long[] {1L << 31, 2}, 1))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("at most");
  }
}
