package io.github.sors.ranking.signal;

import io.github.sors.SparseVector;
import java.util.List;
import java.util.Locale;

/** Terms and what they give, in words. */
final class Evidence {

  private Evidence() {}

  static List<String> ofTerms(Question question, SparseVector weights, int item, int shown) {
    TextIndex text = question.collection().text();
    return text == null
        ? List.of()
        : text.explain(weights, item).stream()
            .limit(shown)
            .map(term -> String.format(Locale.ROOT, "%s %+.2f", term.term(), term.score()))
            .toList();
  }
}
