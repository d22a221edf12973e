package io.github.sors.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RankingTest {

  @Test
  void equalScoresAreOrderedAsInTrecEval() {
    Ranking ranking =
        new Ranking(
            "1",
            List.of(
                new ScoredDocument("10", 2),
                new ScoredDocument("9", 2),
                new ScoredDocument("2", 3),
                new ScoredDocument("91", 2)));
    assertThat(ranking.ids()).containsExactly("2", "91", "9", "10");
  }

  @Test
  void scoresThatAreOneFloatAreEqual() {
    Ranking ranking =
        new Ranking(
            "1",
            List.of(new ScoredDocument("a", 1.0000000002), new ScoredDocument("b", 1.0000000001)));
    assertThat(ranking.ids()).containsExactly("b", "a");
  }

  @Test
  void idsAreOrderedByTheirBytes() {
    // U+FF5E is before U+1F600 in UTF-8, but not in UTF-16
    Ranking ranking =
        new Ranking(
            "1", List.of(new ScoredDocument("\uFF5E", 1), new ScoredDocument("\uD83D\uDE00", 1)));
    assertThat(ranking.ids()).containsExactly("\uD83D\uDE00", "\uFF5E");
    assertThat(ranking.top(1).ids()).containsExactly("\uD83D\uDE00");
  }

  @Test
  void impossibleRankingsAreRefused() {
    assertThatThrownBy(
            () -> new Ranking("7", List.of(new ScoredDocument("a", 1), new ScoredDocument("a", 2))))
        .isInstanceOf(InvalidInputException.class)
        .hasMessage("query '7': expected each document once, found 'a' twice");
    assertThatThrownBy(() -> new ScoredDocument("a", Double.NaN))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> new ScoredDocument(" ", 1)).isInstanceOf(InvalidInputException.class);
    Ranking ranking = new Ranking("7", List.of());
    assertThatThrownBy(() -> new Run("r", List.of(ranking, ranking)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("two of '7'");
    assertThatThrownBy(() -> new Run("a b", List.of())).isInstanceOf(InvalidInputException.class);
  }

  @Test
  void judgementsKeepTheirOrderAndCanBeRestricted() {
    Judgements judgements =
        Judgements.builder()
            .add("2", "b", 1)
            .add("2", "a", 0)
            .add("1", "c", 3)
            .add("2", "d", 2)
            .build();
    assertThat(judgements.queries()).containsExactly("2", "1");
    assertThat(judgements.of("2").keySet()).containsExactly("b", "a", "d");
    assertThat(judgements.relevant("2")).containsExactly("b", "d");
    assertThat(judgements.relevant("9")).isEmpty();
    assertThat(judgements.grade("1", "c")).isEqualTo(3);
    assertThat(judgements.grade("1", "x")).isZero();
    assertThat(judgements.size()).isEqualTo(4);
    assertThat(judgements).hasToString("4 judgements of 2 queries");
    assertThat(judgements.restrictedTo(Set.of("1", "9")))
        .isEqualTo(Judgements.builder().add("1", "c", 3).build())
        .hasSameHashCodeAs(Judgements.builder().add("1", "c", 3).build());
    assertThatThrownBy(() -> Judgements.builder().add("1", "c", 3).add("1", "c", 2))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("found two, 3 and 2");
  }
}
