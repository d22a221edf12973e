package io.github.sors.data.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.InvalidInputException;
import io.github.sors.SparseVector;
import io.github.sors.data.Dataset;
import io.github.sors.data.triplet.FixedTriplets;
import io.github.sors.data.triplet.RowGroups;
import io.github.sors.data.triplet.Split;
import io.github.sors.data.triplet.TripletRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is held out does not stand in what is learnt from. */
class FeedbackSplitTest {

  private static final Dataset ROWS = GeneratedRows.of(300, 5);
  private static final List<SparseVector> VECTORS = ROWS.vectors();

  private final Random random = new Random(6);

  private RowGroups sessions() {
    return RowGroups.of(
        300,
        IntStream.range(0, 150)
            .mapToObj(g -> random.ints(0, 300).distinct().limit(4).toArray())
            .toList());
  }

  private FixedTriplets triplets(int count, int queries) {
    int[] rows = new int[3 * count];
    for (int k = 0; k < count; k++) {
      int[] three = random.ints(0, 300).distinct().limit(3).toArray();
      three[0] = three[0] % queries;
      System.arraycopy(three, 0, rows, 3 * k, 3);
    }
    return FixedTriplets.of(rows)
        .withWeights(IntStream.range(0, count).mapToDouble(k -> 1 + k).toArray());
  }

  @Test
  void aShareOfEveryClassIsHeldOut() {
    RowFeedback labels = new LabelFeedback(ROWS.labels(), GeneratedRows.all(ROWS));
    FeedbackSplit split = FeedbackSplit.of(labels, 0.3, 9);

    assertThat(((LabelFeedback) split.learning()).rows())
        .as("the rows that models have recorded by share and seed")
        .containsExactly(Split.perClass(ROWS.labels(), 0.3, 9).train());
    assertThat(split.heldOut(VECTORS, 1).units()).isEqualTo(90);
  }

  @Test
  void groupsAreHeldOutAsAWhole() {
    RowGroups all = sessions();
    FeedbackSplit split = FeedbackSplit.of(new GroupFeedback(all), 0.2, 3);
    RowGroups learning = ((GroupFeedback) split.learning()).groups();

    assertThat(learning.size()).isEqualTo(120);
    assertThat(split.heldOut(VECTORS, 1).units()).isEqualTo(30);
    Set<List<Integer>> left = new HashSet<>();
    for (int group = 0; group < learning.size(); group++) {
      left.add(Arrays.stream(learning.group(group)).boxed().toList());
    }
    List<List<Integer>> whole = new ArrayList<>();
    for (int group = 0; group < all.size(); group++) {
      whole.add(Arrays.stream(all.group(group)).boxed().toList());
    }
    assertThat(whole).containsAll(left);
  }

  @Test
  void aGroupOfOneRowIsNeverHeldOut() {
    RowGroups all =
        RowGroups.of(
            60,
            IntStream.range(0, 40).mapToObj(g -> IntStream.range(0, g % 2 + 1).toArray()).toList());
    FeedbackSplit split = FeedbackSplit.of(new GroupFeedback(all), 0.5, 3);

    assertThat(split.heldOut(VECTORS, 1).units()).isEqualTo(10);
    assertThat(((GroupFeedback) split.learning()).groups().size()).isEqualTo(30);
  }

  @Test
  void aHeldOutQueryStandsInNoTripletThatIsLearnt() {
    FixedTriplets all = triplets(2_000, 300);
    FeedbackSplit split = FeedbackSplit.of(new TripletFeedback(all), 0.2, 3);
    FixedTriplets learning = ((TripletFeedback) split.learning()).list();

    Set<Integer> queries = new HashSet<>();
    Set<Integer> standing = new HashSet<>();
    TripletRows rows = new TripletRows();
    for (int k = 0; k < all.size(); k++) {
      all.read(k, rows);
      queries.add(rows.query());
    }
    List<String> kept = new ArrayList<>();
    for (int k = 0; k < learning.size(); k++) {
      learning.read(k, rows);
      standing.addAll(List.of(rows.query(), rows.positive(), rows.negative()));
      kept.add(rows.toString());
    }
    int heldOut = split.heldOut(VECTORS, 1).units();
    assertThat(heldOut).isEqualTo((int) Math.round(0.2 * queries.size()));
    queries.removeAll(standing);
    assertThat(queries).hasSizeGreaterThanOrEqualTo(heldOut);
    // in order, with their weights
    List<String> given = new ArrayList<>();
    for (int k = 0; k < all.size(); k++) {
      all.read(k, rows);
      given.add(rows.toString());
    }
    assertThat(given).containsSubsequence(kept);
  }

