package io.github.sors.ranking.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.InvalidInputException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PairedRandomisationTest {

  @Test
  void fewQueriesAreCountedExactly() {
    // sums of ±1 ±2 ±3: 6 of 8 are ... |6| twice, |4| twice, |2| twice, 0 twice
    assertThat(PairedRandomisation.pValue(new double[] {1, 2, 3})).isEqualTo(2.0 / 8);
    assertThat(PairedRandomisation.pValue(new double[] {1, -2, 3})).isEqualTo(6.0 / 8);
    assertThat(PairedRandomisation.pValue(new double[] {1, 2, -3})).isEqualTo(1);
    assertThat(PairedRandomisation.pValue(new double[] {0.1})).isEqualTo(1);
  }

  @Test
  void queriesThatDoNotDifferDoNotMatter() {
    assertThat(PairedRandomisation.pValue(new double[] {1, 0, 2, 0, 3})).isEqualTo(2.0 / 8);
    assertThat(PairedRandomisation.pValue(new double[] {0, 0})).isEqualTo(1);
  }

  @Test
  void theSumsOfAllSignsAreThoseOfALiteralCount() {
    Random random = new Random(4);
    for (int trial = 0; trial < 20; trial++) {
      double[] differences = random.doubles(10, -0.3, 0.5).toArray();
      double observed = Math.abs(Arrays.stream(differences).sum());
      int asFar = 0;
      for (int signs = 0; signs < 1024; signs++) {
        double sum = 0;
        for (int k = 0; k < 10; k++) {
          sum += (signs >> k & 1) == 0 ? differences[k] : -differences[k];
        }
        asFar += Math.abs(sum) >= observed - 1e-9 ? 1 : 0;
      }
      assertThat(PairedRandomisation.pValue(differences)).isEqualTo(asFar / 1024.0);
    }
  }

  @Test
  void manyQueriesAreSampledNearTheExactValueAndTheTTest() {
    Random random = new Random(9);
    double[] differences = new double[60];
    for (int k = 0; k < differences.length; k++) {
      differences[k] = 0.25 + random.nextGaussian();
    }
    double sampled = PairedRandomisation.pValue(differences);
    assertThat(sampled).isEqualTo(PairedRandomisation.pValue(differences));
    assertThat(sampled).isCloseTo(PairedRandomisation.pairedT(differences), within(0.01));
  }

  @Test
  void moreThanSixtyFourQueriesHaveSignsOfTheirOwn() {
    // all of one size: the p-value is that of a fair coin with 75 or more heads, or tails, of 130
    double[] differences = new double[130];
    Arrays.fill(differences, 0, 75, 1);
    Arrays.fill(differences, 75, 130, -1);
    assertThat(PairedRandomisation.pValue(differences)).isCloseTo(0.0951, within(0.005));
  }

  /** What was observed counts as one of the samples, or no p-value would be valid. */
  @Test
  void aSampledValueIsNeverZero() {
    double[] differences = new double[130];
    Arrays.fill(differences, 1);
    assertThat(PairedRandomisation.pValue(differences))
        .isEqualTo(1.0 / (PairedRandomisation.SAMPLES + 1));
  }

  @Test
  void thePairedTTestIsTheTextbookOne() {
    // mean 2, standard deviation 1, n = 3: t = 2·√3 = 3.4641, two degrees of freedom
    assertThat(PairedRandomisation.pairedT(new double[] {0, 0, 0}, new double[] {1, 2, 3}))
        .isCloseTo(0.074180, within(1e-6));
    assertThat(PairedRandomisation.pairedT(new double[] {0, 0})).isEqualTo(1);
    assertThat(PairedRandomisation.pairedT(new double[] {0.5})).isNaN();
  }

  @Test
  void valuesOfDifferentQueriesAreRefused() {
    assertThatThrownBy(() -> PairedRandomisation.pValue(new double[2], new double[3]))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("same queries");
  }
}
