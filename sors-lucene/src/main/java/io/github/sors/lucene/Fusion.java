package io.github.sors.lucene;

import io.github.sors.InvalidInputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How a learnt expansion is added to the terms that a person typed:
 *
 * <pre>w = typed + alpha · c · learnt</pre>
 *
 * <p>"learnt" has the strongest positive terms only, and c = ‖typed‖ / ‖learnt‖ brings them to the
 * length of what was typed, so that one alpha fits short and long queries and models of every
 * scale.
 *
 * @param alpha how much the expansion counts; 0 leaves the query as it was typed
 * @param terms how many terms of the expansion to use at most
 */
public record Fusion(double alpha, int terms) {

  private static final String ALPHA = "fusion.alpha";
  private static final String TERMS = "fusion.terms";
  private static final Comparator<WeightedTerm> LARGEST_FIRST =
      Comparator.comparingDouble((WeightedTerm term) -> -term.weight())
          .thenComparing(WeightedTerm::term);

  public Fusion {
    if (!(alpha >= 0 && Double.isFinite(alpha))) {
      throw new InvalidInputException("expected a weight of at least 0, found " + alpha);
    }
    if (terms < 0) {
      throw new InvalidInputException("expected 0 or more terms, found " + terms);
    }
  }

  /**
   * The fusion that the settings of a model's recipe name; empty where they name none.
   *
   * @throws InvalidInputException if they are no numbers
   */
  public static Optional<Fusion> of(Map<String, String> settings) {
    String alpha = settings.get(ALPHA);
    String terms = settings.get(TERMS);
    if (alpha == null && terms == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Fusion(Double.parseDouble(alpha), Integer.parseInt(terms)));
    } catch (NumberFormatException | NullPointerException e) {
      throw new InvalidInputException(
          "expected the weight and the number of expansion terms in the model's recipe, found '"
              + alpha
              + "' and '"
              + terms
              + "'",
          e);
    }
  }

  /** This fusion as settings of a recipe, see {@link #of}. */
  public Map<String, String> settings() {
    return Map.of(ALPHA, Double.toString(alpha), TERMS, Integer.toString(terms));
  }

  /**
   * The terms to search with, the largest weight first; all weights are positive.
   *
   * @param typed the query's own terms
   * @param learnt the expansion; terms that are not positive are left out
   */
  public List<WeightedTerm> fuse(List<WeightedTerm> typed, List<WeightedTerm> learnt) {
    List<WeightedTerm> strongest =
        learnt.stream()
            .filter(term -> term.weight() > 0)
            .sorted(LARGEST_FIRST)
            .limit(terms)
            .toList();
    double scale = alpha * (typed.isEmpty() ? 1 : length(typed) / length(strongest));
    Map<String, Double> weights = new TreeMap<>();
    typed.forEach(term -> weights.merge(term.term(), (double) term.weight(), Double::sum));
    strongest.forEach(term -> weights.merge(term.term(), scale * term.weight(), Double::sum));
    List<WeightedTerm> fused = new ArrayList<>();
    weights.forEach(
        (term, weight) -> {
          if (weight.floatValue() > 0) {
            fused.add(new WeightedTerm(term, weight.floatValue()));
          }
        });
    fused.sort(LARGEST_FIRST);
    return fused;
  }

  private static double length(List<WeightedTerm> terms) {
    double squares = 0;
    for (WeightedTerm term : terms) {
      squares += (double) term.weight() * term.weight();
    }
    return Math.sqrt(squares);
  }
}
