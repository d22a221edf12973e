package io.github.sors.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import org.junit.jupiter.api.Test;

class EmbeddingSpaceTest {

  private final EmbeddingSpace space = new EmbeddingSpace("a model", 3);

  @Test
  void scalesToLengthOne() {
    assertThat(space.unit(new float[] {0, 3, 4}, "it")).containsExactly(0, 0.6f, 0.8f);
    float[] unit = {0, 0.6f, 0.8f};
    assertThat(space.unit(unit, "it")).isSameAs(unit);
    assertThat(space.unit(new float[] {0, 3e38f, 3e38f}, "it")[1]).isEqualTo((float) Math.sqrt(.5));
    assertThat(space.unit(new float[] {0, 1e-40f, 0}, "it")[1]).isEqualTo(1);
  }

  @Test
  void refusesWhatIsNoEmbedding() {
    refused("it: expected 3 numbers, found 2", 1, 2);
    refused("it: expected finite numbers, found NaN at position 1", 1, Float.NaN, 2);
    refused(
        "it: expected finite numbers, found Infinity at position 0", Float.POSITIVE_INFINITY, 0, 0);
    refused("it: all numbers are zero, so it has no direction; leave it out", 0, -0f, 0);
  }

  private void refused(String message, float... vector) {
    assertThatThrownBy(() -> space.unit(vector, "it"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage(message);
  }

  @Test
  void refusesAnotherModelOfTheSameLength() {
    space.require(new EmbeddingSpace("a model", 3), "the file");
    assertThatThrownBy(() -> space.require(new EmbeddingSpace("another", 3), "the file"))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("expected embeddings of 'a model' (3 numbers), found those of 'ano");
    assertThatThrownBy(() -> new EmbeddingSpace(" ", 3)).hasMessageContaining("the name");
    assertThatThrownBy(() -> new EmbeddingSpace("it", 0)).hasMessageContaining("found 0");
  }
}
