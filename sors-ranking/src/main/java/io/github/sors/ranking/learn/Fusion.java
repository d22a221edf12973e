package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;

/**
 * How a query's own terms, what was learnt, and the best documents become one weighted query
 *
 * <pre>w = q + α Δ + β (|q|/|F|) F        Δ = (M − I)ᵀq        score(y) = Σ wⱼ yⱼ</pre>
 *
 * <p>over documents with the weights of BM25. Since this is linear, it is BM25 plus α times the
 * learnt part plus the feedback, and q + α Δ is the expansion of one model, I + α(M − I). F has the
 * strongest terms of the documents that are found first, as RM3 takes them; with β = 0 there is no
 * such second search.
 *
 * @param alpha how much the learnt part counts
 * @param terms how many of the strongest positive weights of q + α Δ are used: this is one query of
 *     boosted terms in any search engine. {@link #ALL_TERMS} uses all weights, negative ones too,
 *     which engines do not know as boosts: this needs the exact search of this library
 * @param beta how much the best documents count
 */
public record Fusion(double alpha, int terms, double beta) {

  /** All weights, also the negative ones. */
  public static final int ALL_TERMS = 0;

  /** BM25 alone. */
  public static final Fusion BM25 = new Fusion(0, ALL_TERMS, 0);

  /** Checks the numbers. */
  public Fusion {
    if (!(alpha >= 0 && Double.isFinite(alpha) && beta >= 0 && Double.isFinite(beta))) {
      throw new InvalidInputException(
          "expected fusion weights of at least 0, found " + alpha + " and " + beta);
    }
    if (terms < 0) {
      throw new InvalidInputException("expected 0 or more terms, found " + terms);
    }
  }

  /** The same with feedback of the best documents. */
  public Fusion withFeedback(double newBeta) {
    return new Fusion(alpha, terms, newBeta);
  }

  /** Whether this is BM25 alone. */
  public boolean isBm25() {
    return alpha == 0 && beta == 0;
  }

  @Override
  public String toString() {
    if (isBm25()) {
      return "BM25";
    }
    String learnt =
        alpha == 0
            ? "nothing learnt"
            : "α "
                + number(alpha)
                + ", "
                + (terms == ALL_TERMS ? "all terms" : "the " + terms + " strongest terms");
    return learnt + (beta == 0 ? "" : ", feedback β " + number(beta));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
