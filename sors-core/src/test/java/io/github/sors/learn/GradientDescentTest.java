package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.BilinearModel;
import io.github.sors.Triplet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Online gradient descent is SORS-I with λ = 0. */
class GradientDescentTest {

  @ParameterizedTest
  @CsvSource({"0.1, hinge", "0.3/sqrt(t), hinge", "0.1, logistic:0.2"})
  void hasTheBitsOfSorsWithoutShrinkage(String eta, String loss) {
    OnlineBilinearLearner descent =
        Algorithm.ONLINE_GRADIENT_DESCENT.create(Map.of("eta", eta, "loss", loss));
    OnlineBilinearLearner sors =
        Algorithm.SORS_I.create(Map.of("eta", eta, "loss", loss, "lambda", "0"));
    List<Triplet> triplets = new ArrayList<>();
    RandomTriplets random = new RandomTriplets(5, 30, 30, 0.3);
    for (int round = 0; round < 500; round++) {
      triplets.add(random.next());
    }
    assertThat(descent.learn(triplets)).isEqualTo(sors.learn(triplets));
    assertThat(descent.progress().activeRounds()).isPositive();
    BilinearModel expected = sors.snapshot();
    BilinearModel actual = descent.snapshot();
    assertThat(actual.columnArray()).isEqualTo(expected.columnArray());
    assertThat(actual.valueArray()).isEqualTo(expected.valueArray());
  }

  @ParameterizedTest
  @CsvSource({"lambda", "shrink-to"})
  void keepsItsNameAndItsOptions(String foreign) {
    OnlineBilinearLearner descent = Algorithm.ONLINE_GRADIENT_DESCENT.create(Map.of("eta", "0.2"));
    assertThat(descent.algorithm()).isEqualTo("ogd");
    assertThat(descent.options()).containsEntry("eta", "0.2").doesNotContainKey(foreign);
  }
}
