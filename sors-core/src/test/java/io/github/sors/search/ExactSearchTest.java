package io.github.sors.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.Similarities;
import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExactSearchTest {

  private static final SparseVector QUERY = SparseVector.ofDense(1, 2);

  /** Inner products with the query: 1, 2, 3, 2, 0. */
  private static final List<SparseVector> ITEMS =
      List.of(
          SparseVector.ofDense(1, 0),
          SparseVector.ofDense(0, 1),
          SparseVector.ofDense(1, 1),
          SparseVector.ofDense(2, 0),
          SparseVector.EMPTY);

  private final ExactSearch search = new ExactSearch(Similarities.dot(), ITEMS);

  @Test
  void returnsTheBestFirstAndEqualScoresByNumber() {
    assertThat(search.search(QUERY, 3))
        .containsExactly(new Hit(2, 3), new Hit(1, 2), new Hit(3, 2));
    assertThat(search.search(QUERY, 2)).containsExactly(new Hit(2, 3), new Hit(1, 2));
  }

  @Test
  void returnsAllItemsWhereMoreAreAskedFor() {
    assertThat(search.size()).isEqualTo(5);
    assertThat(search.search(QUERY, Integer.MAX_VALUE))
        .extracting(Hit::item)
        .containsExactly(2, 1, 3, 0, 4);
  }

  @Test
  void leavesOutTheExcludedItem() {
    assertThat(search.search(QUERY, 2, 2)).containsExactly(new Hit(1, 2), new Hit(3, 2));
    assertThat(search.search(QUERY, 5, 2)).hasSize(4);
  }

  @Test
  void findsNothingAmongNoItems() {
    assertThat(new ExactSearch(Similarities.dot(), List.of()).search(QUERY, 3)).isEmpty();
  }

  @Test
  void equalsSortingAllScoresOfARandomModel() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      BilinearModel model = RandomModels.model(random, 12, 10, 0.4);
      List<SparseVector> items = new ArrayList<>();
      for (int i = 0; i < 80; i++) {
        items.add(RandomModels.vector(random, 14, 0.2));
      }
      SparseVector query = RandomModels.vector(random, 14, 0.3);
      List<Hit> expected = new ArrayList<>();
      for (int i = 0; i < items.size(); i++) {
        // multiples of 1/8, so that the two ways of summing agree to the last bit
        expected.add(new Hit(i, model.score(query, items.get(i))));
      }
      expected.sort(Comparator.comparingDouble(Hit::score).reversed().thenComparing(Hit::item));

      assertThat(new ExactSearch(model, items).search(query, 20))
          .as("seed %d", seed)
          .isEqualTo(expected.subList(0, 20));
    }
  }

  @Test
  void refusesAScoreThatIsNotANumber() {
    ExactSearch broken = new ExactSearch((query, item) -> Double.NaN, ITEMS);

    assertThatThrownBy(() -> broken.search(QUERY, 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the score of item 0 is not a number");
  }

  @Test
  void refusesToLookForNothingOrToExcludeAnUnknownItem() {
    assertThatThrownBy(() -> search.search(QUERY, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected at least 1 hit to return, found 0");
    assertThatThrownBy(() -> search.search(QUERY, 1, 5))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
