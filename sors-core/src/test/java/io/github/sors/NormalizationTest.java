package io.github.sors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class NormalizationTest {

  private static final SparseVector VECTOR = SparseVector.ofDense(3, 0, -4);

  private static SparseVector apply(String chain, SparseVector vector) {
    return Normalization.parse(chain).apply(vector);
  }

  @Test
  void everyStepOnItsOwn() {
    assertThat(apply("none", VECTOR)).isEqualTo(VECTOR);
    // length 5
    assertThat(apply("l2", VECTOR)).isEqualTo(SparseVector.ofDense(0.6f, 0, -0.8f));
    // |3| + |-4| = 7
    assertThat(apply("l1", VECTOR)).isEqualTo(SparseVector.ofDense(3 / 7f, 0, -4 / 7f));
    // the largest magnitude is 4
    assertThat(apply("max-abs", VECTOR)).isEqualTo(SparseVector.ofDense(0.75f, 0, -1));
    assertThat(apply("log", VECTOR))
        .isEqualTo(SparseVector.ofDense((float) Math.log(4), 0, -(float) Math.log(5)));
  }

  @Test
  void stepsAreTakenFromLeftToRight() {
    // max-abs gives (0.75, -1), whose length is 1.25
    assertThat(apply("max-abs,l2", VECTOR)).isEqualTo(SparseVector.ofDense(0.6f, 0, -0.8f));
    assertThat(Normalization.parse("Log, L2")).hasToString("log,l2");
    assertThat(Normalization.parse("none")).hasToString("none");
  }

  @Test
  void anEmptyVectorStaysEmpty() {
    for (String chain : List.of("l2", "l1", "max-abs", "log")) {
      assertThat(apply(chain, SparseVector.EMPTY)).isEqualTo(SparseVector.EMPTY);
    }
  }

  @Test
  void inverseDocumentFrequencyIsLearntFromTheTrainingVectors() {
    List<SparseVector> training =
        List.of(SparseVector.ofDense(1, 1), SparseVector.ofDense(2, 0), SparseVector.ofDense(1, 0));
    Normalization fitted = Normalization.parse("tf-idf").fit(training);
    SparseVector weighted = fitted.apply(SparseVector.ofDense(2, 2, 2, 2));
    // feature 0 is in 3 of 3: 1 + ln(4/4) = 1; feature 1 in 1 of 3: 1 + ln(4/2); others 1 + ln(4/1)
    assertThat(weighted.get(0)).isEqualTo(2);
    assertThat(weighted.get(1)).isEqualTo(2 * (float) (1 + Math.log(2)));
    assertThat(weighted.get(2)).isEqualTo(2 * (float) (1 + Math.log(4)));
    assertThat(weighted.get(3)).isEqualTo(weighted.get(2));
    Normalization restored = Normalization.restore("tf-idf", fitted.featureWeights());
    assertThat(restored.apply(VECTOR)).isEqualTo(fitted.apply(VECTOR));
  }

  @Test
  void refusesWhatItDoesNotKnowOrCanNotDoYet() {
    assertThatThrownBy(() -> Normalization.parse("l3"))
        .hasMessageContaining("unknown normalisation 'l3'")
        .hasMessageContaining("l2, l1");
    assertThatThrownBy(() -> Normalization.parse("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> apply("tf-idf", VECTOR)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Normalization.restore("l2", new float[] {1}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Normalization.restore("tf-idf", new float[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
