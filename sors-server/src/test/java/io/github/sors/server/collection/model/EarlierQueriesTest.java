package io.github.sors.server.collection.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.SparseVector;
import io.github.sors.server.collection.model.EarlierQueries.Asked;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class EarlierQueriesTest {

  private final EarlierQueries queries = new EarlierQueries();

  private static Asked item(int number) {
    return new Asked("item" + number, SparseVector.ofDense(1));
  }

  private static Asked vector(float value) {
    return new Asked("", SparseVector.ofDense(value));
  }

  private void addItems(int from, int to) {
    for (int number = from; number < to; number++) {
      queries.add(item(number));
    }
  }

  @Test
  void theLatestDifferentOnesAreKept() {
    addItems(0, EarlierQueries.MOST + 3);
    queries.add(item(5));
    queries.add(item(5));
    assertThat(queries.size()).isEqualTo(EarlierQueries.MOST);
    assertThat(queries.all()).doesNotContain(item(2)).contains(item(3)).endsWith(item(5));
  }

  @Test
  void vectorsAreTheSameIfTheyAreEqual() {
    queries.add(vector(1));
    queries.add(vector(2));
    queries.add(vector(1));
    assertThat(queries.all()).containsExactly(vector(2), vector(1));
  }

  @Test
  void longVectorsDoNotFillTheMemory() {
    for (int value = 1; value <= 3; value++) {
      float[] values = new float[EarlierQueries.MOST_VALUES / 2];
      Arrays.fill(values, value);
      queries.add(new Asked("", SparseVector.ofDense(values)));
    }
    assertThat(queries.size()).isEqualTo(2);
    assertThat(queries.get(0).vector().value(0)).isEqualTo(2);
    queries.add(new Asked("", SparseVector.ofDense(1, 1)));
    assertThat(queries.size()).isEqualTo(2);
  }

  @Test
  void aVisitEndsOnceEnoughOthersHaveAsked() {
    assertThat(queries.isOfLatestVisits(item(0))).isFalse();
    addItems(0, 7);
    assertThat(queries.isOfLatestVisits(item(0))).isTrue();
    queries.add(item(7));
    assertThat(queries.isOfLatestVisits(item(3))).as("half of eight are enough").isFalse();
    assertThat(queries.isOfLatestVisits(item(4))).isTrue();
    addItems(8, 100);
    assertThat(queries.isOfLatestVisits(item(92))).isTrue();
    assertThat(queries.isOfLatestVisits(item(91))).isFalse();
  }

  @Test
  void aQueryGoesWithItsItem() {
    addItems(0, 3);
    queries.add(vector(1));
    queries.itemChanged("item1");
    assertThat(queries.all()).containsExactly(item(0), item(2), vector(1));
  }
}
