package io.github.sors.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The loops of dense vectors: both implementations give the same bits, and the right numbers. */
class EmbeddingKernelsTest {

  private final EmbeddingKernels.Loops scalar = new ScalarEmbeddingLoops();
  private final EmbeddingKernels.Loops vector = new VectorEmbeddingLoops();
  private final SplittableRandom random = new SplittableRandom(7);

  @Test
  void innerProductsAreTheSame() {
    for (int count = 0; count < 100; count++) {
      float[] first = values(count + 5);
      float[] second = values(count + 5);
      float[][] rows = new float[11][];
      int[] froms = new int[rows.length];
      for (int r = 0; r < rows.length; r++) {
        rows[r] = values(count + 20);
        froms[r] = random.nextInt(20);
      }
      float[] expected = new float[rows.length];
      float[] expectedOfSecond = new float[rows.length];
      for (int r = 0; r < rows.length; r++) {
        expected[r] = scalar.dot(first, 2, rows[r], froms[r], count);
        expectedOfSecond[r] = scalar.dot(second, 3, rows[r], froms[r], count);
        assertThat(vector.dot(first, 2, rows[r], froms[r], count)).isEqualTo(expected[r]);
        assertThat(expected[r])
            .isCloseTo((float) literal(first, 2, rows[r], froms[r], count), within(1e-4f));
      }
      for (EmbeddingKernels.Loops loops : new EmbeddingKernels.Loops[] {scalar, vector}) {
        float[] dots = new float[rows.length];
        float[] dotsOfSecond = new float[rows.length];
        loops.dots(first, 2, rows, froms, rows.length, count, dots);
        assertThat(dots).as("%s numbers", count).isEqualTo(expected);
        dots = new float[rows.length];
        loops.dotsOfTwo(first, 2, second, 3, rows, froms, rows.length, count, dots, dotsOfSecond);
        assertThat(dots).as("%s numbers", count).isEqualTo(expected);
        assertThat(dotsOfSecond).as("%s numbers", count).isEqualTo(expectedOfSecond);
      }
    }
  }

  private static double literal(float[] left, int at, float[] right, int from, int count) {
    double sum = 0;
    for (int k = 0; k < count; k++) {
      sum += (double) left[at + k] * right[from + k];
    }
    return sum;
  }

  @Test
  void stepsOfAdamAreTheSame() {
    for (int count = 0; count < 100; count++) {
      float[] values = values(count + 3);
      float[] means = values(count + 3);
      float[] squares = values(count + 3);
      for (int j = 0; j < squares.length; j++) {
        squares[j] = Math.abs(squares[j]);
      }
      float[] gradient = values(count);
      float[] foundValues = values.clone();
      float[] foundMeans = means.clone();
      float[] foundSquares = squares.clone();
      double[] expected = new double[count];
      for (int j = 0; j < count; j++) {
        double g = gradient[j] + 0.02f * values[2 + j];
        double mean = 0.9 * means[2 + j] + 0.1 * g;
        double square = 0.999 * squares[2 + j] + 0.001 * g * g;
        expected[j] = values[2 + j] - 0.01 * mean / (Math.sqrt(square) * 1.5 + 1e-8);
      }
      scalar.adam(values, means, squares, 2, gradient, count, 0.02f, 0.01f, 1.5f);
      vector.adam(foundValues, foundMeans, foundSquares, 2, gradient, count, 0.02f, 0.01f, 1.5f);
      assertThat(foundValues).as("%s numbers", count).isEqualTo(values);
      assertThat(foundMeans).isEqualTo(means);
      assertThat(foundSquares).isEqualTo(squares);
      for (int j = 0; j < count; j++) {
        assertThat(values[2 + j]).isCloseTo((float) expected[j], within(1e-4f));
      }
    }
  }

  private float[] values(int count) {
    float[] values = new float[count];
    for (int k = 0; k < count; k++) {
      values[k] = (float) (2 * random.nextDouble() - 1);
    }
    return values;
  }
}
