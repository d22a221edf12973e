package io.github.sors.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both ways to read scattered entries read those that were asked for, and write nothing else. */
class GatherKernelsTest {

  private static final int LENGTH = 5000;
  // what lies before and behind the range must stay as it is
  private static final int BEHIND = 20;
  private static final float UNTOUCHED = -7;

  private final GatherKernels.Loops[] both = {new ScalarGatherLoops(), new VectorGatherLoops()};

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100, 1023})
  void readWhatWasAskedFor(int count) {
    SplittableRandom random = new SplittableRandom(count);
    float[] row = new float[LENGTH];
    for (int k = 0; k < LENGTH; k++) {
      // all kinds of floats, NaN included
      row[k] = Float.intBitsToFloat(random.nextInt());
    }
    int[] places = random.ints(count + BEHIND, 0, LENGTH - 1).toArray();
    for (GatherKernels.Loops loops : both) {
      for (int at : new int[] {0, 1, 13}) {
        check(loops, row, places, count, at);
      }
    }
  }

  private static void check(
      GatherKernels.Loops loops, float[] row, int[] places, int count, int at) {
    float[] into = filled(at + count + BEHIND);
    float[] shifted = filled(at + count + BEHIND);
    loops.gather(row, 0, places, count, into, at);
    loops.gather(row, 1, places, count, shifted, at);
    for (int k = 0; k < into.length; k++) {
      boolean within = k >= at && k < at + count;
      int wanted = within ? bits(row[places[k - at]]) : bits(UNTOUCHED);
      int next = within ? bits(row[places[k - at] + 1]) : bits(UNTOUCHED);
      assertThat(new int[] {bits(into[k]), bits(shifted[k])})
          .as("%s, count %s, at %s, place %s", loops, count, at, k)
          .containsExactly(wanted, next);
    }
  }

  private static float[] filled(int length) {
    float[] array = new float[length];
    Arrays.fill(array, UNTOUCHED);
    return array;
  }

  private static int bits(float value) {
    return Float.floatToRawIntBits(value);
  }

  @Test
  void readNothingThatTheyWereNotAskedFor() {
    float[] row = new float[LENGTH];
    int[] places = new SplittableRandom(1).ints(100, 0, LENGTH).toArray();
    places[70] = LENGTH;
    for (GatherKernels.Loops loops : both) {
      loops.gather(row, 0, places, 70, new float[100], 0);
      assertThatThrownBy(() -> loops.gather(row, 0, places, 71, new float[100], 0))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
