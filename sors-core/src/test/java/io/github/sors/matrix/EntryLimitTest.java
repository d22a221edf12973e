package io.github.sors.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.BilinearModel;
import io.github.sors.SparseVector;
import io.github.sors.Triplet;
import io.github.sors.learn.Algorithm;
import io.github.sors.learn.OnlineBilinearLearner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EntryLimitTest {

  private static BilinearModel random(long seed, int dimension) {
    Random random = new Random(seed);
    long[] starts = new long[dimension + 1];
    List<Integer> columns = new ArrayList<>();
    List<Float> values = new ArrayList<>();
    for (int i = 0; i < dimension; i++) {
      for (int j = 0; j < dimension; j++) {
        if (random.nextBoolean()) {
          columns.add(j);
          // few different magnitudes over many powers of ten, so that ties are common
          float magnitude = (float) ((1 + random.nextInt(3)) * Math.pow(10, random.nextInt(9) - 6));
          values.add(random.nextBoolean() ? magnitude : -magnitude);
        }
      }
      starts[i + 1] = columns.size();
    }
    float[] array = new float[values.size()];
    for (int k = 0; k < array.length; k++) {
      array[k] = values.get(k);
    }
    return BilinearModel.ofRows(
        dimension,
        dimension,
        starts,
        columns.stream().mapToInt(Integer::intValue).toArray(),
        array);
  }

  private record Entry(int row, int column, float value) {}

  /** The entries off the diagonal, largest first, in the order of their places if equal. */
  private static List<Entry> sorted(BilinearModel model) {
    List<Entry> entries = new ArrayList<>();
    for (int row = 0; row < model.queryDimension(); row++) {
      for (int k = model.rowStart(row); k < model.rowEnd(row); k++) {
        if (model.columnArray()[k] != row) {
          entries.add(new Entry(row, model.columnArray()[k], model.valueArray()[k]));
        }
      }
    }
    entries.sort(Comparator.comparingDouble((Entry entry) -> -Math.abs(entry.value())));
    return entries;
  }

  @Test
  void keepsTheLargestAsSortingWould() {
    for (int seed = 0; seed < 20; seed++) {
      BilinearModel model = random(seed, 12);
      List<Entry> sorted = sorted(model);
      for (int most = 0; most <= sorted.size() + 1; most++) {
        BilinearModel limited = EntryLimit.apply(model, most);
        assertThat(sorted(limited))
            .as("seed %d, %d entries", seed, most)
            .isEqualTo(sorted.subList(0, Math.min(most, sorted.size())));
        for (int i = 0; i < 12; i++) {
          assertThat(limited.get(i, i)).isEqualTo(model.get(i, i));
        }
      }
    }
  }

  private static SparseVector vector(Random random) {
    float[] values = new float[600];
    for (int k = 0; k < 12; k++) {
      values[random.nextInt(values.length)] = (float) random.nextGaussian();
    }
    return SparseVector.ofDense(values);
  }

  @ParameterizedTest
  @EnumSource(
      value = Algorithm.class,
      names = {"SORS_I", "ADASORS_II", "AROMA", "OASIS"})
  void memoryStaysBoundedWhileLearning(Algorithm algorithm) {
    OnlineBilinearLearner limited = algorithm.create(Map.of("max-nonzeros", "2000"));
    OnlineBilinearLearner free = algorithm.create(Map.of());
    limited.setDenseLimit(0);
    free.setDenseLimit(0);
    Random random = new Random(7);
    long largest = 0;
    for (int round = 0; round < 1500; round++) {
      Triplet triplet = new Triplet(vector(random), vector(random), vector(random));
      limited.learn(triplet);
      free.learn(triplet);
      largest = Math.max(largest, limited.matrixBytes());
    }
    assertThat(limited.snapshot().nonZeros()).isLessThanOrEqualTo(2000 + 600);
    assertThat(free.snapshot().nonZeros()).isGreaterThan(50_000);
    assertThat(largest).isLessThan(free.matrixBytes() / 5);
  }
}
