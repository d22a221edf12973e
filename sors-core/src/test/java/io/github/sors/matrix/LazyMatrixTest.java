package io.github.sors.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.matrix.store.RowStore;
import java.lang.ref.WeakReference;
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
  void largeRoundsAreGatheredTwiceInsteadOfKept() {
    // 2,100 x 4,200 entries are more than are kept between score and step
    int dimension = 4200;
    float[] all = new float[dimension];
    Arrays.fill(all, 0.01f);
    SparseVector dense = SparseVector.ofDense(all);
    SparseVector half = SparseVector.ofDense(Arrays.copyOf(all, dimension / 2));
    LazyMatrix matrix =
        new LazyMatrix(dimension, dimension, true, true, Shrinkage.uniform(1e-4, false));
    Round round = matrix.begin(new Triplet(half, dense, SparseVector.EMPTY));
    // the identity: 2,100 products of 0.01²
    assertThat(round.score()).isCloseTo(0.21, within(1e-6));
    round.step(1);
    round.end(1);
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
    for (int round = 0; round < 600; round++) {
      // 400 features a vector: after some rounds far more of them than dense rows have room for
      Triplet triplet = triplet(random, round < 200 ? 10 : 1_000_000, round < 200 ? 6 : 400);
      Round played = matrix.begin(triplet);
      if (round % 20 == 0) {
        played.step(0.1);
      }
      played.end(0.1);
    }
    assertThat(matrix.storage()).isEqualTo("hashed rows");
    assertThat(matrix.bytes()).isPositive();
    BilinearModel model = matrix.toModel();
    Triplet probe = triplet(random, 1_000_000, 400);
    double expected =
        model.score(probe.query(), probe.positive()) - model.score(probe.query(), probe.negative());
    assertThat(matrix.begin(probe).score()).isCloseTo(expected, within(1e-4));
  }

  @Test
  void forgetsDenseRowsThatHaveBecomeHashedOnes() throws InterruptedException {
    for (int threads = 1; threads <= 2; threads++) {
      LazyMatrix matrix =
          new LazyMatrix(1_000_000, 1_000_000, true, true, Shrinkage.uniform(1e-5, false));
      matrix.setDenseLimit(1 << 20);
      matrix.setThreads(threads);
      SplittableRandom random = new SplittableRandom(5);
      play(matrix, List.of(triplet(random, 1_000_000, 10)));
      WeakReference<RowStore> denseRows = new WeakReference<>(matrix.store());
      List<Triplet> triplets = new ArrayList<>();
      for (int round = 0; round < 8; round++) {
        triplets.add(triplet(random, 1_000_000, 60));
      }
      int playedAtOnce = matrix.play(triplets, new double[8], 1).count();
      assertThat(playedAtOnce).isEqualTo(threads == 1 ? 0 : 8);
      play(matrix, triplets.subList(playedAtOnce, 8));
      assertThat(matrix.storage()).isEqualTo("hashed rows");
      for (int attempt = 0; attempt < 1000 && denseRows.get() != null; attempt++) {
        System.gc();
        Thread.sleep(20);
      }
      assertThat(denseRows.get()).as("dense rows, with %s threads", threads).isNull();
      assertThat(matrix.bytes()).isPositive();
    }
  }

  private static void play(LazyMatrix matrix, List<Triplet> triplets) {
    for (Triplet triplet : triplets) {
      Round round = matrix.begin(triplet);
      round.step(0.1);
      round.end(0.1);
    }
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
      Round nearRound = near.begin(triplet);
      Round farRound = far.begin(spread);
      assertThat(farRound.score()).as("round %d", round).isEqualTo(nearRound.score());
      nearRound.step(0.1);
      farRound.step(0.1);
      nearRound.end(0.1);
      farRound.end(0.1);
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
        Round byOne = alone.begin(triplet);
        Round byThree = team.begin(triplet);
        assertThat(byThree.score()).isEqualTo(byOne.score());
        byOne.step(0.01);
        byThree.step(0.01);
        byOne.end(0.01);
        byThree.end(0.01);
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
    matrix.begin(dense.get(0)).end(0.01);
    assertThat(matrix.play(sparse, etas, 1).count()).isZero();
    assertThat(matrix.play(dense, etas, 1).count()).isEqualTo(50);
    long bytes = matrix.bytes();
    matrix.setDenseLimit(60_000);
    // there is room for the matrix, but not for a second one
    assertThat(matrix.play(dense, etas, 1).count()).isZero();
    matrix.setDenseLimit(103_200);
    // nor for what a block takes for every row beside
    assertThat(matrix.play(dense, etas, 1).count()).isZero();
    matrix.setDenseLimit(bytes);
    assertThat(matrix.play(dense, etas, 1).count()).isEqualTo(50);
  }

  @Test
  void aRoundIsSteppedOnceAndEndedOnce() {
    LazyMatrix matrix = new LazyMatrix(9, 9, true, true, Shrinkage.uniform(1e-4, false));
    SplittableRandom random = new SplittableRandom(8);
    Round first = matrix.begin(triplet(random, 9, 4));
    Round second = matrix.begin(triplet(random, 9, 4));
    assertThatThrownBy(() -> first.step(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("another round");
    assertThatThrownBy(() -> first.end(1)).isInstanceOf(IllegalStateException.class);
    second.step(0.1);
    assertThatThrownBy(() -> second.step(0.1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("stepped already");
    second.end(0.1);
    assertThatThrownBy(() -> second.end(0.1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has ended");
    assertThat(matrix.clock()).isEqualTo(0.1);
  }

  @Test
  void refusesAStepThatFloatsCannotHoldBeforeAnythingChanges() {
    SparseVector huge = SparseVector.of(new int[] {0}, new float[] {2e38f});
    SparseVector tiny = SparseVector.of(new int[] {1}, new float[] {1e-30f});
    for (Shrinkage shrinkage : new Shrinkage[] {Shrinkage.NONE, Shrinkage.uniform(1e-6, true)}) {
      LazyMatrix matrix = new LazyMatrix(2, 2, true, true, shrinkage);
      Round round = matrix.begin(new Triplet(huge, tiny, SparseVector.EMPTY));
      // the product is 2e8, but 10 · 2e38 is not a float
      assertThatThrownBy(() -> round.step(10))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("range of floats");
      assertThat(matrix.toModel().get(0, 1)).isZero();
      round.step(1);
      assertThat(matrix.toModel().get(0, 1)).isCloseTo(2e8f, within(1e3f));
    }
  }

  @Test
  void scoringChangesNothing() {
    LazyMatrix matrix = new LazyMatrix(3, 3, true, true, Shrinkage.adaptive(0.01, 0.1, false));
    SplittableRandom random = new SplittableRandom(9);
    for (int round = 0; round < 20; round++) {
      Round played = matrix.begin(triplet(random, 3, 3));
      played.step(0.1);
      played.end(0.1);
    }
    SparseVector unseen = SparseVector.of(new int[] {1, 5_000_000}, new float[] {1, 2});
    BilinearModel model = matrix.toModel();
    double expected = model.score(unseen, unseen);
    assertThat(matrix.score(unseen, unseen)).isCloseTo(expected, within(1e-6));
    for (int round = 0; round < 20; round++) {
      SparseVector query = vector(random, 3, 3);
      SparseVector item = vector(random, 3, 3);
      assertThat(matrix.score(query, item)).isCloseTo(model.score(query, item), within(1e-6));
    }
    assertThat(matrix.toModel().queryDimension()).isEqualTo(3);
    matrix.reserve(7, 7);
    assertThat(matrix.toModel().queryDimension()).isEqualTo(7);
    // as it would have been had it been there from the start
    assertThat(matrix.toModel().get(6, 6)).isCloseTo(1 - 0.01f * 2 / 0.1f, within(1e-6f));
    assertThat(matrix.score(one(6), one(6))).isCloseTo(0.8, within(1e-6));
  }

  private static SparseVector one(int feature) {
    return SparseVector.of(new int[] {feature}, new float[] {1});
  }
}
