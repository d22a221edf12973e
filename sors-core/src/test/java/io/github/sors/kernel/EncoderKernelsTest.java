package io.github.sors.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The loops with the Vector API give the bits of those in plain Java. */
class EncoderKernelsTest {

  private final EncoderKernels.Loops scalar = new ScalarEncoderLoops();
  private final EncoderKernels.Loops vector = new VectorEncoderLoops();
  private final SplittableRandom random = new SplittableRandom(5);

  @Test
  void sumsAreTheSame() {
    for (int count = 0; count < 150; count++) {
      int at = random.nextInt(10);
      float[] expected = values(count + 20);
      float[] found = expected.clone();
      float[][] rows = {
        values(count + 20), values(count + 20), values(count + 20), values(count + 20), values(200)
      };
      int[] froms = {0, 3, 7, 1, 2};
      float[] weights = values(5);
      scalar.addFour(expected, at, weights, 0, rows, froms, at + 2, count);
      vector.addFour(found, at, weights, 0, rows, froms, at + 2, count);
      assertThat(found).as("%s columns", count).isEqualTo(expected);
      scalar.add(expected, at, weights[4], rows[4], 2, count);
      vector.add(found, at, weights[4], rows[4], 2, count);
      assertThat(found).as("%s columns", count).isEqualTo(expected);
    }
  }

  @Test
  void movesAreTheSame() {
    for (int count = 0; count < 150; count++) {
      float[][] expected = {
        values(count + 20), values(count + 20), values(count + 20), values(count + 20)
      };
      float[][] found = new float[4][];
      for (int r = 0; r < 4; r++) {
        found[r] = expected[r].clone();
      }
      int[] froms = {0, 3, 7, 1};
      float[] weights = values(6);
      float[] along = values(count + 20);
      scalar.moveFour(expected, froms, 6, 0, weights, 2, along, 4, count);
      vector.moveFour(found, froms, 6, 0, weights, 2, along, 4, count);
      for (int r = 0; r < 4; r++) {
        assertThat(found[r]).as("row %s, %s columns", r, count).isEqualTo(expected[r]);
      }
    }
  }

  @Test
  void sumsOfThreeAreTheSame() {
    for (int count : manyCounts()) {
      int rowCount = random.nextInt(10);
      int at = random.nextInt(10);
      float[][] rows = rows(rowCount, count + 20);
      int[] froms = froms(rowCount);
      float[][] weights = rows(3, rowCount);
      float[][] expected = rows(3, count + 20);
      float[][] found = copy(expected);
      scalar.addToThree(expected, at, weights, rows, froms, at + 2, rowCount, count);
      vector.addToThree(found, at, weights, rows, froms, at + 2, rowCount, count);
      assertThat(found).as("%s columns", count).isDeepEqualTo(expected);
    }
  }

  @Test
  void movesByThreeAreTheSame() {
    for (int count : manyCounts()) {
      int rowCount = random.nextInt(10);
      int at = random.nextInt(10);
      float[][] expected = rows(rowCount, count + 20);
      float[][] found = copy(expected);
      int[] froms = froms(rowCount);
      float[][] weights = rows(3, rowCount);
      float[][] along = rows(3, count + 20);
      scalar.moveByThree(expected, froms, at + 2, rowCount, weights, along, at, count);
      vector.moveByThree(found, froms, at + 2, rowCount, weights, along, at, count);
      assertThat(found).as("%s columns", count).isDeepEqualTo(expected);
    }
  }

  @Test
  void stepsFollowFromSumsOfSquares() {
    float[] steps = {0, 1, 4, Float.POSITIVE_INFINITY, 9};
    EncoderKernels.steps(steps, new float[] {1, 1, -1, 1, 1}, 4, 0.5f, 1);
    assertThat(steps).containsExactly(-0.5f, -0.25f, 0.5f / 3, -0f, 9);
  }

  /** All small counts, and some that are wide for registers of any width. */
  private static int[] manyCounts() {
    return IntStream.concat(IntStream.range(0, 150), IntStream.of(256, 300, 511, 512, 523, 1024))
        .toArray();
  }

  private float[][] rows(int count, int length) {
    float[][] rows = new float[count][];
    for (int r = 0; r < count; r++) {
      rows[r] = values(length);
    }
    return rows;
  }

  private int[] froms(int count) {
    // a row has ten floats more than the largest column that is asked for
    return random.ints(count, 0, 10).toArray();
  }

  private static float[][] copy(float[][] rows) {
    float[][] copies = new float[rows.length][];
    for (int r = 0; r < rows.length; r++) {
      copies[r] = rows[r].clone();
    }
    return copies;
  }

  @Test
  void fourAtOnceAreFourOneByOne() {
    float[] atOnce = values(64);
    float[] oneByOne = atOnce.clone();
    float[][] rows = {values(80), values(80), values(80), values(80)};
    int[] froms = {0, 5, 2, 9};
    float[] weights = values(4);
    vector.addFour(atOnce, 4, weights, 0, rows, froms, 4, 50);
    for (int r = 0; r < 4; r++) {
      vector.add(oneByOne, 4, weights[r], rows[r], froms[r] + 4, 50);
    }
    assertThat(atOnce).isEqualTo(oneByOne);
  }

  @Test
  void innerProductsAreTheSame() {
    for (int count = 0; count < 150; count++) {
      float[] left = values(count + 9);
      float[] right = values(count + 9);
      assertThat(vector.dot(left, 3, right, 9, count))
          .isEqualTo(scalar.dot(left, 3, right, 9, count));
    }
  }

  private float[] values(int count) {
    float[] values = new float[count];
    for (int k = 0; k < count; k++) {
      values[k] = (float) (random.nextDouble() - 0.5);
    }
    return values;
  }
}
