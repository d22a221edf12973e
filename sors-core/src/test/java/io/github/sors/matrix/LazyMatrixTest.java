package io.github.sors.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LazyMatrixTest {

  private static Triplet triplet(SplittableRandom random, int dimension, int size) {
    return new Triplet(
        vector(random, dimension, size),
        vector(random, dimension, size),
        vector(random, dimension, size));
  }

  private static SparseVector vector(SplittableRandom random, int dimension, int size) {
    int[] indices = random.ints(size, 0, dimension).sorted().distinct().toArray();
    float[] values = new float[indices.length];
    for (int k = 0; k < values.length; k++) {
      values[k] = random.nextFloat() - 0.3f;
    }
    return SparseVector.of(indices, values);
  }

  @Test
  void settlesByItselfBeforeTheClockOutgrowsTheValues() {
    for (Shrinkage shrinkage :
        new Shrinkage[] {Shrinkage.uniform(1e-3, false), Shrinkage.adaptive(1e-3, 0.01, true)}) {
      LazyMatrix matrix = new LazyMatrix(30, 30, true, true, shrinkage);
      SplittableRandom random = new SplittableRandom(3);
      double largestClock = 0;
      int restarts = 0;
      for (int round = 0; round < 200_000; round++) {
        matrix.score(triplet(random, 30, 5));
        if (round % 10 == 0) {
          matrix.step(0.1);
        }
        double before = matrix.clock();
        matrix.tick(0.1);
        restarts += before == 0 && round > 0 ? 1 : 0;
        largestClock = Math.max(largestClock, matrix.clock());
      }
      // without settling it would be 20,000, and the levels 20 beside values below 1
      assertThat(restarts).as("%s", shrinkage).isGreaterThan(3);
      assertThat(largestClock).as("%s", shrinkage).isLessThan(8_000);
    }
  }

  @Test
  void largeRoundsAreGatheredTwiceInsteadOfKept() {
    // 2,100 x 4,200 entries are more than are kept between score and step
    int dimension = 4200;
    float[] all = new float[dimension];
    Arrays.fill(all, 0.01f);
    SparseVector dense = SparseVector.ofDense(all);
    SparseVector half = SparseVector.ofDense(Arrays.copyOf(all, dimension / 2));
    LazyMatrix matrix =
        new LazyMatrix(dimension, dimension, true, true, Shrinkage.uniform(1e-4, false));
    double score = matrix.score(new Triplet(half, dense, SparseVector.EMPTY));
    // the identity: 2,100 products of 0.01²
    assertThat(score).isCloseTo(0.21, within(1e-6));
    matrix.step(1);
    matrix.tick(1);
    BilinearModel model = matrix.toModel();
    // 0.01 · 0.01 is just shrunk away, on the diagonal 1 + 10⁻⁴ - 10⁻⁴ is left
    assertThat(model.get(3, 3)).isCloseTo(1f, within(1e-6f));
    assertThat(model.get(4000, 4000)).isCloseTo(0.9999f, within(1e-6f));
    assertThat(Math.abs(model.get(3, 4000))).isLessThan(1e-9f);
  }

  @Test
  void movesToHashedRowsWhenItOutgrowsDenseOnes() {
    LazyMatrix matrix = new LazyMatrix(10, 10, true, true, Shrinkage.uniform(1e-5, false));
    assertThat(matrix.storage()).isEqualTo("dense rows");
    SplittableRandom random = new SplittableRandom(4);
    double[] scores = new double[600];
    for (int round = 0; round < scores.length; round++) {
      // 400 features a vector: after some rounds far more of them than dense rows have room for
      Triplet triplet = triplet(random, round < 200 ? 10 : 1_000_000, round < 200 ? 6 : 400);
      scores[round] = matrix.score(triplet);
      if (round % 20 == 0) {
        matrix.step(0.1);
      }
      matrix.tick(0.1);
    }
    assertThat(matrix.storage()).isEqualTo("hashed rows");
    assertThat(matrix.bytes()).isPositive();
    BilinearModel model = matrix.toModel();
    Triplet probe = triplet(random, 1_000_000, 400);
    double expected =
        model.score(probe.query(), probe.positive()) - model.score(probe.query(), probe.negative());
    assertThat(matrix.score(probe)).isCloseTo(expected, within(1e-4));
  }

  @Test
  void largeIndicesCostNothingButTheirFeatures() {
    LazyMatrix near = new LazyMatrix(50, 50, true, true, Shrinkage.adaptive(1e-4, 0.1, true));
    LazyMatrix far = new LazyMatrix(0, 0, true, true, Shrinkage.adaptive(1e-4, 0.1, true));
    SplittableRandom random = new SplittableRandom(5);
    for (int round = 0; round < 500; round++) {
      Triplet triplet = triplet(random, 50, 8);
      Triplet spread =
          new Triplet(
              spread(triplet.query()), spread(triplet.positive()), spread(triplet.negative()));
      assertThat(far.score(spread)).as("round %d", round).isEqualTo(near.score(triplet));
      near.step(0.1);
      far.step(0.1);
      near.tick(0.1);
      far.tick(0.1);
    }
    assertThat(far.bytes()).isLessThan(100_000);
  }

  private static SparseVector spread(SparseVector vector) {
    int[] indices = vector.indexArray().clone();
    for (int k = 0; k < indices.length; k++) {
      indices[k] = indices[k] * 199_999 + 17;
    }
    return SparseVector.of(indices, vector.valueArray());
  }

  @Test
  void theNumberOfThreadsChangesNoBit() {
    for (Shrinkage shrinkage :
        new Shrinkage[] {
          Shrinkage.uniform(1e-4, true), Shrinkage.adaptive(1e-4, 0.1, false), Shrinkage.NONE
        }) {
      LazyMatrix alone = new LazyMatrix(400, 400, true, true, shrinkage);
      LazyMatrix team = new LazyMatrix(0, 0, true, true, shrinkage);
      team.setThreads(3);
      SplittableRandom random = new SplittableRandom(6);
      for (int round = 0; round < 300; round++) {
        Triplet triplet = triplet(random, 400, 120);
        assertThat(team.score(triplet)).isEqualTo(alone.score(triplet));
        alone.step(0.01);
        team.step(0.01);
        alone.tick(0.01);
        team.tick(0.01);
      }
      assertThat(team.toModel().valueArray()).isEqualTo(alone.toModel().valueArray());
      assertThat(team.toModel().columnArray()).isEqualTo(alone.toModel().columnArray());
    }
  }

  @Test
  void playsDenseRoundsAtOnceAndOthersOneByOne() {
    SplittableRandom random = new SplittableRandom(7);
    double[] etas = new double[50];
    Arrays.fill(etas, 0.01);
    LazyMatrix matrix = new LazyMatrix(100, 100, true, true, Shrinkage.uniform(1e-4, false));
    List<Triplet> dense = new ArrayList<>();
    List<Triplet> sparse = new ArrayList<>();
    for (int k = 0; k < etas.length; k++) {
      dense.add(triplet(random, 100, 1000));
      sparse.add(triplet(random, 100, 20));
    }
    matrix.score(dense.get(0));
    matrix.tick(0.01);
    assertThat(matrix.play(sparse, etas, 1)).isZero();
    assertThat(matrix.play(dense, etas, 1)).isEqualTo(50);
    // up to the next examination of the levels
    assertThat(matrix.play(dense, etas, 1)).isEqualTo(64 - 51);
    matrix.setDenseLimit(60_000);
    // there is room for the matrix, but not for a second one
    assertThat(matrix.play(dense, etas, 1)).isZero();
  }
}
