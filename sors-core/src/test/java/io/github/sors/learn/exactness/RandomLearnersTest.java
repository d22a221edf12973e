package io.github.sors.learn.exactness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Learners, streams and ways to run them, drawn at random: each equals the literal algorithm and
 * gives the same bits in every variant.
 *
 * <p>Every run draws other cases. It prints the seed, which {@code -Dsors.seed=N} or the
 * environment variable {@code SORS_SEED} sets.
 */
class RandomLearnersTest {

  @Test
  void equalTheLiteralAlgorithmsInEveryVariant() throws IOException {
    compare(40);
  }

  @Tag("full")
  @Test
  void equalThemInManyMoreCases() throws IOException {
    compare(250);
  }

  private static void compare(int cases) throws IOException {
    long seed = seed();
    System.out.println("RandomLearnersTest: replay with -Dsors.seed=" + seed);
    SplittableRandom seeds = new SplittableRandom(seed);
    List<Comparison> wrong = new ArrayList<>();
    for (int k = 0; k < cases; k++) {
      long ofCase = seeds.nextLong();
      Comparison found = Comparison.run(RandomCases.SHORT.draw(ofCase), Variant.draw(ofCase));
      if (!found.isExact()) {
        wrong.add(found);
      }
    }
    assertThat(wrong).as("replay with -Dsors.seed=%d", seed).isEmpty();
  }

  private static long seed() {
    String given = System.getProperty("sors.seed", System.getenv("SORS_SEED"));
    return given == null ? new SplittableRandom().nextLong() : Long.parseLong(given);
  }
}
