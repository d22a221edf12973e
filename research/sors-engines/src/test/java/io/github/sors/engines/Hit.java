package io.github.sors.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.List;

/** A document that was found; the best come first, and equal scores go by id. */
record Hit(String id, float score) {

  private static final Comparator<Hit> BEST_FIRST =
      Comparator.comparingDouble((Hit hit) -> -hit.score()).thenComparing(Hit::id);

  static List<Hit> ranked(List<Hit> hits) {
    return hits.stream().sorted(BEST_FIRST).toList();
  }

  /**
   * Checks that a server ranks as Lucene does: the same documents in the same order, with scores in
   * one proportion.
   *
   * @param factor the server's scores divided by Lucene's
   */
  static void requireSameOrder(String query, List<Hit> found, List<Hit> expected, double factor) {
    assertThat(found)
        .as(query)
        .extracting(Hit::id)
        .containsExactlyElementsOf(expected.stream().map(Hit::id).toList());
    for (int k = 0; k < found.size(); k++) {
      double ratio = found.get(k).score() / factor / expected.get(k).score();
      assertThat(ratio).as("%s: %s", query, found.get(k)).isCloseTo(1, within(1e-6));
    }
  }
}
