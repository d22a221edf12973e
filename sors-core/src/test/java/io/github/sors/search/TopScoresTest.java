package io.github.sors.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TopScoresTest {

  @Test
  void keepsTheBestWhateverTheOrderOfTheOffers() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<Hit> offers = new ArrayList<>();
      int count = random.nextInt(60);
      for (int number = 0; number < count; number++) {
        offers.add(new Hit(number, random.nextInt(8)));
      }
      int capacity = random.nextInt(70);
      List<Hit> expected =
          offers.stream()
              .sorted(Comparator.comparingDouble(Hit::score).reversed().thenComparing(Hit::item))
              .limit(capacity)
              .toList();
      Collections.shuffle(offers, random);

      TopScores best = new TopScores(capacity);
      offers.forEach(offer -> best.offer(offer.item(), offer.score()));

      assertThat(drained(best)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  @Test
  void canBeUsedAgainOnceDrained() {
    TopScores best = new TopScores(2);
    best.offer(0, 9);
    best.offer(1, 8);
    drained(best);
    best.offer(2, 1);
    best.offer(3, 2);
    best.offer(4, 3);

    assertThat(drained(best)).containsExactly(new Hit(4, 3), new Hit(3, 2));
  }

  @Test
  void takesNegativeZeroForZero() {
    TopScores best = new TopScores(1);
    best.offer(0, -0.0);
    best.offer(1, 0.0);

    assertThat(best.worstNumber()).isZero();
  }

  @Test
  void refusesANegativeCapacity() {
    assertThatThrownBy(() -> new TopScores(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected capacity of 0 or more, found -1");
  }

  private static List<Hit> drained(TopScores best) {
    List<Hit> hits = new ArrayList<>();
    while (best.size() > 0) {
      hits.add(0, new Hit(best.worstNumber(), best.worstScore()));
      best.removeWorst();
    }
    return hits;
  }
}
