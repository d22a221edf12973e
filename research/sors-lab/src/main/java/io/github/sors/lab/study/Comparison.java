package io.github.sors.lab.study;

import io.github.sors.lab.paper.PublishedResults;
import io.github.sors.tune.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The methods on one data set, summarised over the splits: a table of the report.
 *
 * @param data the data set
 * @param rows a row for each method, in the order of the study
 */
public record Comparison(StudyData data, List<Row> rows) {

  /** Differences with a smaller p-value count as significant. */
  public static final double SIGNIFICANT = 0.05;

  public Comparison {
    rows = List.copyOf(rows);
  }

  /**
   * A method.
   *
   * @param method the method
   * @param parameters its parameters; those of each split if they were tuned
   * @param values the measurements, if all splits could be computed
   * @param failure the reason if not, else empty
   * @param best whether its MAP is the highest
   * @param pValue the p-value of being as good as the best, corrected for the number of methods;
   *     empty for the best itself, and if there is only one split
   * @param published the paper's result
   */
  public record Row(
      Method method,
      String parameters,
      Optional<Values> values,
      String failure,
      boolean best,
      Optional<Double> pValue,
      Optional<PublishedResults.Result> published) {

    /** Whether the difference to the best may be chance. */
    public boolean tiesWithBest() {
      return pValue.isPresent() && pValue.get() >= SIGNIFICANT;
    }
  }

  /** Means and deviations over the splits; fractions, not per cent. */
  public record Values(
      Summary map,
      Summary precisionAt1,
      Summary precisionAt10,
      Summary sparsity,
      Summary nonZeros,
      Summary modelBytes,
      Summary trainSeconds,
      Summary querySeconds) {

    private static Values of(List<CellResult> splits) {
      return new Values(
          summary(splits, CellResult.Measures::map),
          summary(splits, measures -> measures.precisionAt().get(1)),
          summary(splits, measures -> measures.precisionAt().get(10)),
          summary(splits, CellResult.Measures::sparsity),
          summary(splits, CellResult.Measures::nonZeros),
          summary(splits, CellResult.Measures::modelBytes),
          summary(splits, CellResult.Measures::trainSeconds),
          summary(splits, CellResult.Measures::querySeconds));
    }
  }

  private static Summary summary(
      List<CellResult> splits, ToDoubleFunction<CellResult.Measures> value) {
    return Summary.of(values(splits, value));
  }

  private static double[] values(
      List<CellResult> splits, ToDoubleFunction<CellResult.Measures> value) {
    return splits.stream().map(CellResult::measures).mapToDouble(value).toArray();
  }

  /** Summarises a data set of a study. */
  public static Comparison of(StudyResults results, StudyData data) {
    List<Method> methods = results.plan().methods();
    List<List<CellResult>> cells =
        methods.stream().map(method -> results.comparison(data, method)).toList();
    List<double[]> maps = new ArrayList<>();
    int best = -1;
    double highest = Double.NEGATIVE_INFINITY;
    for (int m = 0; m < methods.size(); m++) {
      boolean computed = cells.get(m).stream().allMatch(cell -> cell.failure() == null);
      maps.add(computed ? values(cells.get(m), CellResult.Measures::map) : null);
      if (computed && Summary.of(maps.get(m)).mean() > highest) {
        highest = Summary.of(maps.get(m)).mean();
        best = m;
      }
    }
    List<Optional<Double>> pValues = pValues(maps, best, testShare(data, results.plan()));
    List<Row> rows = new ArrayList<>();
    for (int m = 0; m < methods.size(); m++) {
      rows.add(
          new Row(
              methods.get(m),
              parameters(cells.get(m)),
              maps.get(m) == null ? Optional.empty() : Optional.of(Values.of(cells.get(m))),
              failure(cells.get(m)),
              m == best,
              pValues.get(m),
              PublishedResults.of(data.name(), methods.get(m).name())));
    }
    return new Comparison(data, rows);
  }

  private static double testShare(StudyData data, StudyPlan plan) {
    StudyData.Parts parts = data.parts(StudyPlan.HOLDOUT, plan.seed());
    return (double) parts.test().size() / parts.training().size();
  }

  private static List<Optional<Double>> pValues(List<double[]> maps, int best, double testShare) {
    List<Integer> compared = new ArrayList<>();
    for (int m = 0; m < maps.size(); m++) {
      if (m != best && maps.get(m) != null && maps.get(m).length > 1) {
        compared.add(m);
      }
    }
    double[] adjusted =
        ResampledTest.holm(
            compared.stream()
                .mapToDouble(m -> ResampledTest.pValue(maps.get(best), maps.get(m), testShare))
                .toArray());
    List<Optional<Double>> pValues = new ArrayList<>();
    for (int m = 0; m < maps.size(); m++) {
      int place = compared.indexOf(m);
      pValues.add(place < 0 ? Optional.empty() : Optional.of(adjusted[place]));
    }
    return pValues;
  }

  private static String parameters(List<CellResult> splits) {
    List<String> all =
        splits.stream().map(cell -> cell.key().get("parameters")).distinct().toList();
    return String.join("; ", all);
  }

  private static String failure(List<CellResult> splits) {
    return splits.stream()
        .filter(cell -> cell.failure() != null)
        .map(cell -> cell.failure().reason())
        .findFirst()
        .orElse("");
  }
}
