package io.github.sors.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernels with the Vector API give the bits of those in plain Java. */
class KernelTwinsTest {

  private static final long SEED = 20150917;
  // what lies before and behind the range must stay as it is
  private static final int BEHIND = 20;
  private static final float[] SPECIAL = {
    0f,
    -0f,
    Float.MIN_VALUE,
    -Float.MIN_VALUE,
    100 * Float.MIN_VALUE,
    -100 * Float.MIN_VALUE,
    Float.MIN_NORMAL,
    1e-30f,
    -1e-30f,
    1e10f,
    -1e30f,
    Float.MAX_VALUE,
    -Float.MAX_VALUE,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.NaN
  };
  private static final float[] THRESHOLDS = {
    0f, Float.MIN_VALUE, 1e-3f, 0.7f, 1e30f, Float.POSITIVE_INFINITY, Float.NaN
  };

  private final RowKernels scalar = new ScalarKernels();
  private final RowKernels vector = new VectorKernels();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 100, 1023, 4098})
  void agreeOnOrdinaryValues(int count) {
    for (int from : new int[] {0, 1, 3, 8, 13}) {
      compare(count, from, 0, 0.7f, 0.3f, 0.5f);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 15, 16, 17, 31, 100, 1023})
  void agreeOnSpecialValues(int count) {
    for (float threshold : THRESHOLDS) {
      for (int oneIn : new int[] {1, 2, 50}) {
        compare(count, 3, oneIn, threshold, 0.3f, 0.5f);
        compare(count, 0, oneIn, threshold, 0.3f, 0.5f);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 100})
  void agreeOnSpecialFactors(int count) {
    for (float scale : SPECIAL) {
      for (float delta : new float[] {0f, Float.MIN_VALUE, 1f, Float.POSITIVE_INFINITY}) {
        compare(count, 5, 4, 0.7f, scale, delta);
      }
    }
  }

  @Test
  void agreeOnceTheyAreCompiled() {
    for (int round = 0; round < 10_000; round++) {
      compare(100, round % 9, round % 3, 0.7f, 0.3f, 0.5f);
    }
  }

  private void compare(
      int count, int from, int oneSpecialIn, float threshold, float scale, float delta) {
    SplittableRandom random = new SplittableRandom(SEED + 31L * count + from);
    float[] levels = values(random, from + count + BEHIND, oneSpecialIn);
    float[] squares = values(random, from + count + BEHIND, oneSpecialIn);
    for (int k = 0; k < squares.length; k++) {
      squares[k] = Math.abs(squares[k]);
    }
    float[] p = values(random, count, oneSpecialIn);
    String input =
        String.format(
            Locale.ROOT,
            "seed %d, count %d, from %d, one special value in %d, threshold %s, scale %s, delta %s",
            SEED,
            count,
            from,
            oneSpecialIn,
            threshold,
            scale,
            delta);

    assertSameBits(
        "dot: " + input,
        new float[] {vector.dot(levels, from, p, count)},
        new float[] {scalar.dot(levels, from, p, count)});

    float[] expected = levels.clone();
    float[] found = levels.clone();
    scalar.read(expected, from, count, threshold);
    vector.read(found, from, count, threshold);
    assertSameBits("read: " + input, found, expected);

    expected = levels.clone();
    found = levels.clone();
    scalar.readAdaptive(expected, squares, from, count, threshold, delta);
    vector.readAdaptive(found, squares, from, count, threshold, delta);
    assertSameBits("readAdaptive: " + input, found, expected);

    expected = levels.clone();
    found = levels.clone();
    scalar.step(expected, from, p, count, scale, threshold);
    vector.step(found, from, p, count, scale, threshold);
    assertSameBits("step: " + input, found, expected);

    expected = levels.clone();
    found = levels.clone();
    float[] expectedSquares = squares.clone();
    float[] foundSquares = squares.clone();
    scalar.stepAdaptive(expected, expectedSquares, from, p, count, 1.5f, scale, threshold, delta);
    vector.stepAdaptive(found, foundSquares, from, p, count, 1.5f, scale, threshold, delta);
    assertSameBits("stepAdaptive: " + input, found, expected);
    assertSameBits("squares of stepAdaptive: " + input, foundSquares, expectedSquares);

    expected = levels.clone();
    found = levels.clone();
    expectedSquares = squares.clone();
    foundSquares = squares.clone();
    for (float dither : new float[] {0, -0.5f, 0.3f}) {
      scalar.addSquares(expectedSquares, from, p, count, 1.5f, dither);
      vector.addSquares(foundSquares, from, p, count, 1.5f, dither);
      assertSameBits("addSquares: " + input, foundSquares, expectedSquares);
    }
    scalar.stepScaled(expected, squares, from, p, count, 1.5f, scale, threshold, delta);
    vector.stepScaled(found, squares, from, p, count, 1.5f, scale, threshold, delta);
    assertSameBits("stepScaled: " + input, found, expected);

    if (from == 0) {
      compareWholeRows(input, levels, squares, p, threshold, scale, delta);
    }
  }

  /** Those that do several things at once. */
  private void compareWholeRows(
      String input,
      float[] levels,
      float[] squares,
      float[] p,
      float threshold,
      float scale,
      float delta) {
    int count = p.length;
    float[] values = new float[count];
    float[] expected = levels.clone();
    scalar.read(expected, 0, count, threshold);
    float expectedScore = scalar.dot(expected, 0, p, count);
    float[] expectedSquares = squares.clone();
    float[] expectedAdaptive = levels.clone();
    scalar.readAdaptive(expectedAdaptive, squares, 0, count, threshold, delta);
    float expectedAdaptiveScore = scalar.dot(expectedAdaptive, 0, p, count);
    scalar.step(expected, 0, p, count, scale, threshold);
    scalar.stepAdaptive(
        expectedAdaptive, expectedSquares, 0, p, count, 1.5f, scale, threshold, delta);
    for (RowKernels kernels : new RowKernels[] {scalar, vector}) {
      String what = kernels.getClass().getSimpleName() + ", " + input;
      float[] scores = {
        kernels.score(levels, values, p, count, threshold),
        kernels.scoreAdaptive(levels, squares, values, p, count, threshold, delta)
      };
      assertSameBits("scores: " + what, scores, new float[] {expectedScore, expectedAdaptiveScore});
      float[] found = levels.clone();
      float score = kernels.play(found, p, count, scale, threshold);
      assertSameBits("play: " + what, found, expected);
      float[] foundAdaptive = levels.clone();
      float[] foundSquares = squares.clone();
      float adaptiveScore =
          kernels.playAdaptive(
              foundAdaptive, foundSquares, p, count, 1.5f, scale, threshold, delta);
      assertSameBits("playAdaptive: " + what, foundAdaptive, expectedAdaptive);
      assertSameBits("squares of playAdaptive: " + what, foundSquares, expectedSquares);
      assertSameBits(
          "scores of playing: " + what,
          new float[] {score, adaptiveScore},
          new float[] {expectedScore, expectedAdaptiveScore});
    }
  }

  /** Magnitudes from 1e-4 to 1e4, so that the order of a sum shows in its last bits. */
  private static float[] values(SplittableRandom random, int size, int oneSpecialIn) {
    float[] values = new float[size];
    for (int k = 0; k < size; k++) {
      values[k] =
          oneSpecialIn > 0 && random.nextInt(oneSpecialIn) == 0
              ? SPECIAL[random.nextInt(SPECIAL.length)]
              : (float) ((random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-4, 5)));
    }
    return values;
  }

  private static void assertSameBits(String what, float[] found, float[] expected) {
    assertThat(bits(found)).as(what).isEqualTo(bits(expected));
  }

  /** The bits, with one pattern for all NaN: Java leaves open which of them an operation gives. */
  private static int[] bits(float[] values) {
    int[] bits = new int[values.length];
    for (int k = 0; k < values.length; k++) {
      bits[k] = Float.floatToIntBits(values[k]);
    }
    return bits;
  }
}
