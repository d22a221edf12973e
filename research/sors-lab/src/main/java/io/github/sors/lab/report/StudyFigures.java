package io.github.sors.lab.report;

import io.github.sors.figure.Figure;
import io.github.sors.figure.Figure.Axis;
import io.github.sors.figure.Figure.Series;
import io.github.sors.lab.study.CellResult;
import io.github.sors.lab.study.CellResult.CurvePoint;
import io.github.sors.lab.study.CellResult.Measures;
import io.github.sors.lab.study.StudyData;
import io.github.sors.lab.study.StudyResults;
import io.github.sors.lab.study.Summary;
import io.github.sors.tune.Method;
import io.github.sors.tune.Methods;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The paper's five figures for a data set of a study, without those that have no data. Only the
 * online bilinear methods are drawn, as in the paper.
 */
final class StudyFigures {

  private final StudyResults results;
  private final StudyData data;
  private final List<Method> online;

  StudyFigures(StudyResults results, StudyData data) {
    this.results = results;
    this.data = data;
    this.online =
        results.plan().methods().stream()
            .filter(method -> method.kind() == Method.Kind.ONLINE_BILINEAR)
            .filter(method -> !measures(method).isEmpty())
            .toList();
  }

  List<Figure> all() {
    List<Figure> figures = new ArrayList<>();
    add(
        figures,
        "1-map-over-iterations",
        "MAP over iterations",
        Axis.linear("iterations"),
        Axis.linear("MAP (%)"),
        online.stream().map(method -> curve(method, CurvePoint::map)).toList());
    add(
        figures,
        "2-precision-at-k",
        "precision at k",
        Axis.linear("k (rows shown)"),
        Axis.linear("precision at k (%)"),
        online.stream().map(this::precision).toList());
    add(
        figures,
        "3-sparsity-over-iterations",
        "sparsity over iterations",
        Axis.linear("iterations"),
        Axis.linear("sparsity (% of zeros)"),
        online.stream().map(method -> curve(method, CurvePoint::sparsity)).toList());
    add(
        figures,
        "4-query-time",
        "query time",
        Axis.linear("number of queries"),
        Axis.linear("time (s)"),
        queryTimes());
    add(
        figures,
        "5-map-against-sparsity",
        "MAP against sparsity",
        Axis.linear("sparsity (% of zeros)"),
        Axis.linear("MAP (%)"),
        tradeOff());
    return figures;
  }

  private void add(
      List<Figure> figures, String name, String title, Axis x, Axis y, List<Series> series) {
    if (!series.isEmpty()) {
      String file = data.name().replaceAll("[^\\p{L}\\p{N}_-]", "_") + "-" + name;
      figures.add(new Figure(file, data.name() + ": " + title, x, y, series));
    }
  }

  /** The measurements of a method by split; empty if one could not be computed. */
  private List<Measures> measures(Method method) {
    List<CellResult> cells = results.comparison(data, method);
    return cells.stream().allMatch(cell -> cell.failure() == null)
        ? cells.stream().map(CellResult::measures).toList()
        : List.of();
  }

  private Series curve(Method method, ToDoubleFunction<CurvePoint> value) {
    List<Measures> splits = measures(method);
    int points = splits.get(0).curve().size();
    double[] x = new double[points];
    Summary[] y = new Summary[points];
    for (int k = 0; k < points; k++) {
      int point = k;
      x[k] = splits.get(0).curve().get(k).round();
      y[k] = summary(splits, measures -> value.applyAsDouble(measures.curve().get(point)));
    }
    return series(method, x, y);
  }

  private Series precision(Method method) {
    List<Measures> splits = measures(method);
    List<Integer> cutoffs = List.copyOf(splits.get(0).precisionAt().keySet());
    double[] x = cutoffs.stream().mapToDouble(Integer::doubleValue).toArray();
    Summary[] y =
        cutoffs.stream()
            .map(k -> summary(splits, measures -> measures.precisionAt().get(k)))
            .toArray(Summary[]::new);
    return series(method, x, y);
  }

  private static Summary summary(List<Measures> splits, ToDoubleFunction<Measures> value) {
    return Summary.of(splits.stream().mapToDouble(value).toArray());
  }

  /** A line of means, in per cent, with its band. */
  private static Series series(Method method, double[] x, Summary[] y) {
    double[] means = new double[y.length];
    double[] deviations = new double[y.length];
    for (int k = 0; k < y.length; k++) {
      means[k] = 100 * y[k].mean();
      deviations[k] = 100 * y[k].deviation();
    }
    return new Series(method.title(), Methods.onlinePlace(method), x, means, deviations);
  }

  private List<Series> queryTimes() {
    List<Series> series = new ArrayList<>();
    for (Method method : online) {
      List<CellResult.QueryTime> times = measures(method).get(0).queryTimes();
      if (!times.isEmpty()) {
        series.add(
            Series.plain(
                method.title(),
                Methods.onlinePlace(method),
                times.stream().mapToDouble(CellResult.QueryTime::queries).toArray(),
                times.stream().mapToDouble(CellResult.QueryTime::seconds).toArray()));
      }
    }
    return series;
  }

  /** A line per method with varying lambda, and a point per other method; first split only. */
  private List<Series> tradeOff() {
    List<Series> series = new ArrayList<>();
    boolean varied = false;
    for (Method method : online) {
      Map<String, CellResult> byLambda = results.tradeOff(data, method);
      List<Measures> points = new ArrayList<>();
      byLambda.values().stream()
          .filter(cell -> cell.failure() == null)
          .forEach(cell -> points.add(cell.measures()));
      varied |= !points.isEmpty();
      if (byLambda.isEmpty()) {
        points.add(measures(method).get(0));
      }
      if (!points.isEmpty()) {
        points.sort(Comparator.comparingDouble(Measures::sparsity));
        series.add(
            Series.plain(
                method.title(),
                Methods.onlinePlace(method),
                points.stream().mapToDouble(point -> 100 * point.sparsity()).toArray(),
                points.stream().mapToDouble(point -> 100 * point.map()).toArray()));
      }
    }
    return varied ? series : List.of();
  }
}
