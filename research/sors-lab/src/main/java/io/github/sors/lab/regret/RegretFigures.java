package io.github.sors.lab.regret;

import io.github.sors.figure.Figure;
import io.github.sors.figure.Figure.Axis;
import io.github.sors.figure.Figure.Series;
import io.github.sors.lab.regret.RegretStudy.Outcome;
import io.github.sors.learn.Algorithm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The average regret over T beside its bound, one figure for each theorem.
 *
 * <p>Threads: any thread may call it. Failures: an algorithm of a theorem without an outcome throws
 * {@link IllegalArgumentException}.
 */
public final class RegretFigures {

  private static final int REFERENCE_LOOK = 0;
  private static final int[] REGRET_LOOKS = {4, 6};
  private static final int[] BOUND_LOOKS = {3, 1};

  private RegretFigures() {}

  /** The figures of a study; regrets that are not above 0 have no place on a logarithmic axis. */
  public static List<Figure> of(String data, List<Outcome> outcomes) {
    List<Figure> figures = new ArrayList<>();
    addTo(
        figures,
        "theorem-1",
        data + ": average regret of SORS and its bound",
        List.of(Algorithm.SORS_I, Algorithm.SORS_II),
        outcomes);
    addTo(
        figures,
        "theorem-2",
        data + ": average regret of AdaSORS and its bound",
        List.of(Algorithm.ADASORS_I, Algorithm.ADASORS_II),
        outcomes);
    return figures;
  }

  private static void addTo(
      List<Figure> figures,
      String name,
      String title,
      List<Algorithm> algorithms,
      List<Outcome> outcomes) {
    List<Series> series = new ArrayList<>();
    for (int k = 0; k < algorithms.size(); k++) {
      Algorithm algorithm = algorithms.get(k);
      List<Outcome> own =
          outcomes.stream().filter(outcome -> outcome.algorithm() == algorithm).toList();
      List<Outcome> positive = own.stream().filter(outcome -> outcome.regret() > 0).toList();
      if (!positive.isEmpty()) {
        series.add(series(algorithm.title(), REGRET_LOOKS[k], positive, Outcome::regret));
        if (k == 0) {
          double first = positive.get(0).regret() / Math.sqrt(positive.get(0).rounds());
          series.add(
              series(
                  "falling as 1/√T",
                  REFERENCE_LOOK,
                  own,
                  outcome -> first * Math.sqrt(outcome.rounds())));
        }
      }
      series.add(series("bound of " + algorithm.title(), BOUND_LOOKS[k], own, Outcome::bound));
    }
    figures.add(
        new Figure(
            name,
            title,
            Axis.logarithmic("T (rounds)"),
            Axis.logarithmic("regret / T (loss a round)"),
            series));
  }

  private static Series series(
      String title, int look, List<Outcome> outcomes, ToDoubleFunction<Outcome> total) {
    return Series.plain(
        title,
        look,
        outcomes.stream().mapToDouble(Outcome::rounds).toArray(),
        outcomes.stream()
            .mapToDouble(outcome -> total.applyAsDouble(outcome) / outcome.rounds())
            .toArray());
  }
}
