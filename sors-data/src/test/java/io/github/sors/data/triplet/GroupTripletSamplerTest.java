package io.github.sors.data.triplet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupTripletSamplerTest {

  private static final int DRAWS = 20_000;

  private final TripletRows rows = new TripletRows();

  @Test
  void drawsPartnersAndRowsThatShareNoGroup() {
    Random random = new Random(3);
    List<int[]> groups = new ArrayList<>();
    for (int g = 0; g < 30; g++) {
      groups.add(random.ints(1 + random.nextInt(6), 0, 50).toArray());
    }
    GroupTripletSampler sampler = GroupTripletSampler.of(RowGroups.of(60, groups), 5);
    for (long t = 0; t < DRAWS; t++) {
      sampler.read(t, rows);
      assertThat(rows.positive()).isNotEqualTo(rows.query());
      assertThat(together(groups, rows.query(), rows.positive())).isTrue();
      assertThat(together(groups, rows.query(), rows.negative())).isFalse();
      assertThat(sampler.isApart(rows.query(), rows.positive())).isFalse();
      assertThat(sampler.isApart(rows.query(), rows.negative())).isTrue();
      assertThat(groups).anyMatch(group -> contains(group, rows.negative()));
    }
  }

  private static boolean together(List<int[]> groups, int row, int other) {
    return groups.stream().anyMatch(group -> contains(group, row) && contains(group, other));
  }

  private static boolean contains(int[] group, int row) {
    return IntStream.of(group).anyMatch(one -> one == row);
  }

  @Test
  void drawsEachAsOftenAsItSays() {
    // row 0: half of its positives from {1}, half from {2, 3, 4}; negatives 5, 6 and 7
    GroupTripletSampler sampler =
        GroupTripletSampler.of(
            RowGroups.of(
                8,
                List.of(
                    new int[] {0, 1}, new int[] {2, 0, 3, 4, 0}, new int[] {5, 6}, new int[] {7})),
            9);
    Map<Integer, Double> positives = new HashMap<>();
    Map<Integer, Double> negatives = new HashMap<>();
    double queries = 0;
    for (long t = 0; t < DRAWS; t++) {
      sampler.read(t, rows);
      assertThat(rows.query()).as("alone, row 7 has no partner").isNotEqualTo(7);
      if (rows.query() == 0) {
        queries++;
        positives.merge(rows.positive(), 1.0, Double::sum);
        negatives.merge(rows.negative(), 1.0, Double::sum);
      }
    }
    // about 20,000 / 7 = 2,857 queries: sd of a share at most √(0.25 / 2,857) = 0.0094, five of
    // them
    assertThat(queries / DRAWS).isCloseTo(1 / 7.0, within(0.0125));
    assertThat(positives).containsOnlyKeys(1, 2, 3, 4);
    assertThat(positives.get(1) / queries).isCloseTo(1 / 2.0, within(0.047));
    assertThat(positives.get(4) / queries).isCloseTo(1 / 6.0, within(0.047));
    assertThat(negatives).containsOnlyKeys(5, 6, 7);
    assertThat(negatives.get(7) / queries).isCloseTo(1 / 3.0, within(0.047));
  }

  @Test
  void findsTheFewRowsThatAreApart() {
    // all but row 999 are together with row 0, so that drawing alone would take long
    int[] many = IntStream.range(0, 999).toArray();
    GroupTripletSampler sampler =
        GroupTripletSampler.of(RowGroups.of(1000, List.of(many, new int[] {999, 998})), 2);
    for (long t = 0; t < 300; t++) {
      sampler.read(t, rows);
      assertThat(rows.query()).as("together with every row").isNotEqualTo(998);
      if (rows.query() < 998) {
        assertThat(rows.negative()).isEqualTo(999);
      }
    }
  }

  @Test
  void isAFunctionOfThePositionAndTheSeed() {
    List<int[]> groups = List.of(new int[] {0, 1, 2}, new int[] {2, 3}, new int[] {4, 5, 6});
    GroupTripletSampler one = GroupTripletSampler.of(RowGroups.of(7, groups), 31);
    GroupTripletSampler same = GroupTripletSampler.of(RowGroups.of(7, groups), 31);
    GroupTripletSampler other = GroupTripletSampler.of(RowGroups.of(7, groups), 32);
    TripletRows expected = new TripletRows();
    int different = 0;
    for (long t = 200; t >= 0; t--) {
      one.read(t, expected);
      same.read(t, rows);
      assertThat(rows).hasToString(expected.toString());
      other.read(t, rows);
      different += rows.toString().equals(expected.toString()) ? 0 : 1;
    }
    assertThat(different).isGreaterThan(100);
    assertThat(one.size()).isEqualTo(TripletSource.ENDLESS);
  }

  @Test
  void refusesGroupsWithoutATriplet() {
    for (List<int[]> groups :
        List.of(
            List.<int[]>of(),
            List.of(new int[] {0}, new int[] {1}),
            List.of(new int[] {0, 1, 2}),
            List.of(new int[] {0, 1}, new int[] {1, 2}, new int[] {2, 0}))) {
      assertThatThrownBy(() -> GroupTripletSampler.of(RowGroups.of(3, groups), 1))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("triplets need a group of at least two training rows");
    }
    assertThatThrownBy(() -> RowGroups.of(3, List.of(new int[] {0, 3})))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
