package io.github.sors.ranking.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class RankingMeasureTest {

  private static final Offset<Double> EXACT = within(1e-14);

  /** Ranks 1, 3 and 6 are relevant (grades 3, 1, 2); a fourth, of grade 3, was not found. */
  private static final List<String> RANKED = List.of("a", "b", "c", "d", "e", "f");

  private static final Map<String, Integer> GRADES =
      Map.of("a", 3, "b", 0, "c", 1, "d", -1, "f", 2, "z", 3);

  @Test
  void averagePrecisionDividesByAllRelevantDocuments() {
    // (1/1 + 2/3 + 3/6) / 4
    assertThat(RankingMeasure.averagePrecision().of(RANKED, GRADES))
        .isCloseTo((1 + 2.0 / 3 + 0.5) / 4, EXACT);
  }

  @Test
  void precisionDividesByTheCutEvenWhereFewerWereFound() {
    assertThat(RankingMeasure.precision(3).of(RANKED, GRADES)).isCloseTo(2.0 / 3, EXACT);
    assertThat(RankingMeasure.precision(10).of(RANKED, GRADES)).isCloseTo(0.3, EXACT);
  }

  @Test
  void recallCountsTheRelevantDocumentsThatWereFound() {
    assertThat(RankingMeasure.recall(3).of(RANKED, GRADES)).isEqualTo(0.5);
    assertThat(RankingMeasure.recall(100).of(RANKED, GRADES)).isEqualTo(0.75);
  }

  @Test
  void reciprocalRankIsThatOfTheFirstRelevantDocument() {
    assertThat(RankingMeasure.reciprocalRank().of(RANKED, GRADES)).isEqualTo(1);
    assertThat(RankingMeasure.reciprocalRank().of(List.of("b", "d", "c"), GRADES))
        .isCloseTo(1.0 / 3, EXACT);
  }

  @Test
  void ndcgUsesTheGradesAsGains() {
    // found: 3/log2(2) + 1/log2(4); ideal: 3/log2(2) + 3/log2(3) + 2/log2(4)
    double found = 3 + 0.5;
    double ideal = 3 + 3 / (Math.log(3) / Math.log(2)) + 1;
    assertThat(RankingMeasure.ndcg(3).of(RANKED, GRADES)).isCloseTo(found / ideal, EXACT);
  }

  @Test
  void aQueryWithoutRelevantOrFoundDocumentsGetsZero() {
    for (RankingMeasure measure : RankingMeasure.usual()) {
      assertThat(measure.of(RANKED, Map.of("a", 0, "b", -1))).as(measure.name()).isZero();
      assertThat(measure.of(RANKED, Map.of())).as(measure.name()).isZero();
      assertThat(measure.of(List.of(), GRADES)).as(measure.name()).isZero();
    }
  }

  @Test
  void everyMeasureEqualsItsDefinition() {
    Random random = new Random(18);
    for (int trial = 0; trial < 2_000; trial++) {
      List<String> documents = new ArrayList<>();
      for (int k = 0; k < 1 + random.nextInt(30); k++) {
        documents.add("d" + k);
      }
      Map<String, Integer> grades = new HashMap<>();
      for (String document : documents) {
        if (random.nextInt(3) == 0) {
          grades.put(document, random.nextInt(6) - 2);
        }
      }
      Collections.shuffle(documents, random);
      List<String> ranked = documents.subList(0, random.nextInt(documents.size() + 1));
      int k = 1 + random.nextInt(15);
      assertThat(RankingMeasure.averagePrecision().of(ranked, grades))
          .isCloseTo(LiteralMeasures.averagePrecision(ranked, grades), EXACT);
      assertThat(RankingMeasure.reciprocalRank().of(ranked, grades))
          .isCloseTo(LiteralMeasures.reciprocalRank(ranked, grades), EXACT);
      assertThat(RankingMeasure.precision(k).of(ranked, grades))
          .isCloseTo(LiteralMeasures.precision(ranked, grades, k), EXACT);
      assertThat(RankingMeasure.recall(k).of(ranked, grades))
          .isCloseTo(LiteralMeasures.recall(ranked, grades, k), EXACT);
      assertThat(RankingMeasure.ndcg(k).of(ranked, grades))
          .isCloseTo(LiteralMeasures.ndcg(ranked, grades, k), EXACT);
    }
  }

  @Test
  void namesAreReadAsPeopleAndTrecEvalWriteThem() {
    assertThat(
            RankingMeasure.parseAll(
                List.of(
                    "map",
                    "nDCG@10",
                    "ndcg_cut_10",
                    "ndcg_cut.5",
                    "P@5",
                    "P_5",
                    "recall_100",
                    "recip_rank",
                    "mrr")))
        .extracting(RankingMeasure::name)
        .containsExactly("map", "ndcg@10", "ndcg@5", "p@5", "recall@100", "rr");
  }

  @Test
  void anUnknownNameSaysWhichThereAre() {
    for (String name : List.of("ndcg", "ndcg@0", "bpref", "p@", "p@x", "")) {
      assertThatThrownBy(() -> RankingMeasure.parse(name))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("expected a measure, map, ndcg@10, p@10, recall@100 or rr")
          .hasMessageContaining("'" + name + "'");
    }
    assertThatThrownBy(() -> RankingMeasure.precision(0)).hasMessageContaining("at least 1");
  }
}
