package io.github.sors;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.index.WeightedQuery;
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
  void itemsMayHaveFeaturesOfAnyNumber() {
    int last = 2_000_000_000;
    BilinearModel wide =
        BilinearModel.ofRows(
            2,
            last + 1,
            new long[] {0, 2, 4},
            new int[] {7, last, 3, last},
            new float[] {1, 2, 3, 4});
    SparseVector item = SparseVector.of(new int[] {3, 5, last}, new float[] {1, 1, 0.5f});
    // 2·2 - 1·4 = 0 at the last feature, -3 at 3, 2 at 7
    assertThat(wide.expansionOf(query).score(item)).isEqualTo(-3);
    assertThat(wide.scorerFor(query).score(item)).isEqualTo(wide.score(query, item));
    assertThat(wide.expand(query))
        .isEqualTo(SparseVector.of(new int[] {3, 7}, new float[] {-3, 2}));
    assertThat(WeightedQuery.expand(wide, query).score(item)).isEqualTo(-3);
  }

  @Test
  void rowsOfOneEntryBeyondTheColumnsAddNothing() {
    Expansion expansion = Expansion.empty(2);
    expansion.addEntry(2, 1, 0.5f);
    expansion.addEntry(2, 2, 0.5f);
    assertThat(expansion.weightArray()).containsExactly(0, 1);
  }
}
