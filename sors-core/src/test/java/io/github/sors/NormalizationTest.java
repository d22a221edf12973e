package io.github.sors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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

  @Test
  void centreSubtractsTheMeanOfTheTrainingVectors() {
    List<SparseVector> training = List.of(SparseVector.ofDense(1, 4), SparseVector.ofDense(3, 0));
    Normalization fitted = Normalization.parse("centre").fit(training);

    // the mean is (2, 2)
    assertThat(fitted.apply(SparseVector.ofDense(1, 4))).isEqualTo(SparseVector.ofDense(-1, 2));
    assertThat(fitted.apply(SparseVector.ofDense(5, 2))).isEqualTo(SparseVector.ofDense(3, 0));
    assertThat(fitted.apply(SparseVector.EMPTY)).isEqualTo(SparseVector.EMPTY);
    // nothing is known of the mean of a later feature
    assertThat(fitted.apply(SparseVector.ofDense(2, 2, 9)))
        .isEqualTo(SparseVector.ofDense(0, 0, 9));
    Normalization restored = Normalization.restore("centre", fitted.featureWeights());
    assertThat(restored.apply(VECTOR)).isEqualTo(fitted.apply(VECTOR));
  }

  @Test
  void theMeanIsThatOfWhatTheStepsBeforeMake() {
    List<SparseVector> training = List.of(SparseVector.ofDense(10, 0), SparseVector.ofDense(0, 2));
    Normalization fitted = Normalization.parse("l2,centre,l2").fit(training);

    // of length 1 they are (1, 0) and (0, 1), and their mean is (0.5, 0.5)
    assertThat(fitted.featureWeights()).containsExactly(0.5f, 0.5f);
    SparseVector first = fitted.apply(training.get(0));
    assertThat(first.get(0)).isEqualTo((float) Math.sqrt(0.5));
    assertThat(first.get(1)).isEqualTo((float) -Math.sqrt(0.5));
  }

  @Test
  void centreIsForDenseRows() {
    List<SparseVector> sparse =
        List.of(
            SparseVector.of(new int[] {3}, new float[] {1}),
            SparseVector.of(new int[] {99}, new float[] {1}));

    // 2 of 200 values
    assertThatThrownBy(() -> Normalization.parse("centre").fit(sparse))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("at least 10% of the values")
        .hasMessageContaining("found 1.0%");
    assertThatThrownBy(() -> Normalization.parse("tf-idf,centre"))
        .hasMessageContaining("not with tf-idf");
    assertThatThrownBy(() -> Normalization.parse("centre,centre"))
        .hasMessageContaining("once at most");
    assertThatThrownBy(() -> apply("centre", VECTOR)).isInstanceOf(IllegalStateException.class);
  }

  /** Two terms, then an embedding of two numbers. */
  private static Normalization beside(String ofTerms, String ofEmbedding) {
    return Normalization.parse(ofTerms)
        .beside(new VectorPart(2, 2), Normalization.parse(ofEmbedding));
  }

  @Test
  void anEmbeddingHasAChainOfItsOwnAndTheWholeHasLengthOne() {
    Normalization both = beside("l2", "l2");

    // (3, 4) becomes (0.6, 0.8), (0, 2) becomes (0, 1), and both together have length √2
    float half = (float) Math.sqrt(0.5);
    SparseVector normalized = both.apply(SparseVector.ofDense(3, 4, 0, 2));
    assertThat(normalized.get(0)).isCloseTo(0.6f * half, within(1e-7f));
    assertThat(normalized.get(1)).isCloseTo(0.8f * half, within(1e-7f));
    assertThat(normalized.get(2)).isZero();
    assertThat(normalized.get(3)).isCloseTo(half, within(1e-7f));
    assertThat(normalized.squaredNorm()).isCloseTo(1, within(1e-6));
  }

  @Test
  void aVectorOfOnePartIsNotCentredByTheOther() {
    Normalization fitted =
        beside("l2", "centre")
            .fit(List.of(SparseVector.ofDense(1, 0, 2, 4), SparseVector.ofDense(0, 1)));

    // the second row has no embedding, so the mean is that of the first: (2, 4)
    assertThat(fitted.featureWeights()).containsExactly(2, 4);
    assertThat(fitted.apply(SparseVector.ofDense(0, 7))).isEqualTo(SparseVector.ofDense(0, 1));
    assertThat(fitted.apply(SparseVector.ofDense(0, 0, 5, 8)))
        .isEqualTo(SparseVector.ofDense(0, 0, 0.6f, 0.8f));
  }

  @Test
  void twoPartsAreRestoredFromTheirTextAndTheirWeights() {
    List<SparseVector> training =
        List.of(SparseVector.ofDense(1, 1, 1, 4), SparseVector.ofDense(2, 0, 3, 0));
    Normalization fitted = beside("tf-idf,l2", "l2,centre,l2").fit(training);

    assertThat(fitted).hasToString("tf-idf,l2|2@2:l2,centre,l2");
    assertThat(fitted.vectorPart()).contains(new VectorPart(2, 2));
    // a weight for each of two terms and one for all later ones, then two means
    assertThat(fitted.featureWeights()).hasSize(5);
    Normalization restored = Normalization.restore(fitted.toString(), fitted.featureWeights());
    for (SparseVector vector : training) {
      assertThat(restored.apply(vector)).isEqualTo(fitted.apply(vector));
    }
    assertThat(Normalization.parse(" L2 | 2@2 : none ")).hasToString("l2|2@2:none");
    assertThat(Normalization.L2.vectorPart()).isEmpty();
  }

  @Test
  void refusesPartsThatDoNotFit() {
    assertThatThrownBy(() -> beside("l2", "tf-idf")).hasMessageContaining("tf-idf is for terms");
    assertThatThrownBy(() -> beside("l2", "l2").beside(new VectorPart(9, 1), Normalization.L2))
        .isInstanceOf(IllegalArgumentException.class);
    for (String chain : List.of("l2|2@2", "l2|0@2:l2", "l2|2@9999999999:l2", "l2|2@2:l2|2@4:l2")) {
      assertThatThrownBy(() -> Normalization.parse(chain))
          .as(chain)
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> Normalization.restore("l2|2@2:centre", new float[] {1}))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Normalization.restore("l2|2@2:centre", new float[] {1, 2, 3}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
