package io.github.sors.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RankedGroupsTest {

  @Test
  void countsWhatIsBeforeAndInEachGroup() {
    // 9 | 7 R | 5 R, R, 5 | 4 | 3, 3 | 2 R, 2 | 1
    RankedGroups ranking =
        RankedGroups.of(new double[] {5, 7, 2, 5}, new double[] {3, 1, 5, 9, 2, 4, 3});

    assertThat(groups(ranking))
        .containsExactly(List.of(1, 1, 1), List.of(2, 3, 2), List.of(8, 2, 1));
    assertThat(ranking.totalItems()).isEqualTo(11);
    assertThat(ranking.totalRelevant()).isEqualTo(4);
  }

  @Test
  void takesNegativeZeroForZero() {
    RankedGroups ranking =
        RankedGroups.of(new double[] {0.0, -0.0}, new double[] {-0.0, 0.0, 1e-300, -1e-300});

    assertThat(groups(ranking)).containsExactly(List.of(1, 4, 2));
  }

  @Test
  void tellsApartWhatDiffersInTheLastBit() {
    RankedGroups ranking = RankedGroups.of(new double[] {1}, new double[] {Math.nextUp(1.0)});

    assertThat(groups(ranking)).containsExactly(List.of(1, 1, 1));
  }

  @Test
  void ranksInfiniteScoresAtTheEnds() {
    RankedGroups ranking =
        RankedGroups.of(
            new double[] {Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY},
            new double[] {0, Double.POSITIVE_INFINITY});

    assertThat(groups(ranking)).containsExactly(List.of(0, 2, 1), List.of(3, 1, 1));
  }

  @Test
  void leavesTheGivenScoresAsTheyAre() {
    double[] relevant = {1, 3, 2};
    double[] others = {5, 4};
    RankedGroups.of(relevant, others);

    assertThat(relevant).containsExactly(1, 3, 2);
    assertThat(others).containsExactly(5, 4);
  }

  @Test
  void equalsCountingByComparison() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      int levels = 1 + random.nextInt(30);
      double[] relevant = random.doubles(1 + random.nextInt(20)).toArray();
      double[] others = random.doubles(random.nextInt(60)).toArray();
      for (double[] scores : List.of(relevant, others)) {
        for (int i = 0; i < scores.length; i++) {
          scores[i] = Math.floor(scores[i] * levels);
        }
      }
      List<List<Integer>> expected = new ArrayList<>();
      for (int level = levels - 1; level >= 0; level--) {
        int tiedRelevant = count(relevant, level, level);
        if (tiedRelevant > 0) {
          expected.add(
              List.of(
                  count(relevant, level + 1, levels) + count(others, level + 1, levels),
                  tiedRelevant + count(others, level, level),
                  tiedRelevant));
        }
      }

      assertThat(groups(RankedGroups.of(relevant, others))).as("seed %d", seed).isEqualTo(expected);
    }
  }

  @Test
  void refusesScoresThatAreNotNumbers() {
    double[] numbers = {1, 2};
    double[] broken = {1, Double.NaN, 2};

    for (double[][] scores :
        List.of(new double[][] {numbers, broken}, new double[][] {broken, numbers})) {
      assertThatThrownBy(() -> RankedGroups.of(scores[0], scores[1]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("expected scores that are numbers, found NaN");
    }
  }

  @Test
  void refusesARankingWithoutAnythingRelevant() {
    assertThatThrownBy(() -> RankedGroups.of(new double[0], new double[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected at least one relevant item, found none");
  }

  private static int count(double[] scores, double low, double high) {
    int count = 0;
    for (double score : scores) {
      count += score >= low && score <= high ? 1 : 0;
    }
    return count;
  }

  /** Items before, items and relevant items of every group. */
  private static List<List<Integer>> groups(RankedGroups ranking) {
    List<List<Integer>> groups = new ArrayList<>();
    for (int g = 0; g < ranking.size(); g++) {
      groups.add(List.of(ranking.itemsBefore(g), ranking.items(g), ranking.relevant(g)));
    }
    return groups;
  }
}
