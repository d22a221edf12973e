package io.github.sors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class BilinearModelTest {

  /** M = [[1, 0, 2], [0, 0, -3]]. */
  private static BilinearModel model() {
    return BilinearModel.ofRows(
        2, 3, new long[] {0, 2, 3}, new int[] {0, 2, 2}, new float[] {1, 2, -3});
  }

  @Test
  void scoresQueriesAgainstItems() {
    SparseVector query = SparseVector.ofDense(2, 1);
    SparseVector item = SparseVector.ofDense(5, 7, 1);
    // 2 · (1 · 5 + 2 · 1) + 1 · (-3 · 1)
    assertThat(model().score(query, item)).isEqualTo(11);
    assertThat(model().scorerFor(query).score(item)).isEqualTo(11);
    // Mᵀx = (2, 0, 4 - 3)
    assertThat(model().expand(query)).isEqualTo(SparseVector.ofDense(2, 0, 1));
    assertThat(model().expand(query).dot(item)).isEqualTo(11);
  }

  @Test
  void featuresItDoesNotKnowAddNothing() {
    SparseVector query = SparseVector.ofDense(2, 1, 100);
    SparseVector item = SparseVector.ofDense(5, 7, 1, 100);
    assertThat(model().score(query, item)).isEqualTo(11);
    assertThat(model().scorerFor(query).score(item)).isEqualTo(11);
    assertThat(model().get(7, 0)).isZero();
  }

  @Test
  void countsItself() {
    assertThat(model().nonZeros()).isEqualTo(3);
    // 1 - 3 / 6
    assertThat(model().sparsity()).isCloseTo(0.5, within(1e-15));
    // three longs, three columns, three values
    assertThat(model().bytes()).isEqualTo(24 + 12 + 12);
    assertThat(model().get(0, 2)).isEqualTo(2);
    assertThat(model().get(1, 0)).isZero();
  }

  @Test
  void namesFeaturesWhereItKnowsThem() {
    BilinearModel named = model().withFeatureNames(List.of("red", "green"), List.of("sweet"));
    assertThat(named.queryFeature(1)).isEqualTo("green");
    assertThat(named.itemFeature(0)).isEqualTo("sweet");
    assertThat(named.itemFeature(2)).isEqualTo("#2");
    assertThat(model().withFeatureNames(List.of("a")).itemFeature(0)).isEqualTo("a");
  }

  @Test
  void refusesRowsThatAreNone() {
    assertThatThrownBy(
            () ->
                BilinearModel.ofRows(1, 2, new long[] {0, 2}, new int[] {1, 0}, new float[] {1, 1}))
        .hasMessageContaining("column 0 after 1");
    assertThatThrownBy(
            () -> BilinearModel.ofRows(1, 2, new long[] {0, 1}, new int[] {2}, new float[] {1}))
        .hasMessageContaining("column 2");
    assertThatThrownBy(
            () -> BilinearModel.ofRows(1, 2, new long[] {0, 1}, new int[] {0}, new float[] {0}))
        .hasMessageContaining("entry (0, 0)");
    assertThatThrownBy(
            () ->
                BilinearModel.ofRows(
                    1, 2, new long[] {0, 1}, new int[] {0}, new float[] {Float.NaN}))
        .hasMessageContaining("NaN");
    assertThatThrownBy(
            () -> BilinearModel.ofRows(2, 2, new long[] {0, 1}, new int[] {0}, new float[] {1}))
        .hasMessageContaining("do not match");
    assertThatThrownBy(
            () -> BilinearModel.ofRows(2, 2, new long[] {0, 5, 1}, new int[] {0}, new float[] {1}))
        .hasMessageContaining("row 0");
    assertThatThrownBy(() -> model().withNormalization(Normalization.parse("tf-idf")))
        .hasMessageContaining("not fitted");
  }
}
