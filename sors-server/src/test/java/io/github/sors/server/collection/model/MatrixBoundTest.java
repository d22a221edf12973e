package io.github.sors.server.collection.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.SparseVector;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MatrixBoundTest {

  private static SparseVector random(SplittableRandom random, BitSet into) {
    int[] features = random.ints(random.nextInt(30), 0, 40).distinct().sorted().toArray();
    Arrays.stream(features).forEach(into::set);
    float[] values = new float[features.length];
    Arrays.fill(values, 1);
    return SparseVector.of(features, values);
  }

  @Test
  void featuresThatTwoItemsShareAreCountedOnce() {
    SplittableRandom random = new SplittableRandom(1);
    for (int trial = 0; trial < 200; trial++) {
      BitSet either = new BitSet();
      SparseVector better = random(random, either);
      SparseVector worse = random(random, either);
      assertThat(MatrixBound.distinctFeatures(better, worse)).isEqualTo(either.cardinality());
      MatrixBound bound = new MatrixBound(true, 40);
      bound.add(SparseVector.ofDense(1, 1, 1), better, worse);
      assertThat(bound.work()).isEqualTo(3L * either.cardinality());
    }
  }
}
