package io.github.sors.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernels against the formulas they stand for, in double precision, for ragged sizes. */
class ShrinkageKernelsTest {

  private static final int FROM = 3;

  private static float[] random(long seed, int size) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] values = new float[size];
    for (int k = 0; k < size; k++) {
      values[k] = random.nextInt(8) == 0 ? 0 : (float) (random.nextDouble() * 4 - 2);
    }
    return values;
  }

  private static double soft(double value, double threshold) {
    return Math.signum(value) * Math.max(Math.abs(value) - threshold, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16, 17, 31, 100, 1023})
  void equalTheirFormulas(int count) {
    float[] levels = random(1, count + FROM);
    float[] squares = random(2, count + FROM);
    float[] p = random(3, count);
    double dot = 0;
    for (int k = 0; k < count; k++) {
      squares[FROM + k] *= squares[FROM + k];
      dot += (double) levels[FROM + k] * p[k];
    }
    assertThat((double) ShrinkageKernels.dot(levels, FROM, p, count)).isCloseTo(dot, within(1e-3));

    float[] read = levels.clone();
    ShrinkageKernels.read(read, FROM, count, 0.7f);
    float[] readAdaptive = levels.clone();
    ShrinkageKernels.readAdaptive(readAdaptive, squares, FROM, count, 0.7f, 0.5f);
    float[] stepped = read.clone();
    ShrinkageKernels.step(stepped, FROM, p, count, 0.3f, 0.7f);
    float[] steppedAdaptive = readAdaptive.clone();
    float[] newSquares = squares.clone();
    ShrinkageKernels.stepAdaptive(
        steppedAdaptive, newSquares, FROM, p, count, 1.5f, 0.3f, 0.7f, 0.5f);

    for (int k = 0; k < count; k++) {
      int at = FROM + k;
      double sigma = 0.5 + Math.sqrt(squares[at]);
      assertThat((double) read[at]).isCloseTo(soft(levels[at], 0.7f), within(1e-6));
      assertThat((double) readAdaptive[at]).isCloseTo(soft(levels[at], 0.7f / sigma), within(1e-6));
      double w = read[at] + 0.3 * p[k];
      assertThat((double) stepped[at]).isCloseTo(w + Math.signum(w) * 0.7, within(1e-6));
      double g = 1.5 * p[k];
      double square = squares[at] + g * g;
      double newSigma = 0.5 + Math.sqrt(square);
      double wAdaptive = readAdaptive[at] + 0.3 * g / newSigma;
      assertThat((double) newSquares[at]).isCloseTo(square, within(1e-5));
      assertThat((double) steppedAdaptive[at])
          .isCloseTo(wAdaptive + Math.signum(wAdaptive) * 0.7 / newSigma, within(1e-6));
    }
    for (int k = 0; k < FROM; k++) {
      assertThat(read[k]).isEqualTo(levels[k]);
      assertThat(stepped[k]).isEqualTo(levels[k]);
      assertThat(steppedAdaptive[k]).isEqualTo(levels[k]);
    }
  }
}
