package io.github.sors.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WeightedQueryTest {

  @Test
  void theExpansionScoresAsTheModelDoes() {
    for (long seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      BilinearModel model = RandomItems.model(random, 20, 30, 0.3);
      SparseVector query = RandomItems.vector(random, 25, 0.5);
      SparseVector item = RandomItems.vector(random, 35, 0.5);
      assertThat(WeightedQuery.expand(model, query).score(item))
          .as("seed %d", seed)
          .isEqualTo(model.scorerFor(query).score(item));
    }
  }

  @Test
  void aBudgetKeepsTheStrongestFeaturesOfEitherSign() {
    WeightedQuery query = WeightedQuery.of(SparseVector.ofDense(1, -3, 2, -2, 0.5f));
    WeightedQuery within = query.strongest(2);
    // -3, and of 2 and -2 the one of the smaller feature
    assertThat(within.size()).isEqualTo(2);
    assertThat(within.feature(0)).isEqualTo(1);
    assertThat(within.weight(0)).isEqualTo(-3);
    assertThat(within.feature(1)).isEqualTo(2);
    assertThat(within.weight(1)).isEqualTo(2);
    WeightedQuery positive = query.positive();
    assertThat(positive.size()).isEqualTo(3);
    assertThat(positive.score(SparseVector.ofDense(1, 1, 1, 1, 1))).isEqualTo(3.5);
    assertThat(query.strongest(0).size()).isZero();
    assertThat(query.strongest(5)).isSameAs(query);
    assertThatThrownBy(() -> query.strongest(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aBudgetLosesNothingThatItKeepsAndSomethingThatItDrops() {
    VectorIndex index = new VectorIndex();
    index.putAll(
        List.of(
            new IndexedItem("a", SparseVector.ofDense(1, 0)),
            new IndexedItem("b", SparseVector.ofDense(0, 10)),
            new IndexedItem("c", SparseVector.ofDense(0.5f, 0))));
    // in full b = 10, a = 2, c = 1; by feature 0 alone a = 2, c = 1, b = 0
    List<WeightedQuery> queries = List.of(WeightedQuery.of(SparseVector.ofDense(2, 1)));
    assertThat(BudgetLoss.measure(index.view(), queries, 2, 2))
        .isEqualTo(new BudgetLoss(2, 1, 2, 1, 1, 1));
    // a of b and a; two of the three values
    assertThat(BudgetLoss.measure(index.view(), queries, 1, 2))
        .isEqualTo(new BudgetLoss(1, 1, 2, 0.5, 0.5, 2 / 3.0));
    assertThatThrownBy(() -> BudgetLoss.measure(index.view(), List.of(), 1, 2))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
