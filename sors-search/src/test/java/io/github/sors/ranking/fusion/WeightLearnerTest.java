package io.github.sors.ranking.fusion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.ranking.fusion.WeightLearner.Example;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WeightLearnerTest {

  private static List<Example> examples(long seed, int signals) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Example> examples = new ArrayList<>();
    for (int query = 0; query < 12; query++) {
      float[][] scores = new float[signals][30];
      for (int item = 0; item < 30; item++) {
        for (int signal = 0; signal < signals; signal++) {
          // the first signal knows the answers, the second a little, the others nothing
          double known = item < 3 ? new double[] {2, 0.7, 0, 0}[signal] : 0;
          scores[signal][item] = (float) (known + random.nextDouble(-1, 1));
        }
      }
      examples.add(Example.of(scores, new int[] {0, 1, 2}));
    }
    return examples;
  }

  /** The loss as its Javadoc has it, in double precision. */
  private static double literal(List<Example> examples, double[] inner) {
    double sum = 0;
    double norm = 0;
    double[] weights = new double[inner.length];
    for (int k = 0; k < inner.length; k++) {
      weights[k] = Math.log(1 + Math.exp(inner[k]));
      norm += weights[k] * weights[k];
    }
    for (Example example : examples) {
      double whole = 0;
      for (int item = 0; item < example.scores()[0].length; item++) {
        whole += Math.exp(score(example, weights, item));
      }
      for (int k = 0; k < example.answers().length; k++) {
        double share = Math.exp(score(example, weights, example.answers()[k])) / whole;
        sum -= example.targets()[k] * Math.log(share);
      }
    }
    return sum / examples.size() + 0.001 * norm;
  }

  private static double score(Example example, double[] weights, int item) {
    double score = 0;
    for (int k = 0; k < weights.length; k++) {
      score += weights[k] * example.scores()[k][item];
    }
    return score;
  }

  @Test
  void lossIsTheLiteralOne() {
    double[] inner = {-0.7, 0.3, 1.2, -2};
    assertThat(WeightLearner.loss(examples(1, 4), new int[] {0, 1, 2, 3}, inner, new double[4]))
        .isCloseTo(literal(examples(1, 4), inner), within(1e-5));
  }

  @Test
  void gradientIsTheSlopeOfTheLoss() {
    double[] inner = {-0.7, 0.3, 1.2, -2};
    double[] gradient = new double[4];
    WeightLearner.loss(examples(2, 4), new int[] {0, 1, 2, 3}, inner, gradient);
    for (int k = 0; k < inner.length; k++) {
      double[] more = inner.clone();
      double[] less = inner.clone();
      more[k] += 1e-4;
      less[k] -= 1e-4;
      double slope = (literal(examples(2, 4), more) - literal(examples(2, 4), less)) / 2e-4;
      assertThat(gradient[k]).as("v %s", k).isCloseTo(slope, within(1e-5));
    }
  }

  @Test
  void aSignalThatKnowsNothingGetsNoWeight() {
    double[] weights = WeightLearner.learn(examples(3, 4), new int[] {0, 1, 2, 3});
    assertThat(weights[0]).isGreaterThan(1);
    assertThat(weights[1]).isBetween(0.2, weights[0]);
    assertThat(weights[2]).isBetween(0.0, 0.2);
    assertThat(weights[3]).isBetween(0.0, 0.2);
  }

  @Test
  void onlyTheNamedSignalsAreWeighed() {
    double[] some = WeightLearner.learn(examples(4, 4), new int[] {1, 3});
    List<Example> less =
        examples(4, 4).stream()
            .map(one -> Example.of(new float[][] {one.scores()[1], one.scores()[3]}, one.answers()))
            .toList();
    assertThat(some).containsExactly(WeightLearner.learn(less, new int[] {0, 1}));
  }
}
