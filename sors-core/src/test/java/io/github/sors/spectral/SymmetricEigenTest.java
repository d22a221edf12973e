package io.github.sors.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.sors.parallel.Workers;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymmetricEigenTest {

  private static double[][] random(int size, double density, double scale, long seed) {
    Random random = new Random(seed);
    double[][] matrix = new double[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        double value = random.nextDouble() < density ? scale * random.nextGaussian() : 0;
        matrix[i][j] = value;
        matrix[j][i] = value;
      }
    }
    return matrix;
  }

  private static double[][] copy(double[][] matrix) {
    return Arrays.stream(matrix).map(double[]::clone).toArray(double[][]::new);
  }

  private static SymmetricEigen decomposed(double[][] matrix, int threads) {
    try (Workers workers = new Workers(threads, "test")) {
      return SymmetricEigen.of(copy(matrix), workers);
    }
  }

  /** A z = λ z, and the z are orthonormal. */
  private static void assertDecomposes(double[][] matrix) {
    SymmetricEigen eigen = decomposed(matrix, 1);
    int size = matrix.length;
    double norm = 0;
    for (double[] row : matrix) {
      norm += Arrays.stream(row).map(value -> value * value).sum();
    }
    double tolerance = 1e-13 * (Math.sqrt(norm) + Double.MIN_NORMAL) * (1 + size);
    for (int k = 0; k < size; k++) {
      double[] z = eigen.vectors()[k];
      for (int i = 0; i < size; i++) {
        double product = 0;
        for (int j = 0; j < size; j++) {
          product += matrix[i][j] * z[j];
        }
        assertThat(product).isCloseTo(eigen.values()[k] * z[i], within(tolerance));
      }
      for (int other = 0; other <= k; other++) {
        double dot = 0;
        for (int j = 0; j < size; j++) {
          dot += z[j] * eigen.vectors()[other][j];
        }
        assertThat(dot).isCloseTo(other == k ? 1 : 0, within(1e-13 * (1 + size)));
      }
    }
  }

  @Test
  void twoByTwoAsOnPaper() {
    // [2 1; 1 2] has 3 along (1, 1) and 1 along (1, -1)
    SymmetricEigen eigen = decomposed(new double[][] {{2, 1}, {1, 2}}, 1);
    double[] sorted = eigen.values().clone();
    Arrays.sort(sorted);
    assertThat(sorted[0]).isCloseTo(1, within(1e-15));
    assertThat(sorted[1]).isCloseTo(3, within(1e-15));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 17, 63, 64, 65, 130})
  void randomMatricesOfAllSizes(int size) {
    assertDecomposes(random(size, 1, 1, size));
    assertDecomposes(random(size, 0.1, 1, size));
    assertDecomposes(random(size, 0.5, 1e-150, size));
    assertDecomposes(random(size, 0.5, 1e150, size));
  }

  @Test
  void matricesWithEqualEigenvalues() {
    double[][] identity = new double[20][20];
    double[][] ones = new double[20][20];
    for (int i = 0; i < 20; i++) {
      identity[i][i] = 1;
      Arrays.fill(ones[i], 1);
    }
    assertDecomposes(new double[20][20]);
    assertDecomposes(identity);
    assertDecomposes(ones);
  }

  @Test
  void zerosOnTheDiagonal() {
    assertDecomposes(new double[][] {{0, 1}, {1, 0}});
    assertDecomposes(new double[][] {{0, 1, 0}, {1, 0, 1}, {0, 1, 0}});
  }

  @Test
  void theSameBitsWithAnyNumberOfThreads() {
    double[][] matrix = random(150, 0.7, 1, 5);
    SymmetricEigen one = decomposed(matrix, 1);
    SymmetricEigen three = decomposed(matrix, 3);
    assertThat(three.values()).isEqualTo(one.values());
    assertThat(three.vectors()).isDeepEqualTo(one.vectors());
  }

  @Test
  void refusesWhatIsNotFinite() {
    assertThatThrownBy(() -> decomposed(new double[][] {{Double.NaN}}, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("finite");
  }
}
