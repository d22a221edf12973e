package io.github.sors.ranking;

import io.github.sors.InvalidInputException;
import java.util.Comparator;

/**
 * A document that a search found.
 *
 * <p>Threads: immutable. Failures: an empty id, or a score that is not a number, throws {@link
 * io.github.sors.InvalidInputException}.
 *
 * @param id what judgements call the document
 * @param score how well it answers the query; not NaN
 */
public record ScoredDocument(String id, double score) {

  /**
   * The order of trec_eval: the larger score first, and of equal scores the larger id first.
   *
   * <p>Scores are compared as {@code float}, because trec_eval stores them so: two scores that
   * differ in the ninth digit only are equal. Ids are compared by code point, which is the order of
   * their bytes in UTF-8.
   */
  public static final Comparator<ScoredDocument> BEST_FIRST =
      Comparator.comparingDouble((ScoredDocument document) -> -(float) document.score())
          .thenComparing(ScoredDocument::id, ScoredDocument::largerFirst);

  /** Checks the parts. */
  public ScoredDocument {
    if (id.isBlank()) {
      throw new InvalidInputException("expected the id of a document, found '" + id + "'");
    }
    if (Double.isNaN(score)) {
      throw new InvalidInputException("document '" + id + "': expected a score, found NaN");
    }
  }

  private static int largerFirst(String one, String other) {
    int shared = Math.min(one.length(), other.length());
    for (int k = 0; k < shared; k++) {
      if (one.charAt(k) != other.charAt(k)) {
        return Integer.compare(codePoint(other, k), codePoint(one, k));
      }
    }
    return Integer.compare(other.length(), one.length());
  }

  /** The code point that the character is a part of. */
  private static int codePoint(String text, int position) {
    boolean second =
        position > 0
            && Character.isLowSurrogate(text.charAt(position))
            && Character.isHighSurrogate(text.charAt(position - 1));
    return text.codePointAt(second ? position - 1 : position);
  }
}
