package io.github.sors;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExpansionTest {

  // 1 2 0
  // 0 0 3
  private final BilinearModel model =
      BilinearModel.ofRows(2, 3, new long[] {0, 2, 3}, new int[] {0, 1, 2}, new float[] {1, 2, 3});
  // beyond the matrix at feature 5
  private final SparseVector query = SparseVector.of(new int[] {0, 1, 5}, new float[] {2, -1, 7});

  @Test
  void sumsTheRowsOfTheQuery() {
    assertThat(model.expansionOf(query).weightArray()).containsExactly(2, 4, -3);
  }

  @Test
  void scoresAsTheModelDoes() {
    SparseVector item = SparseVector.of(new int[] {1, 2, 9}, new float[] {0.5f, 1, 1});
    assertThat(model.expansionOf(query).score(item))
        .isEqualTo(-1)
        .isEqualTo(model.score(query, item));
  }

  @Test
  void rowsOfOneEntryBeyondTheColumnsAddNothing() {
    Expansion expansion = Expansion.empty(2);
    expansion.addEntry(2, 1, 0.5f);
    expansion.addEntry(2, 2, 0.5f);
    assertThat(expansion.weightArray()).containsExactly(0, 1);
  }
}
