package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;
import java.util.Locale;
import java.util.Objects;

/**
 * How a query's own terms, what was learnt, and the best documents become one weighted query
 *
 * <pre>w = q + α Δ + β (|q|/|F|) F        Δ = (M − I)ᵀq        score(y) = Σ wⱼ yⱼ</pre>
 *
 * <p>over documents with the weights of BM25. Since this is linear, it is BM25 plus α times the
 * learnt part plus the feedback, and one query of boosted terms in any engine. F has the strongest
 * terms of the documents that q + α Δ finds first, as RM3 takes them from BM25's; with β = 0 there
 * is no such second search.
 *
 * @param alpha how much the learnt part counts
 * @param form which terms of Δ are used
 * @param terms how many, for {@link Form#STRONGEST}; else 0
 * @param beta how much the best documents count
 */
public record Fusion(double alpha, Form form, int terms, double beta) {

  /** BM25 alone. */
  public static final Fusion BM25 = new Fusion(0, Form.STRONGEST, 1, 0);

  /** The most terms of a query of Lucene, unless it is told otherwise. */
  static final int MOST_CLAUSES = 1024;

  /** Which terms are used. */
  public enum Form {
    /** The strongest positive terms of Δ are added to the query's own: expansion. */
    STRONGEST,
    /** All positive weights of q + αΔ, at most 1,024: the query's own terms may also lose. */
    POSITIVE,
    /**
     * All weights. Search engines know no negative boosts, so this form needs the exact search of
     * this library.
     */
    SIGNED;

    /** The name in files. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads a name.
     *
     * @throws InvalidInputException if there is none
     */
    public static Form parse(String label) {
      for (Form form : values()) {
        if (form.label().equals(label)) {
          return form;
        }
      }
      throw new InvalidInputException(
          "expected strongest, positive or signed, found '" + label + "'");
    }
  }

  /** Checks the numbers. */
  public Fusion {
    Objects.requireNonNull(form, "form");
    if (!(alpha >= 0 && Double.isFinite(alpha) && beta >= 0 && Double.isFinite(beta))) {
      throw new InvalidInputException(
          "expected fusion weights of at least 0, found " + alpha + " and " + beta);
    }
    if (form == Form.STRONGEST ? terms < 1 : terms != 0) {
      throw new InvalidInputException(
          "expected a number of expansion terms for the form strongest alone, found " + terms);
    }
  }

  /** An expansion by the strongest terms. */
  public static Fusion strongest(double alpha, int terms) {
    return new Fusion(alpha, Form.STRONGEST, terms, 0);
  }

  /** An expansion by all terms, the signed or the positive ones. */
  public static Fusion all(double alpha, Form form) {
    return new Fusion(alpha, form, 0, 0);
  }

  /** The same with feedback of the best documents. */
  public Fusion withFeedback(double newBeta) {
    return new Fusion(alpha, form, terms, newBeta);
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
    String used =
        switch (form) {
          case STRONGEST -> "the " + terms + " strongest terms";
          case POSITIVE -> "all positive weights";
          case SIGNED -> "all terms";
        };
    String learnt = alpha == 0 ? "nothing learnt" : "α " + Fusion.number(alpha) + ", " + used;
    return learnt + (beta == 0 ? "" : ", feedback β " + Fusion.number(beta));
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
