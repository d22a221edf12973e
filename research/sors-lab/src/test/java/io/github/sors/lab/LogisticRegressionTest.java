package io.github.sors.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.Similarities;
import io.github.sors.Similarity;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.eval.RankingEvaluator;
import io.github.sors.tune.CannotTrainException;
import io.github.sors.tune.LearntSimilarity;
import io.github.sors.tune.Method;
import io.github.sors.tune.Methods;
import io.github.sors.tune.SampleRows;
import io.github.sors.tune.TrainingTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogisticRegressionTest {

  private static final Dataset ROWS = SampleRows.of(1, 240, 30, 3);
  private static final Dataset OTHERS = SampleRows.of(2, 120, 30, 3);

  private static double map(Similarity similarity) {
    return new RankingEvaluator()
        .evaluateWithin(similarity, OTHERS.vectors(), OTHERS.labels())
        .map();
  }

  @Test
  void ranksBetterThanTheCosine() {
    LogisticRegression learnt = LogisticRegression.learn(ROWS, 30, 1, () -> true);

    assertThat(map(learnt)).isGreaterThan(map(Similarities.cosine()) + 0.05);
    assertThat(learnt.weightCount()).isEqualTo(31 * 3);
  }

  @Test
  void theGradientVanishesAtTheMinimum() {
    double c = 2;
    LogisticRegression learnt = LogisticRegression.learn(ROWS, 30, c, () -> true);
    // the derivative by b_c is C Σ (P(c | x_i) - [y_i = c]), which the penalty does not touch
    double[] sums = new double[3];
    for (int row = 0; row < ROWS.size(); row++) {
      double[] probabilities = learnt.probabilities(ROWS.vector(row));
      double total = 0;
      for (int each = 0; each < 3; each++) {
        sums[each] += probabilities[each] - (ROWS.label(row) == each ? 1 : 0);
        total += probabilities[each];
      }
      assertThat(total).isCloseTo(1, within(1e-12));
    }
    assertThat(sums).containsExactly(new double[] {0, 0, 0}, within(0.1));
  }

  @Test
  void aSmallWeightOfTheLossGivesEqualProbabilities() {
    LogisticRegression learnt = LogisticRegression.learn(ROWS, 30, 1e-9, () -> true);
    assertThat(learnt.probabilities(ROWS.vector(0)))
        .containsExactly(new double[] {1.0 / 3, 1.0 / 3, 1.0 / 3}, within(1e-3));
  }

  @Test
  void preparedItemsScoreAsSingleOnes() {
    LogisticRegression learnt = LogisticRegression.learn(ROWS, 40, 1, () -> true);
    SparseVector query = OTHERS.vector(0);
    List<SparseVector> items = new ArrayList<>(OTHERS.vectors());
    // a feature that no training row has, and one beyond all
    items.add(SparseVector.of(new int[] {35, 99}, new float[] {1, 1}));
    Similarity.NumberedScorer prepared = learnt.prepare(items).scorerFor(query);
    Similarity.ItemScorer scorer = learnt.scorerFor(query);
    for (int number = 0; number < items.size(); number++) {
      assertThat(prepared.score(number))
          .isEqualTo(scorer.score(items.get(number)))
          .isEqualTo(learnt.score(query, items.get(number)));
    }
  }

  @Test
  void theSearchFindsTheMinimumOfAQuadraticFunction() {
    Random random = new Random(3);
    double[] scales = random.doubles(20, 0.1, 30).toArray();
    double[] target = random.doubles(20, -5, 5).toArray();
    MinimumSearch.Function function =
        (place, gradient) -> {
          double value = 0;
          for (int k = 0; k < place.length; k++) {
            double apart = place[k] - target[k];
            gradient[k] = scales[k] * apart;
            value += scales[k] * apart * apart / 2;
          }
          return value;
        };
    double[] place = new double[20];
    new MinimumSearch(function, 500, 1e-16).minimize(place, () -> true);
    assertThat(place).containsExactly(target, within(1e-5));

    double[] unmoved = new double[20];
    new MinimumSearch(function, 500, 1e-16).minimize(unmoved, () -> false);
    assertThat(unmoved).containsOnly(0);
  }

  @Test
  void itIsAMethodLikeOthers() throws CannotTrainException {
    Method method = Methods.named("logistic");
    assertThat(method.kind()).isEqualTo(Method.Kind.LABELLED);
    assertThat(method.grid().candidates()).contains(method.defaults());
    assertThat(PaperMethods.published(method, "bbc")).isEmpty();
    TrainingTask task = task(new TrainingTask.Resources(1, Long.MAX_VALUE, 1e9));
    LearntSimilarity learnt = method.train(task);
    assertThat(map(learnt.similarity())).isGreaterThan(map(Similarities.cosine()));
    assertThat(learnt.bytes()).isEqualTo(8 * learnt.nonZeros());

    assertThatThrownBy(() -> method.train(task(new TrainingTask.Resources(1, 1000, 1e9))))
        .isInstanceOf(CannotTrainException.class)
        .hasMessageContaining("not enough memory");
    assertThatThrownBy(() -> method.train(task(new TrainingTask.Resources(1, 1L << 40, -1))))
        .isInstanceOf(CannotTrainException.class)
        .hasMessageContaining("time limit");
  }

  private static TrainingTask task(TrainingTask.Resources resources) {
    return new TrainingTask(
        ROWS,
        30,
        Methods.named("logistic").defaults(),
        100,
        1,
        resources,
        TrainingTask.Observer.NONE);
  }
}
