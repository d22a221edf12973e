package io.github.sors.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A short form of {@code sors bench noise}, with fixed seeds. */
class NoiseTest {

  @ParameterizedTest
  @EnumSource(
      value = NoiseSource.class,
      names = {"CLICKS", "JUDGEMENTS", "TRIPLETS"})
  void randomTripletsDoNotHelp(NoiseSource source) {
    NoiseCommand.Result result = NoiseCommand.measure("texts", NoiseSource::texts, source, 20, 2);

    assertThat(result.runs()).isEqualTo(20);
    // a binomial of 20 and 1/20 is above 3 in 1.6% of all cases
    assertThat(result.helps()).isLessThanOrEqualTo(3);
    assertThat(result.meanGain()).isBetween(-0.05, 0.05);
  }

  @ParameterizedTest
  @EnumSource(
      value = NoiseSource.class,
      names = {"LABELS", "GROUPS"})
  void randomLabelsAndGroupsDoNotHelp(NoiseSource source) {
    NoiseCommand.Result result = NoiseCommand.measure("texts", NoiseSource::texts, source, 3, 2);

    assertThat(result.helps()).isZero();
  }
}