  @Test
  void theSameSeedGivesTheSameParts() {
    RowFeedback groups = new GroupFeedback(sessions());
    String one = part(FeedbackSplit.of(groups, 0.2, 3));

    assertThat(part(FeedbackSplit.of(groups, 0.2, 3))).isEqualTo(one);
    assertThat(part(FeedbackSplit.of(groups, 0.2, 4))).isNotEqualTo(one);
  }

  private static String part(FeedbackSplit split) {
    return ((GroupFeedback) split.learning()).groups().fingerprint();
  }

  @Test
  void nothingOrEverythingCanBeHeldOut() {
    List<RowFeedback> forms =
        List.of(
            new LabelFeedback(ROWS.labels(), GeneratedRows.all(ROWS)),
            new GroupFeedback(sessions()),
            new TripletFeedback(triplets(1_000, 100)));
    int[] units = {300, 150, 100};
    for (int k = 0; k < units.length; k++) {
      assertThat(FeedbackSplit.of(forms.get(k), 0, 1).heldOut(VECTORS, 1).units()).isZero();
      assertThat(FeedbackSplit.holdingOutAll(forms.get(k)).heldOut(VECTORS, 1).units())
          .isEqualTo(units[k]);
      RowFeedback form = forms.get(k);
      assertThatThrownBy(() -> FeedbackSplit.of(form, 1, 1))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("expected a share to hold out from 0 to below 1, found 1.0");
    }
  }

  @Test
  void aChoiceHoldsOutWhatItNeeds() {
    // 4 rows in each of 25 classes: a fifth leaves one of each, which has nothing to find
    int[] labels = IntStream.range(0, 100).map(row -> row / 4).toArray();
    int[] rows = IntStream.range(0, 100).toArray();
    List<SparseVector> vectors = VECTORS.subList(0, 100);
    RowFeedback small = new LabelFeedback(labels, rows);
    FeedbackSplit split = FeedbackSplit.forChoosing(small, vectors, 1).orElseThrow();
    assertThat(((LabelFeedback) split.learning()).rows()).hasSize(50);

    assertThat(
            FeedbackSplit.forChoosing(
                new LabelFeedback(labels, Arrays.copyOf(rows, 12)), vectors, 1))
        .isEmpty();
    assertThat(FeedbackSplit.forChoosing(new LabelFeedback(labels, new int[0]), vectors, 1))
        .isEmpty();
    assertThat(FeedbackSplit.forChoosing(new TripletFeedback(triplets(500, 19)), VECTORS, 1))
        .isEmpty();
  }

  @Test
  void aChoiceOnManyRowsHoldsOutTwoThousand() {
    int many = 15_000;
    int[] labels = IntStream.range(0, many).map(row -> row % 4).toArray();
    List<SparseVector> vectors = IntStream.range(0, many).mapToObj(row -> ROWS.vector(0)).toList();
    FeedbackSplit split =
        FeedbackSplit.forChoosing(
                new LabelFeedback(labels, IntStream.range(0, many).toArray()), vectors, 1)
            .orElseThrow();

    assertThat(many - ((LabelFeedback) split.learning()).rows().length).isBetween(1_996, 2_004);
  }

  @Test
  void saysHowManyWouldDo() {
    assertThat(FeedbackSplit.tooFew(7, "rows", 0.3))
        .isEqualTo(
            "too few to tell a gain from chance: 7 held-out rows, of 20 that it takes; about 67"
                + " rows in all would do");
  }
}
