package io.github.sors.ranking.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.ranking.Judgements;
import io.github.sors.ranking.Ranking;
import io.github.sors.ranking.Run;
import io.github.sors.ranking.ScoredDocument;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvaluationTest {

  private static final RankingMeasure MAP = RankingMeasure.averagePrecision();

  private static final Judgements JUDGEMENTS =
      Judgements.builder()
          .add("1", "a", 1)
          .add("1", "b", 1)
          .add("2", "c", 2)
          .add("3", "d", 1)
          .add("4", "e", 0)
          .build();

  private static Run run(String... queryAndDocuments) {
    return new Run(
        "test",
        java.util.Arrays.stream(queryAndDocuments)
            .map(
                text -> {
                  String[] words = text.split(" ", -1);
                  List<ScoredDocument> documents = new java.util.ArrayList<>();
                  for (int k = 1; k < words.length; k++) {
                    documents.add(new ScoredDocument(words[k], -k));
                  }
                  return new Ranking(words[0], documents);
                })
            .toList());
  }

  @Test
  void everyJudgedQueryCountsAndNoOther() {
    Evaluation evaluation =
        Evaluation.of(run("1 a x b", "2 x c", "9 a b c"), JUDGEMENTS, List.of(MAP));
    assertThat(evaluation.values(MAP))
        .containsEntry("1", (1 + 2.0 / 3) / 2)
        .containsEntry("2", 0.5)
        .containsEntry("3", 0.0)
        .containsEntry("4", 0.0)
        .hasSize(4);
    assertThat(evaluation.mean(MAP)).isEqualTo(((1 + 2.0 / 3) / 2 + 0.5) / 4);
    assertThat(evaluation.unranked()).containsExactly("3", "4");
    assertThat(evaluation.queries()).containsExactly("1", "2", "3", "4");
  }

  @Test
  void twoRunsAreComparedByQuery() {
    Evaluation before = Evaluation.of(run("1 a b", "2 x c", "3 d"), JUDGEMENTS, List.of(MAP));
    Evaluation now = Evaluation.of(run("1 a b", "2 c", "3 x d"), JUDGEMENTS, List.of(MAP));
    PairedComparison comparison = now.against(before, MAP);
    assertThat(comparison.won()).isEqualTo(1);
    assertThat(comparison.lost()).isEqualTo(1);
    assertThat(comparison.queries()).isEqualTo(4);
    assertThat(comparison.difference()).isZero();
    assertThat(comparison.randomisation()).isEqualTo(1);
    assertThat(comparison.isSignificantlyBetter()).isFalse();
    assertThat(comparison.isSignificantlyWorse()).isFalse();
    assertThat(now.byGain(before, MAP)).startsWith("2").endsWith("3");
    Evaluation ofOthers =
        Evaluation.of(
            new Run("other", List.of()),
            Judgements.builder().add("unknown", "d", 1).build(),
            List.of(MAP));
    assertThatThrownBy(() -> now.byGain(ofOthers, MAP))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected two evaluations of the same judged queries");
  }

  @Test
  void aMeasureThatWasNotComputedAndAnEmptyEvaluationAreRefused() {
    Evaluation evaluation = Evaluation.of(run("1 a"), JUDGEMENTS, List.of(MAP));
    assertThatThrownBy(() -> evaluation.mean(RankingMeasure.ndcg(3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ndcg@3");
    assertThatThrownBy(() -> Evaluation.of(run("1 a"), JUDGEMENTS, List.of()))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> Evaluation.of(run("1 a"), Judgements.builder().build(), List.of(MAP)))
        .isInstanceOf(InvalidInputException.class);
    Evaluation fewer =
        Evaluation.of(run("1 a"), JUDGEMENTS.restrictedTo(java.util.Set.of("1")), List.of(MAP));
    assertThatThrownBy(() -> evaluation.against(fewer, MAP))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
