package io.github.sors.data.feedback;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdsTest {

  @Test
  void keepsTheFirstOfEqualTexts() {
    long seed = 7;
    Random random = new Random(seed);
    Ids ids = new Ids();
    Map<String, String> expected = new HashMap<>();
    for (int k = 0; k < 20_000; k++) {
      // texts of the same hash among them
      String id = (random.nextBoolean() ? "Aa" : "BB") + random.nextInt(4000);
      String first = expected.merge(id, id, (before, now) -> before);
      assertThat(ids.get(id)).as("seed " + seed).isSameAs(first);
    }
  }
}
