package io.github.sors.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.feature.FeatureNumbering;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PreparedTripletTest {

  private static final int FEATURES = 40;

  /** A vector of at most so many features, with few different values, so that some cancel. */
  private static SparseVector draw(SplittableRandom random, int most) {
    TreeMap<Integer, Float> entries = new TreeMap<>();
    for (int k = random.nextInt(most + 1); k > 0; k--) {
      // some beyond all others, where the other vector has come to its end
      int feature = random.nextInt(8) == 0 ? 1 << 30 : random.nextInt(FEATURES);
      entries.put(feature, 0.5f * (random.nextInt(9) - 4));
    }
    int[] features = entries.keySet().stream().mapToInt(feature -> feature).toArray();
    float[] values = new float[features.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = entries.get(features[k]);
    }
    return SparseVector.of(features, values);
  }

  /** p = x⁺ - x⁻, literally. */
  private static Map<Integer, Float> difference(Triplet triplet) {
    TreeMap<Integer, Float> difference = new TreeMap<>();
    add(triplet.positive(), 1, difference);
    add(triplet.negative(), -1, difference);
    difference.values().removeIf(value -> value == 0);
    return difference;
  }

  private static void add(SparseVector vector, float sign, Map<Integer, Float> sum) {
    for (int k = 0; k < vector.size(); k++) {
      sum.merge(vector.index(k), sign * vector.value(k), Float::sum);
    }
  }

  @Test
  void holdsTheDifferenceAndItsColumnsInTheOrderOfTheFeatures() {
    SplittableRandom random = new SplittableRandom(1);
    FeatureNumbering rows = new FeatureNumbering();
    FeatureNumbering columns = new FeatureNumbering();
    PreparedTriplet prepared = new PreparedTriplet();
    for (int test = 0; test < 20_000; test++) {
      int most = 1 + random.nextInt(FEATURES);
      Triplet triplet = new Triplet(draw(random, most), draw(random, most), draw(random, FEATURES));

      prepared.take(triplet);
      prepared.number(rows, columns);

      Map<Integer, Float> expected = difference(triplet);
      int[] features = expected.keySet().stream().mapToInt(feature -> feature).toArray();
      assertThat(prepared.count()).isEqualTo(features.length);
      for (int k = 0; k < features.length; k++) {
        assertThat(prepared.values()[k]).isEqualTo(expected.get(features[k]));
        int column = columns.find(features[k]);
        assertThat(column).isNotNegative();
        assertThat(prepared.columns().numbers()[k]).isEqualTo(column);
        assertThat(prepared.columns().starts(2)[k]).isEqualTo(2 * column);
      }
      checkQuery(triplet.query(), prepared, features, rows);
      checkProducts(triplet.query(), expected, prepared);
    }
  }

  private static void checkQuery(
      SparseVector query, PreparedTriplet prepared, int[] features, FeatureNumbering rows) {
    assertThat(prepared.queryCount()).isEqualTo(query.size());
    for (int a = 0; a < query.size(); a++) {
      assertThat(rows.find(query.index(a))).isNotNegative().isEqualTo(prepared.row(a));
      int place = Arrays.binarySearch(features, query.index(a));
      assertThat(prepared.diagonalPlace(a)).isEqualTo(place < 0 ? -1 : place);
    }
  }

  private static void checkProducts(
      SparseVector query, Map<Integer, Float> difference, PreparedTriplet prepared) {
    float largest = 0;
    for (float value : difference.values()) {
      largest = Math.max(largest, Math.abs(value));
    }
    float largestOfQuery = 0;
    for (int a = 0; a < query.size(); a++) {
      largestOfQuery = Math.max(largestOfQuery, Math.abs(query.value(a)));
    }
    assertThat(prepared.largestProduct()).isEqualTo((double) largestOfQuery * largest);
  }

  @Test
  void findsNumbersOnlyIfAllFeaturesHaveOne() {
    FeatureNumbering rows = FeatureNumbering.of(new int[] {3}, 10);
    FeatureNumbering columns = FeatureNumbering.of(new int[] {1, 2, 4}, 10);
    PreparedTriplet prepared = new PreparedTriplet();

    prepared.take(triplet(3, 1, 4));
    prepared.find(rows, columns);
    assertThat(prepared.isNumbered()).isTrue();
    assertThat(prepared.columns().numbers()).startsWith(0, 2);
    assertThat(prepared.columns().isLeading()).isFalse();

    prepared.take(triplet(3, 1, 2));
    prepared.find(rows, columns);
    assertThat(prepared.columns().isLeading()).isTrue();

    prepared.take(triplet(3, 1, 5));
    prepared.find(rows, columns);
    assertThat(prepared.isNumbered()).isFalse();

    prepared.take(triplet(2, 1, 4));
    prepared.find(rows, columns);
    assertThat(prepared.isNumbered()).isFalse();
    assertThat(rows.size()).isEqualTo(1);
    assertThat(columns.size()).isEqualTo(3);
  }

  /** A triplet of vectors with one feature each. */
  private static Triplet triplet(int query, int positive, int negative) {
    return new Triplet(unit(query, 1), unit(positive, 1), unit(negative, 1));
  }

  private static SparseVector unit(int feature, float value) {
    return SparseVector.of(new int[] {feature}, new float[] {value});
  }

  @Test
  void rejectsValuesThatAreTooLarge() {
    PreparedTriplet prepared = new PreparedTriplet();
    Triplet large = new Triplet(unit(1, 2), unit(3, -1e20f), unit(1, 1));

    assertThatThrownBy(() -> prepared.take(large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("values up to 2.0 in the query and differences up to 1.0E20");
    assertThat(prepared.count()).isZero();
    assertThat(prepared.queryCount()).isZero();
  }
}
