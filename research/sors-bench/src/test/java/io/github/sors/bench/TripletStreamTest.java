package io.github.sors.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.HashSet;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class TripletStreamTest {

  private static final Offset<Double> ROUNDING = Offset.offset(1e-5);

  @Test
  void zipfTripletsAreUnitVectorsThatComeAgain() {
    ZipfTriplets stream = new ZipfTriplets(10_000, 40);
    for (int round = 0; round < 100; round++) {
      Triplet triplet = stream.triplet(round);
      assertThat(triplet).isEqualTo(stream.triplet(round));
      for (SparseVector vector :
          new SparseVector[] {triplet.query(), triplet.positive(), triplet.negative()}) {
        assertThat(vector.size()).isEqualTo(40);
        assertThat(vector.dimension()).isLessThanOrEqualTo(10_000);
        assertThat(vector.squaredNorm()).isCloseTo(1, ROUNDING);
      }
    }
  }

  @Test
  void zipfTripletsRepeatFrequentFeaturesAndShareHalfWithThePositive() {
    ZipfTriplets stream = new ZipfTriplets(1_000_000, 40);
    Set<Integer> features = new HashSet<>();
    for (int round = 0; round < 100; round++) {
      Triplet triplet = stream.triplet(round);
      int inCommon = 0;
      for (int k = 0; k < 40; k++) {
        features.add(triplet.query().index(k));
        inCommon += triplet.positive().get(triplet.query().index(k)) != 0 ? 1 : 0;
      }
      assertThat(inCommon).as("round " + round).isGreaterThanOrEqualTo(20);
    }
    // 4,000 draws that were uniform would hardly meet a feature twice
    assertThat(features).hasSizeLessThan(3_500);
  }

  @Test
  void denseTripletsHaveThePositiveInTheClassOfTheQuery() {
    DenseTriplets stream = new DenseTriplets(20, 500);
    for (int round = 0; round < 50; round++) {
      Triplet triplet = stream.triplet(round);
      assertThat(triplet.query().size()).isEqualTo(500);
      assertThat(triplet.query().squaredNorm()).isCloseTo(1, ROUNDING);
      assertThat(triplet.query()).isNotSameAs(triplet.positive());
      assertThat(raised(triplet.query()))
          .isEqualTo(raised(triplet.positive()))
          .isNotEqualTo(raised(triplet.negative()));
    }
  }

  /** The class whose features are raised: 0 or 1. */
  private static int raised(SparseVector vector) {
    double[] sums = new double[2];
    for (int j = 0; j < vector.size(); j++) {
      if (j % 10 < 2) {
        sums[j % 10] += vector.value(j);
      }
    }
    return sums[0] > sums[1] ? 0 : 1;
  }
}
