package io.github.sors.ranking.learn;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/**
 * How a query's own terms, what was learnt, and the best documents become one weighted query
 *
 * <pre>w = q + α (M − I)ᵀq + γ (T − I)ᵀq + β (|q|/|F|) F
 * score(y) = Σ wⱼ yⱼ + δ |q| e(q)·e(y)</pre>
 *
 * <p>over documents with the weights of BM25. M was learnt from judgements, T from the titles of
 * the documents, and the encoder e from both. Since w is linear in M and T, Σ wⱼ yⱼ is BM25 plus
 * what was learnt plus the feedback, and without the feedback it is the expansion of one model, I +
 * α(M − I) + γ(T − I). F has the strongest terms of the documents that all the other parts find
 * first, as RM3 takes them from BM25; with β = 0 there is no such second search.
 *
 * <p>Threads: immutable. Failures: a weight or a number of terms out of range throws {@link
 * io.github.sors.InvalidInputException}.
 *
 * @param alpha how much the judgements count
 * @param gamma how much the titles count
 * @param beta how much the best documents count
 * @param delta how much the encoder counts
 * @param terms how many of the strongest positive weights of the expansion are used: this is one
 *     query of boosted terms in any search engine. {@link #ALL_TERMS} uses all weights, negative
 *     ones too, which engines do not know as boosts: this needs the exact search of this library
 */
public record Fusion(double alpha, double gamma, double beta, double delta, int terms) {

  /** All weights, also the negative ones. */
  public static final int ALL_TERMS = 0;

  /** BM25 alone. */
  public static final Fusion BM25 = new Fusion(0, 0, 0, ALL_TERMS);

  /** Checks the numbers. */
  public Fusion {
    for (double weight : new double[] {alpha, gamma, beta, delta}) {
      if (!(weight >= 0 && Double.isFinite(weight))) {
        throw new InvalidInputException("expected fusion weights of at least 0, found " + weight);
      }
    }
    if (terms < 0) {
      throw new InvalidInputException("expected 0 or more terms, found " + terms);
    }
  }

  /** A fusion without an encoder. */
  public Fusion(double alpha, double gamma, double beta, int terms) {
    this(alpha, gamma, beta, 0, terms);
  }

  /** The same with feedback of the best documents. */
  public Fusion withFeedback(double newBeta) {
    return new Fusion(alpha, gamma, newBeta, delta, terms);
  }

  /** The same with an encoder. */
  public Fusion withEncoder(double newDelta) {
    return new Fusion(alpha, gamma, beta, newDelta, terms);
  }

  /** The same without what was learnt from titles. */
  Fusion withoutTitles() {
    return new Fusion(alpha, 0, beta, delta, terms);
  }

  /** The same with only so many terms. */
  public Fusion withTerms(int newTerms) {
    return new Fusion(alpha, gamma, beta, delta, newTerms);
  }

  /** Whether this is BM25 alone. */
  public boolean isBm25() {
    return alpha == 0 && gamma == 0 && beta == 0 && delta == 0;
  }

  /** Whether judgements are needed for this. */
  boolean usesJudgements() {
    return alpha > 0 || delta > 0;
  }

  @Override
  public String toString() {
    List<String> parts = new ArrayList<>(List.of("BM25"));
    add(parts, alpha, "judgements");
    add(parts, gamma, "titles");
    add(parts, delta, "encoder");
    add(parts, beta, "feedback");
    return String.join(" + ", parts)
        + (terms == ALL_TERMS ? "" : ", the " + terms + " strongest terms");
  }

  private static void add(List<String> parts, double weight, String name) {
    if (weight > 0) {
      boolean whole = weight == Math.rint(weight);
      String number = whole ? Long.toString((long) weight) : Double.toString(weight);
      parts.add((weight == 1 ? "" : number + " ") + name);
    }
  }
}
