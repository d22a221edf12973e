package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TripletLossTest {

  @Test
  void theHingeIsTheShortfallAndItsSlopeIsOne() {
    assertThat(TripletLoss.HINGE.of(0.25)).isEqualTo(0.25);
    assertThat(TripletLoss.HINGE.of(-3)).isZero();
    assertThat(TripletLoss.HINGE.slope(0.25)).isEqualTo(1);
    assertThat(TripletLoss.HINGE.slope(0)).isZero();
  }

  @Test
  void theLogisticLossBendsAtTheMargin() {
    TripletLoss loss = TripletLoss.logistic(0.5);
    // 0.5 log 2, and half the slope
    assertThat(loss.of(0)).isCloseTo(0.34657359027997264, within(1e-15));
    assertThat(loss.slope(loss.of(0))).isCloseTo(0.5, within(1e-15));
    // 0.5 log(1 + e^2) and 1 / (1 + e^-2)
    assertThat(loss.of(1)).isCloseTo(1.0634640055214861, within(1e-15));
    assertThat(loss.slope(loss.of(1))).isCloseTo(0.8807970779778823, within(1e-15));
  }

  @Test
  void theLogisticLossStaysFiniteFarFromTheMargin() {
    TripletLoss loss = TripletLoss.logistic(1e-3);
    assertThat(loss.of(1e30)).isEqualTo(1e30);
    assertThat(loss.slope(1e30)).isEqualTo(1);
    assertThat(loss.of(-1e30)).isZero();
    // far beyond the margin the slope is the loss in units of the temperature
    TripletLoss wide = TripletLoss.logistic(1);
    assertThat(wide.slope(wide.of(-40)) / Math.exp(-40)).isCloseTo(1, within(1e-12));
  }

  @Test
  void theSlopeIsTheDerivative() {
    TripletLoss loss = TripletLoss.logistic(0.3);
    for (double s = -2; s <= 2; s += 0.1) {
      double h = 1e-6;
      double difference = (loss.of(s + h) - loss.of(s - h)) / (2 * h);
      assertThat(loss.slope(loss.of(s))).isCloseTo(difference, within(1e-8));
    }
  }

  @Test
  void readsWhatItWrites() {
    assertThat(TripletLoss.parse("hinge")).isEqualTo(TripletLoss.HINGE);
    assertThat(TripletLoss.parse("logistic")).isEqualTo(TripletLoss.logistic(0.2));
    TripletLoss loss = TripletLoss.parse("Logistic:0.05");
    assertThat(TripletLoss.parse(loss.toString())).isEqualTo(loss).hasToString("logistic:0.05");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "hing", "hinge:1", "logistic:", "logistic:0", "logistic:x", "nan"})
  void refusesWhatIsNoLoss(String text) {
    assertThatThrownBy(() -> Algorithm.SORS_I.create(Map.of("loss", text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("loss: expected hinge, logistic or logistic:X");
  }

  @Test
  void stepsThatAreDerivedFromTheHingeRefuseOthers() {
    LearningSetup smooth = LearningSetup.DEFAULT.withLoss(TripletLoss.logistic(1));
    assertThatThrownBy(() -> Oasis.Options.DEFAULT.withSetup(smooth))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the steps of OASIS are those of the hinge loss");
    assertThatThrownBy(() -> Aroma.Options.DEFAULT.withSetup(smooth))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aLearnerRecordsItsLoss() {
    OnlineBilinearLearner learner = Algorithm.ADASORS_II.create(Map.of("loss", "logistic"));
    assertThat(learner.options()).containsEntry("loss", "logistic:0.2");
    assertThat(learner.snapshot().provenance().options()).containsEntry("loss", "logistic:0.2");
    assertThat(Algorithm.OASIS.create(Map.of()).options()).doesNotContainKey("loss");
  }
}
