package io.github.sors.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sors.BilinearModel;
import io.github.sors.Triplet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What was frozen is what a twin that stopped there has, whatever the learner does meanwhile. */
class FrozenLearnerTest {

  private static final int DIMENSION = 90;
  private static final int BEFORE = 150;
  private static final int AFTER = 300;

  @TempDir private Path folder;

  /** How the rows are kept. */
  private enum Rows {
    DENSE(Long.MAX_VALUE),
    HASHED(0),
    /** Dense until, after the moment, there is no room for that. */
    MOVED(8L * 70 * 70);

    final long denseLimit;

    Rows(long denseLimit) {
      this.denseLimit = denseLimit;
    }
  }

  private static OnlineBilinearLearner learner(Algorithm algorithm, Rows rows, int threads) {
    OnlineBilinearLearner learner =
        algorithm.create(
            Map.of("lambda", "1e-3", "eta", "0.1", "delta", "0.1", "c", "0.1", "r", "0.1"));
    learner.setDenseLimit(rows.denseLimit);
    learner.setThreads(threads);
    return learner;
  }

  /** Features turn up all the time, so that rows grow. */
  private static List<Triplet> triplets(double density) {
    RandomTriplets random = new RandomTriplets(3, DIMENSION, DIMENSION, density);
    List<Triplet> triplets = new ArrayList<>();
    for (int t = 0; t < BEFORE + AFTER; t++) {
      int known = Math.min(DIMENSION, 20 + t / 4);
      triplets.add(random.nextBelow(known, known));
    }
    return triplets;
  }

  private static void assertSame(BilinearModel model, BilinearModel expected) {
    assertThat(model.queryDimension()).isEqualTo(expected.queryDimension());
    assertThat(model.provenance()).isEqualTo(expected.provenance());
    assertThat(model.nonZeros()).isEqualTo(expected.nonZeros());
    assertThat(entries(model)).isDeepEqualTo(entries(expected));
  }

  private static float[][] entries(BilinearModel model) {
    float[][] entries = new float[model.queryDimension()][model.itemDimension()];
    for (int row = 0; row < entries.length; row++) {
      for (int column = 0; column < entries[row].length; column++) {
        entries[row][column] = model.get(row, column);
      }
    }
    return entries;
  }

  @ParameterizedTest
  @EnumSource
  void roundsAfterwardsChangeNothingInIt(Algorithm algorithm) throws IOException {
    for (Rows rows : Rows.values()) {
      for (boolean atOnce : new boolean[] {false, true}) {
        List<Triplet> triplets = triplets(atOnce ? 0.8 : 0.2);
        OnlineBilinearLearner learner = learner(algorithm, rows, 2);
        OnlineBilinearLearner twin = learner(algorithm, rows, 1);
        for (Triplet triplet : triplets.subList(0, BEFORE)) {
          learner.learn(triplet);
          twin.learn(triplet);
        }
        FrozenLearner model = learner.freeze();
        FrozenLearner checkpoint = learner.freeze();
        if (atOnce) {
          learner.learn(triplets.subList(BEFORE, BEFORE + AFTER));
        } else {
          triplets.subList(BEFORE, BEFORE + AFTER).forEach(learner::learn);
        }
        learner.settle();

        assertThat(model.progress()).isEqualTo(twin.progress());
        assertSame(model.model(), twin.snapshot());
        Path frozen = folder.resolve("frozen");
        Path expected = folder.resolve("expected");
        checkpoint.writeCheckpoint(Map.of("a", "b"), frozen);
        new Checkpoint(twin, Map.of("a", "b")).write(expected);
        assertThat(Files.mismatch(frozen, expected)).as("%s, %s", algorithm, rows).isEqualTo(-1);
      }
    }
  }

  @Test
  void itIsReadWhileRoundsGoOn() {
    for (Rows rows : Rows.values()) {
      List<Triplet> triplets = triplets(0.3);
      OnlineBilinearLearner learner = learner(Algorithm.ADASORS_II, rows, 1);
      OnlineBilinearLearner twin = learner(Algorithm.ADASORS_II, rows, 1);
      for (int t = 0; t < triplets.size(); t++) {
        if (t % 10 == 0) {
          List<CompletableFuture<BilinearModel>> models =
              IntStream.range(0, 2)
                  .mapToObj(
                      k -> {
                        FrozenLearner frozen = learner.freeze();
                        return CompletableFuture.supplyAsync(
                            () -> {
                              try (frozen) {
                                return frozen.model();
                              }
                            });
                      })
                  .toList();
          BilinearModel expected = twin.snapshot();
          triplets.subList(t, t + 10).forEach(learner::learn);
          models.forEach(model -> assertSame(model.join(), expected));
        }
        twin.learn(triplets.get(t));
      }
      assertSame(learner.snapshot(), twin.snapshot());
    }
  }

  @Test
  void itIsReadOnce() {
    OnlineBilinearLearner learner = learner(Algorithm.SORS_I, Rows.DENSE, 1);
    FrozenLearner frozen = learner.freeze();
    frozen.model();
    assertThatThrownBy(frozen::model).isInstanceOf(IllegalStateException.class);
    FrozenLearner closed = learner.freeze();
    closed.close();
    assertThatThrownBy(closed::model).isInstanceOf(IllegalStateException.class);
  }
}
