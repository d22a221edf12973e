package io.github.sors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SparseVectorTest {

  private static SparseVector vector(int[] indices, float... values) {
    return SparseVector.of(indices, values);
  }

  @Test
  void keepsWhatItWasGivenButForZeros() {
    SparseVector vector = vector(new int[] {1, 4, 9}, 2, 0, -3);
    assertThat(vector.size()).isEqualTo(2);
    assertThat(vector.dimension()).isEqualTo(10);
    assertThat(vector.get(1)).isEqualTo(2);
    assertThat(vector.get(4)).isZero();
    assertThat(vector.get(9)).isEqualTo(-3);
    assertThat(vector.get(1000)).isZero();
    assertThat(vector).isEqualTo(SparseVector.ofDense(0, 2, 0, 0, 0, 0, 0, 0, 0, -3));
    assertThat(vector).hasSameHashCodeAs(SparseVector.ofDense(0, 2, 0, 0, 0, 0, 0, 0, 0, -3));
    assertThat(vector).hasToString("{1:2.0, 9:-3.0}");
  }

  @Test
  void doesNotChangeWithTheArraysItWasMadeFrom() {
    int[] indices = {3};
    float[] values = {1};
    SparseVector vector = SparseVector.of(indices, values);
    indices[0] = 7;
    values[0] = 8;
    assertThat(vector).isEqualTo(vector(new int[] {3}, 1));
  }

  @Test
  void rowsWithoutZerosShareTheirIndices() {
    SparseVector first = SparseVector.ofDense(1, 2, 3);
    SparseVector second = vector(new int[] {0, 1, 2}, 4, 5, 6);
    SparseVector other = SparseVector.ofDense(1, 2);
    assertThat(first.indexArray()).containsExactly(0, 1, 2).isSameAs(second.indexArray());
    assertThat(other.indexArray()).containsExactly(0, 1);
    assertThat(SparseVector.ofDense(1, 0, 3).indexArray()).containsExactly(0, 2);
    assertThat(SparseVector.ofDense()).isEqualTo(SparseVector.EMPTY);
    VectorPart alone = new VectorPart(0, 3);
    assertThat(alone.beside(SparseVector.EMPTY, new float[] {7, 8, 9}).indexArray())
        .containsExactly(0, 1, 2)
        .isSameAs(SparseVector.ofDense(1, 1, 1).indexArray());
  }

  @Test
  void multipliesAndMeasures() {
    SparseVector left = vector(new int[] {0, 2, 5}, 1, 2, 3);
    SparseVector right = vector(new int[] {2, 3, 5, 8}, 4, 5, -6, 7);
    // 2 · 4 + 3 · (-6)
    assertThat(left.dot(right)).isEqualTo(-10);
    // 1 + 4 + 9
    assertThat(left.squaredNorm()).isEqualTo(14);
    assertThat(left.scaled(-2)).isEqualTo(vector(new int[] {0, 2, 5}, -2, -4, -6));
    assertThat(left.scaled(0)).isEqualTo(SparseVector.EMPTY);
    assertThat(SparseVector.EMPTY.dimension()).isZero();
  }

  @Test
  void refusesWhatIsNotASparseVector() {
    assertThatThrownBy(() -> vector(new int[] {2, 1}, 1, 1))
        .hasMessageContaining("found 1 after 2");
    assertThatThrownBy(() -> vector(new int[] {2, 2}, 1, 1))
        .hasMessageContaining("found 2 after 2");
    assertThatThrownBy(() -> vector(new int[] {-1}, 1)).hasMessageContaining("found -1 first");
    assertThatThrownBy(() -> vector(new int[] {Integer.MAX_VALUE}, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> vector(new int[] {1}, Float.NaN))
        .hasMessageContaining("NaN at index 1");
    assertThatThrownBy(() -> vector(new int[] {1}, Float.POSITIVE_INFINITY))
        .hasMessageContaining("finite");
    assertThatThrownBy(() -> vector(new int[] {1}, 1, 2)).hasMessageContaining("as many values");
  }

  @Test
  void theUnlearntSimilarities() {
    SparseVector x = vector(new int[] {0, 1}, 3, 4);
    SparseVector y = vector(new int[] {1, 2}, 2, 1);
    // 4 · 2
    assertThat(Similarities.dot().score(x, y)).isEqualTo(8);
    // 8 / (5 · √5)
    assertThat(Similarities.cosine().score(x, y)).isEqualTo(8 / Math.sqrt(125));
    assertThat(Similarities.cosine().score(x, SparseVector.EMPTY)).isZero();
    // -(3² + (4 - 2)² + 1²)
    assertThat(Similarities.euclidean().score(x, y)).isEqualTo(-14);
    assertThat(Similarities.euclidean().scorerFor(x).score(y)).isEqualTo(-14);
    assertThat(Similarities.cosine().scorerFor(x).score(y)).isEqualTo(8 / Math.sqrt(125));
    assertThat(Similarities.dot().scorerFor(y).score(x)).isEqualTo(8);
    assertThat(Similarities.dot().scorerFor(SparseVector.EMPTY).score(x)).isZero();
  }
}
