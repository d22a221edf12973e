package io.github.sors.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.SparseVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureNumberingTest {

  /**
   * Features below these bounds have a place each, a hash table, and first one and then the other.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 100, 70_000, 300_000, 10_000_000, Integer.MAX_VALUE})
  void numbersFeaturesInTheOrderOfTheirFirstOccurrence(int bound) {
    SplittableRandom random = new SplittableRandom(bound);
    FeatureNumbering numbering = new FeatureNumbering();
    Map<Integer, Integer> expected = new HashMap<>();
    int wrong = 0;
    for (int draw = 0; draw < 200_000; draw++) {
      // small features are more frequent, as in texts
      int feature = random.nextInt(random.nextInt(bound) + 1);
      wrong += numbering.find(feature) == expected.getOrDefault(feature, -1) ? 0 : 1;
      Integer number = expected.putIfAbsent(feature, expected.size());
      wrong += numbering.number(feature) == (number == null ? expected.size() - 1 : number) ? 0 : 1;
    }
    assertThat(wrong).as("wrong numbers").isZero();
    assertThat(numbering.size()).isEqualTo(expected.size());
    FeatureNumbering copy = numbering.copy();
    assertThat(expected.entrySet())
        .as("features that a copy numbers otherwise")
        .noneMatch(
            entry ->
                copy.find(entry.getKey()) != entry.getValue()
                    || copy.feature(entry.getValue()) != entry.getKey());
    assertThat(numbering.bytes())
        .isLessThanOrEqualTo(FeatureNumbering.mostBytes(bound) + 8L * (expected.size() + 16));
  }

  /** Expected features have the first numbers; the others get the next ones as they occur. */
  @ParameterizedTest
  @ValueSource(ints = {100, 70_000, 10_000_000})
  void keepsNumbersForExpectedFeatures(int bound) {
    SplittableRandom random = new SplittableRandom(bound);
    int[] expected = random.ints(0, bound).distinct().limit(60).toArray();
    FeatureNumbering numbering = new FeatureNumbering();
    numbering.expect(expected);
    assertThat(numbering.size()).isZero();
    assertThat(numbering.span()).isEqualTo(60);
    assertThat(numbering.find(expected[3])).isNegative();

    Map<Integer, Integer> numbers = new HashMap<>();
    int wrong = 0;
    for (int draw = 0; draw < 100_000; draw++) {
      int feature = draw % 7 == 0 ? expected[random.nextInt(50)] : random.nextInt(bound);
      Integer known = numbers.get(feature);
      wrong += (numbering.find(feature) >= 0) == (known != null) ? 0 : 1;
      int number = numbering.number(feature);
      wrong += number == numbering.find(feature) ? 0 : 1;
      wrong += known == null || number == known ? 0 : 1;
      numbers.put(feature, number);
    }
    assertThat(wrong).as("wrong numbers").isZero();
    for (int k = 0; k < 60; k++) {
      assertThat(numbering.feature(k)).isEqualTo(expected[k]);
      assertThat(numbers.getOrDefault(expected[k], k)).isEqualTo(k);
    }
    assertThat(numbering.size()).isEqualTo(numbers.size());
    assertThat(numbering.occurred())
        .containsExactly(numbers.values().stream().mapToInt(n -> n).sorted().toArray());
    assertThat(numbering.features()).hasSize(numbering.span());
    FeatureNumbering copy = numbering.copy();
    assertThat(numbers.entrySet())
        .as("features that a copy numbers otherwise")
        .noneMatch(entry -> copy.find(entry.getKey()) != entry.getValue());
    assertThatThrownBy(() -> numbering.expect(expected)).isInstanceOf(IllegalStateException.class);
  }

  /** 63 features are in every vector, then come those that are in two, and then the others. */
  @Test
  void frequentFeaturesComeFirstAndThoseThatOccurTogetherAreNeighbours() {
    List<SparseVector> vectors = new ArrayList<>();
    for (int vector = 0; vector < 200; vector++) {
      IntStream inEvery = IntStream.range(1000, 1063);
      IntStream inTwo = IntStream.of(vector / 2 + 100);
      IntStream once = IntStream.of(2 * vector + 2000, 900_000 - vector);
      int[] features =
          Stream.of(inEvery, inTwo, once).flatMapToInt(each -> each).sorted().toArray();
      float[] ones = new float[features.length];
      Arrays.fill(ones, 1);
      vectors.add(SparseVector.of(features, ones));
    }
    int[] arranged = FeatureFrequencies.frequentFirst(vectors);
    assertThat(arranged).hasSize(63 + 100 + 400).doesNotHaveDuplicates();
    assertThat(Arrays.copyOf(arranged, 64))
        .as("by their first occurrence")
        .startsWith(100, 1000, 1001)
        .endsWith(1061, 1062);
    assertThat(Arrays.copyOfRange(arranged, 64, 128))
        .containsExactly(IntStream.range(101, 165).toArray());
    int[] third = Arrays.copyOfRange(arranged, 128, 256);
    assertThat(third).startsWith(2000, 900_000, 2002, 899_999).endsWith(198, 199);
    int[] last = Arrays.copyOfRange(arranged, 256, arranged.length);
    assertThat(last).startsWith(900_000 - 46, 2000 + 2 * 47).endsWith(2398, 900_000 - 199);
    assertThat(FeatureFrequencies.frequentFirst(List.of())).isEmpty();
  }

  @Test
  void memoryDependsOnTheFeaturesThatOccurNotOnTheLargest() {
    FeatureNumbering numbering = new FeatureNumbering();
    for (int k = 0; k < 10_000; k++) {
      numbering.number(k * 200_000);
    }
    assertThat(numbering.bytes()).isLessThan(10_000 * 48);
  }

  @Test
  void featuresWithRegularGapsDoNotCollide() {
    for (int bits = 0; bits < 15; bits++) {
      FeatureNumbering numbering = new FeatureNumbering();
      for (int k = 0; k < 60_000; k++) {
        numbering.number(100_000_000 + (k << bits));
      }
      int wrong = 0;
      // if they collided, this would take minutes
      for (int round = 0; round < 20; round++) {
        for (int k = 0; k < 60_000; k++) {
          wrong += numbering.find(100_000_000 + (k << bits)) == k ? 0 : 1;
        }
      }
      assertThat(wrong).as("wrong numbers").isZero();
    }
  }

  @Test
  void refusesFeaturesOutOfRangeAndTwice() {
    assertThatThrownBy(() -> FeatureNumbering.of(new int[] {1, 5}, 5))
        .hasMessage("expected different features below 5, found 5");
    assertThatThrownBy(() -> FeatureNumbering.of(new int[] {-1}, 5))
        .hasMessageContaining("found -1");
    assertThatThrownBy(() -> FeatureNumbering.of(new int[] {3, 3}, 5))
        .hasMessageContaining("found 3");
    assertThat(FeatureNumbering.of(new int[] {4, 0}, 5).features()).containsExactly(4, 0);
  }
}
