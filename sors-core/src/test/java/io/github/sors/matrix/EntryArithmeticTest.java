package io.github.sors.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sors.kernel.ShrinkageKernels;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class EntryArithmeticTest {

  @Test
  void theShortCutToZeroIsNeverTakenByAnEntryThatHasAValue() {
    SplittableRandom random = new SplittableRandom(1);
    int zeros = 0;
    int tests = 2_000_000;
    for (int test = 0; test < tests; test++) {
      double delta = power(random, -6, 2);
      float shrunk = (float) power(random, -12, 3);
      float square = random.nextInt(10) == 0 ? 0 : (float) power(random, -30, 6);
      float threshold = shrunk / ((float) delta + (float) Math.sqrt(square));
      // close to the threshold, from either side
      double offset = 1 + (random.nextBoolean() ? 1 : -1) * power(random, -9, 0);
      float level = (float) (threshold * offset) * (random.nextBoolean() ? 1 : -1);
      LevelReader reader =
          new EntryArithmetic(Shrinkage.adaptive(1e-6, delta, false)).reader(shrunk);

      float expected = ShrinkageKernels.soft(level, threshold);

      assertThat(reader.valueOf(level, square) + 0f)
          .as("level %s, square %s, delta %s, shrunk %s", level, square, delta, shrunk)
          .isEqualTo(expected + 0f);
      zeros += expected == 0 ? 1 : 0;
    }
    assertThat(zeros).isBetween(tests / 4, tests * 3 / 4);
  }

  private static double power(SplittableRandom random, int from, int to) {
    return Math.pow(10, from + (to - from) * random.nextDouble());
  }
}
