package io.github.sors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class VectorPartTest {

  private static final SparseVector TERMS = SparseVector.of(new int[] {1, 4}, new float[] {2, 3});

  @Test
  void putsAnEmbeddingBesideOtherFeatures() {
    SparseVector both = new VectorPart(5, 3).beside(TERMS, new float[] {0.5f, 0, -1});

    assertThat(both)
        .isEqualTo(SparseVector.of(new int[] {1, 4, 5, 7}, new float[] {2, 3, 0.5f, -1}));
  }

  @Test
  void leavesOutFeaturesThatNothingWasLearntAbout() {
    SparseVector both = new VectorPart(4, 2).beside(TERMS, new float[] {7, 8});

    // feature 4 is the first number of the embedding, and no term
    assertThat(both).isEqualTo(SparseVector.of(new int[] {1, 4, 5}, new float[] {2, 7, 8}));
  }

  @Test
  void anEmbeddingMayStandAlone() {
    VectorPart alone = new VectorPart(0, 2);

    assertThat(alone.beside(SparseVector.EMPTY, new float[] {3, 4}))
        .isEqualTo(SparseVector.ofDense(3, 4));
    assertThat(alone.otherPart(SparseVector.ofDense(3, 4))).isEqualTo(SparseVector.EMPTY);
  }

  @Test
  void partsAreTheInverseOfJoining() {
    VectorPart part = new VectorPart(5, 3);
    SparseVector both = part.beside(TERMS, new float[] {0, 6, 7});

    assertThat(part.otherPart(both)).isEqualTo(TERMS);
    assertThat(part.embedding(both)).isEqualTo(SparseVector.ofDense(0, 6, 7));
    assertThat(part.joined(part.otherPart(both), part.embedding(both))).isEqualTo(both);
  }

  @Test
  void refusesAnEmbeddingOfAnotherLength() {
    VectorPart part = new VectorPart(0, 384);

    assertThatThrownBy(() -> part.beside(SparseVector.EMPTY, new float[768]))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected 384 numbers, found 768");
    assertThatThrownBy(() -> part.requireDimension(1000, "items.npy"))
        .hasMessageContaining("items.npy: expected 384 numbers, found 1,000");
  }

  @Test
  void refusesAPlaceThatFeaturesCanNotHave() {
    assertThatThrownBy(() -> new VectorPart(-1, 3)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new VectorPart(0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new VectorPart(SparseVector.MAXIMUM_INDEX, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(new VectorPart(SparseVector.MAXIMUM_INDEX, 1).dimension()).isOne();
  }
}
