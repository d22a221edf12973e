package io.github.sors.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.statistics.inference.TTest;
import org.junit.jupiter.api.Test;

class StatisticsTest {

  @Test
  void theDeviationIsThatOfASample() {
    // mean 3, squares of the differences 4 + 1 + 0 + 1 + 4 = 10, over 4
    Summary summary = Summary.of(new double[] {1, 2, 3, 4, 5});

    assertThat(summary.mean()).isEqualTo(3);
    assertThat(summary.deviation()).isEqualTo(Math.sqrt(2.5));
    assertThat(Summary.of(new double[] {7})).isEqualTo(new Summary(7, 0, 1));
  }

  @Test
  void withoutOverlapItIsThePairedTest() {
    double[] one = {0.91, 0.93, 0.90, 0.94, 0.92};
    double[] other = {0.90, 0.91, 0.90, 0.92, 0.93};

    assertThat(ResampledTest.pValue(one, other, 0))
        .isCloseTo(TTest.withDefaults().pairedTest(one, other).getPValue(), within(1e-12));
  }

  @Test
  void theOverlapOfSplitsMakesDifferencesLessSure() {
    double[] one = {3, 5, 4};
    double[] other = {1, 2, 3};

    // differences 2, 3, 1: mean 2, variance 1; t = 2 / sqrt((1/3 + 3/7) · 1), 2 degrees of freedom,
    // where P(|T| > t) = 1 - t / sqrt(2 + t²)
    double t = 2 / Math.sqrt(1.0 / 3 + 3.0 / 7);
    assertThat(ResampledTest.pValue(one, other, 3.0 / 7))
        .isCloseTo(1 - t / Math.sqrt(2 + t * t), within(1e-12));
  }

  @Test
  void equalResultsDoNotDiffer() {
    assertThat(ResampledTest.pValue(new double[] {1, 2}, new double[] {1, 2}, 0.4)).isEqualTo(1);
    assertThat(ResampledTest.pValue(new double[] {2, 3}, new double[] {1, 2}, 0.4)).isEqualTo(0);
  }

  @Test
  void holmMultipliesByTheQuestionsThatAreLeft() {
    // sorted 0.01, 0.02, 0.03: times 3, 2, 1 is 0.03, 0.04, 0.03, and never below the one before
    assertThat(ResampledTest.holm(new double[] {0.03, 0.01, 0.02}))
        .containsExactly(new double[] {0.04, 0.03, 0.04}, within(1e-15));
    assertThat(ResampledTest.holm(new double[] {0.9, 0.8})).containsExactly(1, 1);
    assertThat(ResampledTest.holm(new double[0])).isEmpty();
  }
}
