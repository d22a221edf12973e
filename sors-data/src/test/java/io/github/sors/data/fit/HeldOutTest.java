package io.github.sors.data.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.Similarities;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.RowGroups;
import io.github.sors.eval.Gain;
import io.github.sors.eval.RankingEvaluator;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What held-out feedback measures. */
class HeldOutTest {

  private static final Dataset ROWS = GeneratedRows.of(300, 5);

  @Test
  void labelledRowsAreRankedAmongThemselves() {
    FeedbackSplit split =
        FeedbackSplit.of(new LabelFeedback(ROWS.labels(), GeneratedRows.all(ROWS)), 0.2, 7);
    HeldOut heldOut = split.heldOut(ROWS.vectors(), 1);

    int[] learning = ((LabelFeedback) split.learning()).rows();
    int[] rows =
        IntStream.range(0, 300).filter(row -> Arrays.binarySearch(learning, row) < 0).toArray();
    Dataset test = ROWS.select(rows);
    double expected =
        new RankingEvaluator()
            .evaluateWithin(Similarities.cosine(), test.vectors(), test.labels())
            .map();
    assertThat(heldOut.units()).isEqualTo(60);
    assertThat(heldOut.description()).isEqualTo("60 held-out rows");
    Quality quality = heldOut.measure(Similarities.cosine());
    assertThat(quality.mean("MAP")).isCloseTo(expected, within(1e-12));
    assertThat(quality.counted()).containsExactly("MAP", "P@1");
    List<Gain> gains = heldOut.gains(Similarities.cosine(), Similarities.dot());
    assertThat(gains).extracting(Gain::measure).containsExactly("MAP", "P@1", "P@10");
    assertThat(gains.get(0).start()).isCloseTo(expected, within(1e-12));
  }

  /** Rows on a line: the score of two is the product of their numbers. */
  private static List<SparseVector> line(float... numbers) {
    return IntStream.range(0, numbers.length)
        .mapToObj(row -> SparseVector.of(new int[] {0}, new float[] {numbers[row]}))
        .toList();
  }

  @Test
  void theOtherMembersOfAGroupAreRight() {
    // for each query, the rows are ranked 5, 4, …, 0
    List<SparseVector> vectors = line(1, 2, 3, 4, 5, 6);
    RowGroups heldOut = RowGroups.of(6, List.of(new int[] {0, 5}, new int[] {1, 2, 3}));
    HeldOut all =
        HeldOutRankings.ofGroups(
            vectors, heldOut, RowGroups.of(6, List.of()), Integer.MAX_VALUE, 1);

    // ranked for 0: 5, 3, 2, 1; for 5: 3, 2, 1, 0; row 4 is in no held-out group
    double of0 = 1;
    double of5 = 1 / 4.0;
    // 1: 5, 3, 2, 0; 2: 5, 3, 1, 0; 3: 5, 2, 1, 0
    double of123 = (1 / 2.0 + 2 / 3.0) / 2;
    assertThat(all.units()).isEqualTo(2);
    assertThat(all.unit()).isEqualTo("groups");
    assertThat(all.measure(Similarities.dot()).mean("MAP"))
        .isCloseTo((of0 + of5 + 3 * of123) / 5, within(1e-12));
    assertThat(all.gains(Similarities.dot(), Similarities.dot()).get(0).measure())
        .isEqualTo("MAP of the other members of the group");
  }

  @Test
  void rowsThatWereLearntToBeTogetherAreNeitherRightNorWrong() {
    List<SparseVector> vectors = line(1, 2, 3, 4, 5, 6);
    RowGroups heldOut = RowGroups.of(6, List.of(new int[] {0, 1}, new int[] {4, 5}));
    RowGroups learning = RowGroups.of(6, List.of(new int[] {0, 5}, new int[] {0, 4}));
    Quality quality =
        HeldOutRankings.ofGroups(vectors, heldOut, learning, Integer.MAX_VALUE, 1)
            .measure(Similarities.dot());

    // for 0 only 1 is left; for 1: 5, 4, 0; for 4: 5, 1; for 5: 4, 1
    assertThat(quality.mean("MAP")).isCloseTo((1 + 1 / 3.0 + 1 + 1) / 4, within(1e-12));
  }

  @Test
  void aTripletIsRightIfThePositiveScoresHigherAndHalfRightInATie() {
    List<SparseVector> vectors = line(1, 2, 3, 3);
    FixedTriplets triplets =
        FixedTriplets.of(
            // right, wrong and tied: half of those of query 0
            0,
            2,
            1,
            0,
            1,
            2,
            0,
            2,
            3,
            // right
            1,
            2,
            0);
    HeldOut heldOut = new HeldOutTriplets(vectors, triplets, 1);

    assertThat(heldOut.units()).isEqualTo(2);
    assertThat(heldOut.measure(Similarities.dot()).mean(Quality.TRIPLETS))
        .as("the mean over queries, not over triplets")
        .isCloseTo((0.5 + 1) / 2, within(1e-12));
    Gain gain =
        new HeldOutTriplets(vectors, triplets, 2)
            .gains(Similarities.dot(), Similarities.dot())
            .get(0);
    assertThat(gain.measure()).isEqualTo("share of triplets ranked right");
    assertThat(gain.unit()).isEqualTo("queries");
    assertThat(gain.heldOut()).isEqualTo(2);
    assertThat(gain.mean()).isZero();
  }

  @Test
  void aLargePartIsMeasuredOnSomeOfItsRows() {
    int many = 3 * FeedbackSplit.MOST_QUERIES;
    int[] labels = IntStream.range(0, many).map(row -> row % 4).toArray();
    List<SparseVector> vectors =
        IntStream.range(0, many).mapToObj(row -> ROWS.vector(row % 300)).toList();
    FeedbackSplit split =
        FeedbackSplit.holdingOutAll(new LabelFeedback(labels, IntStream.range(0, many).toArray()));

    assertThat(split.heldOut(vectors, 1).units()).isEqualTo(FeedbackSplit.MOST_QUERIES);
    assertThat(split.allHeldOut(vectors, 1).units()).isEqualTo(many);
  }
}
