package io.github.sors.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.kernel.Dither;
import io.github.sors.kernel.ShrinkageKernels;
import io.github.sors.matrix.store.LevelReader;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class EntryArithmeticTest {

  /** An entry of an adaptive matrix whose level is close to its threshold, from either side. */
  private record Entry(double delta, float shrunk, float square, float threshold, float level) {

    static Entry draw(SplittableRandom random) {
      double delta = power(random, -6, 2);
      float shrunk = (float) power(random, -12, 3);
      float square = random.nextInt(10) == 0 ? 0 : (float) power(random, -30, 6);
      float threshold = shrunk / ((float) delta + (float) Math.sqrt(square));
      double offset = 1 + (random.nextBoolean() ? 1 : -1) * power(random, -9, 0);
      float level = (float) (threshold * offset) * (random.nextBoolean() ? 1 : -1);
      return new Entry(delta, shrunk, square, threshold, level);
    }

    EntryArithmetic arithmetic() {
      return new EntryArithmetic(Shrinkage.adaptive(1e-6, delta, false));
    }
  }

  /** Compares the values of random entries, of which neither too few nor too many are zero. */
  private static void compare(
      int tests,
      SplittableRandom random,
      Function<Entry, LevelReader> reader,
      Function<Entry, Float> expectedValue) {
    int zeros = 0;
    String difference = "";
    for (int test = 0; test < tests && difference.isEmpty(); test++) {
      Entry entry = Entry.draw(random);

      float found = reader.apply(entry).valueOf(entry.level, entry.square);

      float expected = expectedValue.apply(entry);
      // + 0 as -0 is as good as 0
      if (Float.compare(found + 0f, expected + 0f) != 0) {
        difference = entry + ": expected " + expected + ", found " + found;
      }
      zeros += expected == 0 ? 1 : 0;
    }
    assertThat(difference).isEmpty();
    assertThat(zeros).isBetween(tests / 4, tests * 3 / 4);
  }

  @Test
  void theShortCutToZeroIsNeverTakenByAnEntryThatHasAValue() {
    compare(
        2_000_000,
        new SplittableRandom(1),
        entry -> entry.arithmetic().reader(entry.shrunk),
        entry -> ShrinkageKernels.soft(entry.level, entry.threshold));
  }

  @Test
  void norIsItBySettling() {
    SplittableRandom random = new SplittableRandom(2);
    RowClock clock = new RowClock();
    compare(
        1_000_000,
        random,
        entry -> {
          clock.steps = random.nextInt(1000);
          return entry.arithmetic().settler(entry.shrunk, clock);
        },
        entry -> {
          float delta = (float) entry.delta;
          double lost = entry.shrunk / (delta + Math.sqrt(entry.square));
          double sign = Math.signum(entry.level);
          return Math.abs(entry.level) <= lost
              ? 0
              : Dither.round(entry.level, -sign * lost, Dither.of(clock.steps));
        });
  }

  @Test
  void settlingAnArrayCountsEntriesWithALevelOrASquare() {
    LevelReader shrinkByTwo = new EntryArithmetic(Shrinkage.uniform(1e-6, false)).reader(2);

    float[] levels = {3, 0, -2, 1, -5, -0f};
    assertThat(shrinkByTwo.settle(levels, 1)).isEqualTo(2);
    assertThat(levels).containsExactly(1, 0, 0, 0, -3, -0f);

    float[] pairs = {3, 0, 0, 4, -2, 0, 1, 5, 0, 0};
    assertThat(shrinkByTwo.settle(pairs, 2)).isEqualTo(3);
    assertThat(pairs).containsExactly(1, 0, 0, 4, 0, 0, 0, 5, 0, 0);
  }

  private static double power(SplittableRandom random, int from, int to) {
    return Math.pow(10, from + (to - from) * random.nextDouble());
  }
}
